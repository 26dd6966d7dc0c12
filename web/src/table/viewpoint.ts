/** Where on the board to look: at what is spoken of, or at what is one's own. */
import type { Edition, Geometry, PlacedLocation, PlacedRoute } from "../api";
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
