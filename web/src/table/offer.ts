/** An offer in words: what a choice takes, alone and with what one holds, and in which order tickets go back. The figures are the server's. */
import type { Edition, OfferCost } from "../api";
import { capital, listed, t } from "../i18n/index.svelte";
import { countWord, pieceWords } from "../labels";

interface Choice { edition: Pick<Edition, "vehicle">; costs: OfferCost[]; kept: string[]; letters: string[]; open: number; pieces: number }

/** What the chosen tickets take, and how many pieces are too few for all that is open then: at most so many, where the server has no exact figure. */
export function costWords({ edition, costs, kept, letters, open, pieces }: Choice): { text: string; short: string } {
  if (kept.length === 0) return { text: t("offer.cost.none"), short: "" };
  const cost = costs.find(({ keep }) => keep.length === kept.length && keep.every((name) => kept.includes(name)));
  if (!cost || cost.pieces === null) return { text: t("offer.cost.cut"), short: "" };
  const words = (n: number) => pieceWords(edition.vehicle, n);
  const needs = kept.length === 1 ? t("offer.cost.one", { letter: letters[0] ?? "", pieces: words(cost.pieces) }) : t("offer.cost.several", { letters: listed(letters), pieces: words(cost.pieces) });
  const together = cost.together ?? cost.pieces;
  const all = open > 0 ? ` ${t(cost.exact ? "offer.cost.all" : "offer.cost.all.most", { n: open, all: together })}` : "";
  const short = together > pieces ? shortWords(together - pieces, kept.length + open, cost.exact) : "";
  return { text: `${needs}${all} ${t("offer.cost.have", { have: pieces })}`, short };
}

/** "Two too few for all four." */
function shortWords(pieces: number, tickets: number, exact: boolean): string {
  const all = tickets === 2 ? t("offer.cost.for.both") : t("offer.cost.for", { n: tickets, count: countWord(tickets) });
  return capital(t(exact ? "offer.cost.short" : "offer.cost.short.most", { count: countWord(pieces), tickets: all }));
}

/** A list with one thing moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(Math.min(Math.max(to, 0), list.length - 1), 0, ...next.splice(from, 1));
  return next;
}

/** A list in which two things have changed places. */
export function swapped<T>(list: readonly T[], one: T, other: T): T[] {
  return list.map((thing) => (thing === one ? other : thing === other ? one : thing));
}

/** "first", "second", "last": where a ticket stands among those that go back. */
export function orderWord(index: number, of: number): string {
  if (index === 0) return t("offer.order.first");
  return index === of - 1 ? t("offer.order.last") : t(`offer.order.${(["second", "third", "fourth"] as const)[index - 1] ?? "fourth"}`);
}
