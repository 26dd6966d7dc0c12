/** Where on the board to look: at what was pointed at, or at what is one's own. */
import { middleOf, type Point } from "../board/camera.svelte";
import type { Edition, Geometry } from "../api";
import type { Attention } from "./attention.svelte";
import type { Table } from "./table.svelte";

/** The middle of the route that is asked about. */
export function pointedAt(geometry: Geometry, { selected, several }: Pick<Attention, "selected" | "several">): Point {
  const name = selected ?? several?.routes[0]?.name;
  const route = geometry.routes.find((one) => one.name === name);
  return route ? middleOf(route) : { x: 0, y: 0 };
}

/** Where a phone looks first: the middle of one's own lines, or of one's tickets. */
export function ownMiddle(edition: Edition, geometry: Geometry, { view, seat }: Pick<Table, "view" | "seat">): Point {
  const places = new Set<string>();
  for (const route of geometry.routes) if (view?.routes[route.name] === seat && seat !== null) places.add(route.a).add(route.b);
  if (places.size === 0) for (const ticket of edition.tickets) if (view?.you?.tickets.includes(ticket.name)) places.add(ticket.a).add(ticket.b);
  const at = geometry.locations.filter(({ name }) => places.size === 0 || places.has(name));
  return { x: at.reduce((sum, { x }) => sum + x, 0) / at.length, y: at.reduce((sum, { y }) => sum + y, 0) / at.length };
}
