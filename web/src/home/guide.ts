/** The first game: a few minutes against a gentle bot on the smallest board, with the guide at one's elbow. */
import { api, newKey, type NewTable } from "../api";
import { router } from "../router.svelte";
import { settings } from "../settings.svelte";
import { characters, gentle } from "./characters";

/** Under this key the device remembers which table is the guide's. */
const TABLE = "guide";

/** Whether a table is the one at which the guide leads from turn to turn. */
export const guided = (table: string): boolean => localStorage.getItem(TABLE) === table;

export async function startGuide(): Promise<void> {
  const [editions, bots] = await Promise.all([api.editions(), api.bots()]);
  const smallest = [...editions].sort((one, other) => one.pieces - other.pieces || one.routes.length - other.routes.length)[0];
  const bot = gentle(characters(bots));
  if (!smallest || !bot) return;
  settings.set("tips", true);
  const seats: NewTable["seats"] = [{ kind: "you" }, { kind: "bot", bot: bot.bot, name: bot.name }];
  const table = await api.open({ edition: smallest.id, seats, hints: true, undo: true, begin: true, start: 0 }, newKey());
  localStorage.setItem(TABLE, table.id);
  router.go(`/table/${table.id}`);
}
