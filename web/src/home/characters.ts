/** The bots as people of the railway: who plays at which strength. The strength itself is the server's list, weakest first. */
import type { BotInfo } from "../api";
import { t, type Key } from "../i18n/index.svelte";

const NAMES = ["Porter", "Signalman", "Stoker", "Engine Driver", "Old Conductor", "Stationmistress", "Chief Engineer"];
const LEVELS = 5;

export interface Character { bot: string; name: string; level: number; manner: string }

export function characters(bots: BotInfo[]): Character[] {
  return bots.map(({ name }, index) => {
    const level = bots.length === 1 ? 3 : 1 + Math.round((index * (LEVELS - 1)) / (bots.length - 1));
    return { bot: name, name: NAMES[level - 1] ?? name, level, manner: t(`manner.${level}` as Key) };
  });
}

export const levels = Array.from({ length: LEVELS }, (_, index) => index + 1);
