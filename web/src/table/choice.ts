/** Payments and offers in the order that helps a person choose. What is legal came from the server; nothing here decides it. */
import type { Cards, Claim, Edition, Keep } from "../api";

/** Fewest wilds first, then the colour that other routes on offer need least: the one with most cards in hand. */
export function sensibleFirst(claims: Claim[], hand: Cards): Claim[] {
  const colour = (claim: Claim) => Object.keys(claim.payment).find((card) => card !== "wild") ?? "wild";
  const spare = (claim: Claim) => (hand[colour(claim)] ?? 0) - (claim.payment[colour(claim)] ?? 0);
  const wilds = (claim: Claim) => claim.payment.wild ?? 0;
  return [...claims].sort((one, other) => wilds(one) - wilds(other) || spare(one) - spare(other) || colour(one).localeCompare(colour(other)));
}

/** The legal way to keep these tickets and give back the others in this order; null when there is none. */
export function keepFor(keeps: Keep[], chosen: ReadonlySet<string>, order: string[]): Keep | null {
  const same = keeps.filter(({ keep }) => keep.length === chosen.size && keep.every((name) => chosen.has(name)));
  const wanted = order.filter((name) => !chosen.has(name)).join();
  return same.find(({ give_back }) => give_back.join() === wanted) ?? same[0] ?? null;
}

/** All tickets of an offer, first those whose order was chosen. */
export const ordered = (offer: readonly string[], chosen: readonly string[]): string[] => [...chosen.filter((name) => offer.includes(name)), ...offer.filter((name) => !chosen.includes(name))];

/** Whether tickets may go back in more orders than one. */
export function isOrderChosen(keeps: Keep[]): boolean {
  return new Set(keeps.map(({ keep }) => keep.toSorted().join())).size < keeps.length;
}

/** The fewest tickets that may be kept. */
export function least(keeps: Keep[]): number {
  return Math.min(...keeps.map(({ keep }) => keep.length));
}

/** The row of a list, the first is number 1, that a key means: its digit, or an arrow from the one that is picked. */
export function rowByKey<Row>(key: string, rows: readonly Row[], picked: Row | null): Row | undefined {
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  const at = rows.findIndex((row) => row === picked);
  return by ? rows[(at + by + rows.length) % rows.length] : rows[Number(key) - 1];
}

export function routeByName(edition: Edition, name: string) {
  return edition.routes.find((route) => route.name === name);
}

/** What a route of each length scores on this board, the shortest first. */
export function pointsByLength(edition: Edition): Map<number, number> {
  return new Map(edition.routes.map(({ length, points }): [number, number] => [length, points]).sort(([one], [other]) => one - other));
}
