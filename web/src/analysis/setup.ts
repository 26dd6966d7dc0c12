/** A position under construction as plain data: every change gives a new one. Whether it can be is for the server to say. */
import type { Edition, PositionData } from "../api";

/** What each seat holds by name stands in the position; the rest is so many cards and tickets that nobody has named. */
export interface Draft { readonly edition: string; readonly position: PositionData; readonly unseenCards: readonly number[]; readonly unseenTickets: readonly number[] }

const each = <T>(players: number, make: () => T): T[] => Array.from({ length: players }, make);

/** A position in which nobody holds or has claimed anything. */
export function emptyPosition(players: number): PositionData {
  return {
    players, hands: each(players, () => ({})), shown: each(players, () => ({})), claimed: each(players, () => []), tickets: each(players, () => []), pieces: each(players, () => null),
    market: null, deck: null, discard: {}, ticket_deck: null, under_deck: [], offer: [], turn: 0, second_card: false, final_turns: null,
  };
}

/** A board without claims on which everybody holds what nobody has seen: as many cards and tickets as a game begins with at least. */
export function emptyBoard({ key, starting_hand, setup_keep }: Pick<Edition, "key" | "starting_hand" | "setup_keep">, players: number): Draft {
  return { edition: key, position: emptyPosition(players), unseenCards: each(players, () => starting_hand), unseenTickets: each(players, () => setup_keep) };
}

/** A position that is whole: nothing is left to be dealt. */
export const whole = (edition: string, position: PositionData): Draft => ({ edition, position, unseenCards: [], unseenTickets: [] });

const count = (cards: Record<string, number>): number => Object.values(cards).reduce((sum, number) => sum + number, 0);
const at = <T>(list: readonly T[], index: number, change: (value: T) => T): T[] => list.map((value, place) => (place === index ? change(value) : value));
const some = (cards: Record<string, number>): Record<string, number> => Object.fromEntries(Object.entries(cards).filter(([, number]) => number > 0));
const plus = (cards: Record<string, number>, card: string, by: number): Record<string, number> => some({ ...cards, [card]: Math.max(0, (cards[card] ?? 0) + by) });
const counts = (list: readonly number[], players: number): number[] => Array.from({ length: players }, (_, seat) => list[seat] ?? 0);

/** The cards that are known of a hand: all of the seat to act, of others what was seen. */
export function knownCards({ position }: Draft, seat: number): Record<string, number> {
  return (seat === position.turn ? position.hands[seat] : position.shown[seat]) ?? {};
}

/** How many cards of a hand nobody has named. */
export function unseenCards({ position, unseenCards: more }: Draft, seat: number): number {
  const held = seat === position.turn ? 0 : count(position.hands[seat] ?? {}) - count(position.shown[seat] ?? {});
  return held + (more[seat] ?? 0);
}

/** Other cards lie in the deck, but for those that are discarded. */
const loose = (position: PositionData, discard: Record<string, number>): PositionData => ({ ...position, deck: null, discard });

export function changeCard(draft: Draft, seat: number, card: string, by: 1 | -1, discard: Record<string, number>): Draft {
  if (by < 0 && !knownCards(draft, seat)[card]) return draft;
  const position = loose(draft.position, discard);
  const hands = at(position.hands, seat, (hand) => plus(hand, card, by));
  const shown = seat === position.turn ? at(position.shown, seat, () => ({})) : at(position.shown, seat, (seen) => plus(seen, card, by));
  return { ...draft, position: { ...position, hands, shown } };
}

export function changeUnseen(draft: Draft, seat: number, by: 1 | -1, discard: Record<string, number>): Draft {
  const { position } = draft;
  const more = counts(draft.unseenCards, position.players);
  if (by > 0 || (more[seat] ?? 0) > 0) return { ...draft, position: loose(position, discard), unseenCards: at(more, seat, (number) => number + by) };
  const hidden = Object.entries(position.hands[seat] ?? {}).find(([card, number]) => number > (position.shown[seat]?.[card] ?? 0))?.[0];
  if (hidden === undefined || seat === position.turn) return draft;
  return { ...draft, position: { ...loose(position, discard), hands: at(position.hands, seat, (hand) => plus(hand, hidden, -1)) } };
}

export function changeUnseenTickets(draft: Draft, seat: number, by: 1 | -1): Draft {
  const more = counts(draft.unseenTickets, draft.position.players);
  return by > 0 || (more[seat] ?? 0) > 0 ? { ...draft, unseenTickets: at(more, seat, (number) => number + by) } : draft;
}

/** The brush of a seat claims a route, and frees it where it was its own; no seat's frees it. */
export function paint(draft: Draft, route: string, seat: number | null): Draft {
  const own = seat !== null && draft.position.claimed[seat]?.includes(route);
  const claimed = draft.position.claimed.map((routes, holder) => [...routes.filter((name) => name !== route), ...(holder === seat && !own ? [route] : [])]);
  return { ...draft, position: { ...draft.position, claimed, final_turns: null } };
}

export function addTicket(draft: Draft, seat: number, ticket: string): Draft {
  const { position } = draft;
  const without = (names: readonly string[]) => names.filter((name) => name !== ticket);
  const tickets = position.tickets.map((held, holder) => (holder === seat ? [...without(held), ticket] : without(held)));
  return { ...draft, position: { ...position, tickets, ticket_deck: position.ticket_deck && without(position.ticket_deck), under_deck: without(position.under_deck), offer: without(position.offer) } };
}

export function removeTicket(draft: Draft, seat: number, ticket: string): Draft {
  const { position } = draft;
  const tickets = at(position.tickets, seat, (held) => held.filter((name) => name !== ticket));
  return { ...draft, position: { ...position, tickets, ticket_deck: position.ticket_deck && [...position.ticket_deck, ticket] } };
}

export function layCard(draft: Draft, slot: number, card: string, market: readonly (string | null)[], discard: Record<string, number>): Draft {
  return { ...draft, position: { ...loose(draft.position, discard), market: market.map((lies, place) => (place === slot ? card : lies)).filter((lies) => lies !== null) } };
}

/** Another seat is to act, at the beginning of its turn: an offer goes back, and it knows its whole hand. */
export function giveTurn(draft: Draft, seat: number): Draft {
  const { position } = draft;
  return { ...draft, position: { ...position, turn: seat, second_card: false, offer: [], ticket_deck: position.ticket_deck && [...position.ticket_deck, ...position.offer], final_turns: null } };
}
