/** Which route is meant by a point: the nearest by its spaces. And which place lies that way, for the arrow keys. */
import type { Geometry, PlacedLocation, PlacedRoute } from "../api";
import type { Point } from "./camera.svelte";

function distance(route: PlacedRoute, height: number, at: Point): number {
  return Math.min(
    ...route.cells.map((cell) => {
      const turn = (-cell.angle * Math.PI) / 180;
      const [dx, dy] = [at.x - cell.x, at.y - cell.y];
      const along = Math.abs(dx * Math.cos(turn) - dy * Math.sin(turn)) - cell.length / 2;
      const across = Math.abs(dx * Math.sin(turn) + dy * Math.cos(turn)) - height / 2;
      return Math.hypot(Math.max(along, 0), Math.max(across, 0));
    }),
  );
}

/** The routes within reach, nearest first; only the nearest when it is clearly meant. */
export function routesNear(geometry: Geometry, at: Point, reach: number, doubt: number): PlacedRoute[] {
  const near = geometry.routes
    .map((route) => ({ route, far: distance(route, geometry.cell.height, at) }))
    .filter(({ far }) => far <= reach)
    .sort((one, other) => one.far - other.far);
  const best = near[0];
  return best ? near.filter(({ far }) => far <= best.far + doubt).map(({ route }) => route) : [];
}

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** The nearest place in a direction: the farther off the straight line, the farther away it counts. */
export function placeTowards(geometry: Geometry, from: PlacedLocation, direction: Direction): PlacedLocation | null {
  const [ux, uy] = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[direction] as [number, number];
  let best: PlacedLocation | null = null;
  let least = Infinity;
  for (const place of geometry.locations) {
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const ahead = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy - dy * ux);
    if (place === from || ahead <= 0 || aside > 1.6 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
