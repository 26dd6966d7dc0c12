/** The bots as people of the railway: a name and a manner for each. Which bots there are, and how strong, is the server's to say. */
import type { BotInfo } from "../api";
import { t, type Key } from "../i18n/index.svelte";

const PARTS: Record<string, [name: Key, manner: Key]> = {
  easy: ["bot.porter", "manner.friendly"],
  normal: ["bot.signalman", "manner.steady"],
  hard: ["bot.driver", "manner.keen"],
  expert: ["bot.conductor", "manner.relentless"],
  random: ["bot.tripper", "manner.dreamy"],
  greedy: ["bot.clerk", "manner.plain"],
  racer: ["bot.stoker", "manner.hurried"],
  collector: ["bot.mistress", "manner.ambitious"],
  blocker: ["bot.inspector", "manner.meddling"],
  planner: ["bot.surveyor", "manner.farsighted"],
  distilled: ["bot.learner", "manner.practised"],
  search: ["bot.engineer", "manner.thorough"],
};

export interface Character { bot: string; name: string; level: number | null; manner: string }

/** The cast in the server's order: levels first, weakest first. A bot of another package keeps its own name. */
export function characters(bots: BotInfo[]): Character[] {
  return bots.map(({ name: bot, level }) => {
    const [name, manner] = PARTS[bot] ?? [null, "manner.guest" as const];
    return { bot, name: name ? t(name) : bot, level, manner: t(manner) };
  });
}

/** Those who can play at a table: a trained net knows one edition and one number of players. */
export function fitting(bots: BotInfo[], edition: string | undefined, players: number): BotInfo[] {
  return bots.filter((bot) => bot.edition === null || (bot.edition === edition && bot.players === players));
}

/** How many levels there are. */
export const levelsOf = (cast: Character[]): number => Math.max(0, ...cast.map(({ level }) => level ?? 0));

/** Opponents for somebody who has not chosen any, each another one: of the second level and around it, or from the middle of the list. */
export function steady(cast: Character[], count: number): Character[] {
  const ranked = cast.filter(({ level }) => level !== null);
  const others = cast.filter(({ level }) => level === null);
  const far = ({ level }: Character) => Math.abs((level ?? 0) - 2);
  const middle = Math.max(0, Math.floor((others.length - count) / 2));
  return [...ranked.sort((one, other) => far(one) - far(other)), ...others.slice(middle), ...others.slice(0, middle)].slice(0, count);
}

/** The gentlest opponent that knows what it does: for the guide. */
export function gentle(cast: Character[]): Character | undefined {
  return cast.find(({ level }) => level === 1) ?? cast.find(({ bot }) => bot === "greedy") ?? cast[0];
}
