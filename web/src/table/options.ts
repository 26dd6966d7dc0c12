/** What the server told of a seat, sorted for the page: claims and refusals by route, tickets by name, what happened since a turn. */
import type { Claim, Finished, Line, Options, Refusal, TicketStatus, View } from "../api";
import { movesOf, type Entry, type Move } from "./log";

/** Between two people at one device: who is to look next, who looked last, and what everybody may know of what they did. */
export interface Handover { seat: number; from: number | null; did: Entry | null }

export interface Notice { key: "late" | "refused" | "back" | "offline" | "undo"; text: string; stays: boolean }

export function claimsByRoute(legal: Options["legal"]): Map<string, Claim[]> {
  const byRoute = new Map<string, Claim[]>();
  for (const action of legal) {
    if (action.kind === "claim") byRoute.set(action.route, [...(byRoute.get(action.route) ?? []), action]);
  }
  return byRoute;
}

export function refusalsByRoute(options: Options | null): Map<string, Refusal> {
  return new Map((options?.refusals ?? []).flatMap(({ routes, ...refusal }) => routes.map((route): [string, Refusal] => [route, refusal])));
}

/** How the tickets stand. At the end one is done or it is not: nothing is on its way any more. */
export function statusByTicket(options: Options | null, final: Finished | null, seat: number | null): Map<string, TicketStatus> {
  const sheet = final?.sheets.find((one) => one.seat === seat);
  const ended = sheet?.tickets.map(({ ticket, complete }): TicketStatus => ({ ticket, state: complete ? "done" : "impossible", pieces: 0, routes: [] }));
  return new Map((ended ?? options?.ways ?? []).map((way) => [way.ticket, way]));
}

/** The tickets that a seat holds. At set-up they are its own once it has chosen, though all are given out when everybody has: then the log tells them. */
export function heldTickets(view: View | null, lines: readonly Line[], seat: number | null): string[] {
  const { tickets = [], chosen = null } = view?.you ?? {};
  if (chosen === null) return tickets;
  const chose = lines.flatMap(({ events }) => events).findLast((event) => event.kind === "chose" && event.seat === seat);
  return [...tickets, ...(chose?.kind === "chose" ? (chose.keep ?? []) : [])];
}

/** What the others did since a seat acted last. */
export function sinceActed(log: Entry[], seat: number | null): Move[] {
  const last = seat === null ? -1 : log.findLastIndex((entry) => entry.seat === seat);
  return last < 0 ? [] : movesOf(log.slice(last + 1));
}
