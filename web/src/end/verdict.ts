/** Who won, what decided it and a word for those who lost: the server's codes and figures in the reader's words. */
import type { Edition, Finished } from "../api";
import { listed, t, type Key, type Values } from "../i18n/index.svelte";
import type { TableContext } from "../table/context";
import { countWord, pieceWords, placeWord, plainName, region, titleOf } from "../labels";
import { endsOf } from "./script";

/** Whom the end speaks to: `own` is called "you". */
interface Reader { names: string[]; own: number | null; edition: Edition }

/** At a shared device everybody has a name, and nobody is "you". */
export const readerOf = ({ table, labels, edition }: Pick<TableContext, "table" | "labels" | "edition">): Reader => ({ names: labels.names, own: table.shared ? null : table.seat, edition });

export function verdict(result: Finished, { names, own, edition }: Reader, shown: number): { title: string; text: string } {
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
  const longest = result.sheets.filter(({ longest_path_points: points }) => points > 0).map(({ seat }) => names[seat] ?? "");
  if (sheet && sheet.longest_path_points > 0) {
    const [from, to] = endsOf(edition.routes, sheet.longest_path_routes);
    const key = longest.length > 1 ? "end.path.shared" : shown === own ? "end.path.you" : "end.path";
    said.push(t(key, { name: listed(longest), pieces: pieceWords(edition.vehicle, sheet.longest_path), from, to }));
  }
  return { title, text: said.join(" ") };
}

/** Seat by seat the place it came in; equals share one. */
export function placesOf(result: Finished): number[] {
  const better = (total: number) => result.sheets.filter((other) => other.total > total).length;
  const best = Math.max(...result.sheets.map(({ total }) => total));
  return result.sheets.map(({ seat, total }) => (result.winners.includes(seat) ? 1 : 1 + better(total) + (total === best ? result.winners.length : 0)));
}

/** "North America, 41 minutes, 16 November 2026": how long and when, where that is known. */
export function caption(result: Finished, edition: Edition, dated = false): string {
  const { began, ended } = result;
  if (began === null || ended === null) return titleOf(edition);
  const day = new Intl.DateTimeFormat(region(), { dateStyle: "long" }).format(ended);
  return [titleOf(edition), t("count.minutes", { n: Math.max(1, Math.round((ended - began) / 60_000)) }), ...(dated ? [day] : [])].join(", ");
}

/** One sentence on what decided it; nothing for a record of a game that is not over. */
export function decision(result: Finished, { names, own, edition }: Reader): string {
  const decided = result.verdict?.decided;
  if (!decided) return "";
  const points = (n: number) => t("count.points", { n });
  const name = "seat" in decided ? (names[decided.seat] ?? "") : "";
  const mine = "seat" in decided && decided.seat === own;
  const yours = (key: Key, you: Key, values: Values) => t(mine ? you : key, { name, ...values });
  switch (decided.code) {
    case "tie":
      return decided.tie_break === "tickets" ? t("end.tie.tickets") : decided.tie_break ? t("end.tie.path") : t("why.shared");
    case "ticket": {
      const when = decided.turns === 0 ? t("why.ticket.last") : t("why.ticket.before", { n: decided.turns });
      const path = decided.path ? ` ${yours("why.ticket.path", "why.ticket.path.you", { pieces: pieceWords(edition.vehicle, decided.pieces) })}` : "";
      return `${yours("why.ticket", "why.ticket.you", { ticket: plainName(decided.ticket), points: points(decided.points), when })}${path}`;
    }
    case "path":
    case "attractions":
    case "districts":
      return yours(`why.${decided.code}`, `why.${decided.code}.you`, { points: points(decided.points) });
    case "margin":
      return t("why.margin", { points: points(decided.points), n: decided.spaces });
    case "routes":
    case "tickets":
      return yours(`why.${decided.code}`, `why.${decided.code}.you`, { points: points(decided.ahead) });
    case "early": {
      const reader = own !== null && own !== decided.seat ? own : decided.cards.reduce((most, cards, seat) => (seat !== decided.seat && (most === decided.seat || cards > (decided.cards[most] ?? 0)) ? seat : most), decided.seat);
      const cards = t("count.cards", { n: decided.cards[reader] ?? 0 });
      if (decided.seat === own) return t("why.early.you", { cards, other: names[reader] ?? "" });
      return reader === own ? t("why.early.yours", { name, cards }) : t("why.early", { name, cards, other: names[reader] ?? "" });
    }
    case "balance":
      return yours("why.balance", "why.balance.you", {});
  }
}

export interface Consolation { place: string; good: string; next: string; show: string; at: number }

/** What the turn is that a lesson leads to: one that it speaks of, one's last, or the one before the winner took the lead. */
function shown({ code, route }: NonNullable<Finished["verdict"]>["losses"][number]["next"]): "loss.show" | "loss.show.last" | "loss.show.lead" {
  if (code === "routes" || code === "tickets" || code === "bonus") return "loss.show.lead";
  return code === "pieces" || (code === "ticket" && !route) ? "loss.show.last" : "loss.show";
}

/** A word for a seat that lost: where it came in, something good, one thing for next time; null for winners and watchers. */
export function consolation(result: Finished, { own, edition }: Reader): Consolation | null {
  const loss = result.verdict?.losses.find(({ seat }) => seat === own);
  if (!loss) return null;
  const points = (n: number) => t("count.points", { n });
  const pieces = (n: number) => pieceWords(edition.vehicle, n);
  const { good, next } = loss;
  const last = loss.place === result.sheets.length;
  const place = last
    ? t("loss.last", { place: placeWord(loss.place), of: countWord(result.sheets.length) })
    : t("loss.place", { place: placeWord(loss.place), points: points(loss.behind) });
  const figures = { points: points(good.value), pieces: pieces(good.value), ticket: plainName(good.ticket ?? "") };
  const tickets = loss.done > 0 ? t("loss.tickets", { n: loss.held, done: loss.done }) : "";
  const lesson = { ticket: plainName(next.ticket ?? ""), pieces: pieces(next.value), points: points(next.value), n: next.turns, route: plainName(next.route ?? "") };
  const more = next.route ? ` ${next.turns === 0 ? t("loss.chance.last", lesson) : t("loss.chance", lesson)}` : "";
  return { place, good: `${t(`loss.good.${good.code}`, figures)} ${tickets}`.trim(), next: `${t(`loss.next.${next.code}`, lesson)}${more}`, show: t(shown(next)), at: next.at };
}
