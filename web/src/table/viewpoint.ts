/** Where on the board to look: at what is spoken of, or at what is one's own. */
import type { Edition, Geometry, Hints, PlacedLocation, PlacedRoute, TicketStatus } from "../api";
import type { Point } from "../board/camera.svelte";
import type { Attention } from "./attention.svelte";
import type { Table } from "./table.svelte";

/** The route that is asked about, that a hint speaks of, or that a rival claimed in a step that is looked at; else the place that an exercise points at. */
export function spokenOf(geometry: Geometry, { selected, several, marks, pointed, step }: Pick<Attention, "selected" | "several" | "marks" | "pointed" | "step">): PlacedRoute | PlacedLocation | undefined {
  const name = selected ?? several?.routes[0]?.name ?? marks.steps[0]?.route ?? step?.route;
  return name == null ? geometry.locations.find((place) => place.name === pointed?.place) : geometry.routes.find((route) => route.name === name);
}

/** Where a phone looks first: the middle of one's own lines, or of one's tickets. */
export function ownMiddle(edition: Edition, geometry: Geometry, { view, seat }: Pick<Table, "view" | "seat">): Point {
  const places = new Set<string>();
  for (const route of geometry.routes) if (view?.routes[route.name] === seat && seat !== null) places.add(route.a).add(route.b);
  if (places.size === 0) for (const ticket of edition.tickets) if (view?.you?.tickets.includes(ticket.name)) places.add(ticket.a).add(ticket.b);
  const at = geometry.locations.filter(({ name }) => places.size === 0 || places.has(name));
  return { x: at.reduce((sum, { x }) => sum + x, 0) / at.length, y: at.reduce((sum, { y }) => sum + y, 0) / at.length };
}

/** The tickets that a hint serves: those that it names; of cards that it would draw those whose ways hold the route that they are for, else a route of its plan. */
export function servedTickets({ candidates, reasons, plan }: Pick<Hints, "candidates" | "reasons" | "plan">, ways: ReadonlyMap<string, TicketStatus>): string[] {
  const about = (kinds: readonly string[]) => reasons.flatMap(({ kind, subject }) => (kinds.includes(kind) ? [subject] : []));
  const named = about(["towards", "ticket"]);
  const kind = candidates[0]?.option.kind;
  if (named.length > 0 || (kind !== "take" && kind !== "draw deck")) return named;
  const along = (routes: readonly string[]) => [...ways.values()].filter((way) => way.state === "open" && way.routes.some((route) => routes.includes(route))).map(({ ticket }) => ticket);
  const collecting = along(about(["collects"]));
  return collecting.length > 0 ? collecting : along(plan);
}
