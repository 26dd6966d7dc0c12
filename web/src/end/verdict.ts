/** Who won and how, in words: made from the server's result alone. */
import type { Edition, Finished } from "../api";
import { listed, t } from "../i18n/index.svelte";
import { pieceWords } from "../words";

export function verdict(result: Finished, names: string[], own: number | null, edition: Edition, shown: number): { title: string; text: string } {
  const winners = result.winners.map((seat) => names[seat] ?? "");
  const mine = own !== null && result.winners.includes(own);
  const title = mine ? (winners.length > 1 ? t("end.youshare") : t("end.youwin")) : winners.length > 1 ? t("end.share", { names: listed(winners) }) : t("end.wins", { name: winners[0] ?? "" });
  const best = Math.max(...result.sheets.map(({ total }) => total));
  const second = Math.max(...result.sheets.filter(({ seat }) => !result.winners.includes(seat)).map(({ total }) => total), -Infinity);
  const next = result.sheets.find(({ seat, total }) => total === second && !result.winners.includes(seat));
  const said = [t("count.points", { n: best })];
  if (next && best > second) said[0] = t(next.seat === own ? "end.ahead.you" : "end.ahead", { points: t("count.points", { n: best }), n: best - second, name: names[next.seat] ?? "" });
  else said[0] = `${said[0]}.`;
  if (result.tie_break === "tickets") said.push(t("end.tie.tickets"));
  if (result.tie_break === "longest-path") said.push(t("end.tie.path"));
  const sheet = result.sheets.find(({ seat }) => seat === shown);
  if (sheet && sheet.longest_path_points > 0) said.push(t("end.path", { name: names[shown] ?? "", pieces: pieceWords(edition.vehicle, sheet.longest_path) }));
  return { title, text: said.join(" ") };
}
