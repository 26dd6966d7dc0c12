/** What the guide advises: the next thing to do for the ticket that is nearest to its end, by the way that the server's planner found for it. */
import type { Cards, Claim, Edition, Refusal, RouteInfo, Ticket, TicketStatus } from "../api";
import { routeByName, sensibleFirst } from "./choice";
import { nearerCard } from "./refusals";

/** Of a table, as far as advice needs it. */
export interface Moment {
  readonly edition: Edition;
  readonly hand: Cards;
  readonly market: readonly (string | null)[];
  /** Tickets that are held, or offered and not yet chosen. */
  readonly tickets: readonly string[];
  readonly ways: ReadonlyMap<string, TicketStatus>;
  readonly refusals: ReadonlyMap<string, Refusal>;
  readonly claims: ReadonlyMap<string, Claim[]>;
  readonly takes: ReadonlySet<string>;
  readonly mayDraw: boolean;
}

interface Aim { ticket: Ticket; way: TicketStatus }
export type Advice =
  | ({ kind: "claim"; route: RouteInfo; payment: Cards } & Aim)
  | ({ kind: "take"; card: string; route: RouteInfo; missing: number } & Aim)
  | ({ kind: "deck"; route: RouteInfo; missing: number } & Aim);

/** The open ticket that takes fewest pieces, and the better one of two alike. */
export function nearest({ edition, tickets, ways }: Pick<Moment, "edition" | "tickets" | "ways">): Aim | null {
  const aims = tickets.flatMap((name): Aim[] => {
    const [ticket, way] = [edition.tickets.find((one) => one.name === name), ways.get(name)];
    return ticket && way?.state === "open" ? [{ ticket, way }] : [];
  });
  return aims.sort((one, other) => one.way.pieces - other.way.pieces || other.ticket.points - one.ticket.points)[0] ?? null;
}

/** What to do now; null when no ticket is open. It names only what is legal and lies there. */
export function advise(moment: Moment): Advice | null {
  const aim = nearest(moment);
  if (!aim) return null;
  const { edition, hand, market, refusals, claims, takes, mayDraw } = moment;
  const routes = aim.way.routes.flatMap((name) => routeByName(edition, name) ?? []);
  const payable = routes.filter(({ name }) => claims.has(name)).sort((one, other) => other.length - one.length)[0];
  const payment = payable && sensibleFirst(claims.get(payable.name) ?? [], hand)[0]?.payment;
  if (payable && payment) return { kind: "claim", route: payable, payment, ...aim };
  const wanted = routes.flatMap((route) => {
    const refusal = refusals.get(route.name);
    return refusal?.missing ? [{ missing: refusal.missing, card: nearerCard(refusal, route), route }] : [];
  }).sort((one, other) => one.missing - other.missing);
  const [first] = wanted;
  // Cards for all of the way are there: a second card is drawn for later.
  const [ready] = routes;
  if (!first) return ready && mayDraw ? { kind: "deck", route: ready, missing: 0, ...aim } : null;
  const lies = (card: string) => market.includes(card) && takes.has(card);
  for (const { card, route, missing } of wanted) if (card && lies(card)) return { kind: "take", card, route, missing, ...aim };
  // Where any colour helps, a pair in the market is a beginning.
  const grey = wanted.find(({ card }) => card === null);
  const pair = edition.colours.find(({ name }) => lies(name) && market.filter((card) => card === name).length > 1);
  if (grey && pair) return { kind: "take", card: pair.name, route: grey.route, missing: grey.missing, ...aim };
  if (lies("wild")) return { kind: "take", card: "wild", route: first.route, missing: first.missing, ...aim };
  return mayDraw ? { kind: "deck", route: first.route, missing: first.missing, ...aim } : null;
}
