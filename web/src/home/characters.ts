/** The bots as people of the railway: a name, a strength from one to five, a manner. Which bots there are is the server's list. */
import type { BotInfo } from "../api";
import { t, type Key } from "../i18n/index.svelte";

interface Part { name: string; level: number; manner: Key }

const PARTS: Record<string, Part> = {
  random: { name: "Day Tripper", level: 1, manner: "manner.dreamy" },
  easy: { name: "Porter", level: 1, manner: "manner.friendly" },
  greedy: { name: "Ticket Clerk", level: 2, manner: "manner.plain" },
  normal: { name: "Signalman", level: 3, manner: "manner.steady" },
  racer: { name: "Stoker", level: 3, manner: "manner.hurried" },
  collector: { name: "Stationmistress", level: 3, manner: "manner.ambitious" },
  blocker: { name: "Inspector", level: 3, manner: "manner.meddling" },
  planner: { name: "Surveyor", level: 4, manner: "manner.farsighted" },
  hard: { name: "Engine Driver", level: 4, manner: "manner.keen" },
  search: { name: "Chief Engineer", level: 5, manner: "manner.thorough" },
  expert: { name: "Old Conductor", level: 5, manner: "manner.relentless" },
};
const LEVELS = 5;
const MIDDLE = 3;

export interface Character { bot: string; name: string; level: number | null; manner: string }

/** The cast, weakest first; a bot that another package brought keeps its own name and is not ranked. */
export function characters(bots: BotInfo[]): Character[] {
  const cast = bots.map(({ name }): Character => {
    const part = PARTS[name];
    return part ? { bot: name, name: part.name, level: part.level, manner: t(part.manner) } : { bot: name, name, level: null, manner: t("manner.guest") };
  });
  return cast.sort((one, other) => (one.level ?? LEVELS + 1) - (other.level ?? LEVELS + 1));
}

/** Opponents for somebody who has not chosen any: of middling strength, each another one. */
export function steady(cast: Character[], count: number): Character[] {
  const far = ({ level }: Character) => Math.abs((level ?? LEVELS + MIDDLE) - MIDDLE);
  return [...cast].sort((one, other) => far(one) - far(other)).slice(0, count);
}

/** The gentlest opponent that still knows what it does: for the guide. */
export function gentle(cast: Character[]): Character | undefined {
  return cast.find(({ bot }) => bot === "easy") ?? cast.find(({ level }) => level === 2) ?? cast[0];
}

export const levels = Array.from({ length: LEVELS }, (_, index) => index + 1);
