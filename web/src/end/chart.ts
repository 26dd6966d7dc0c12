/** What the chart at the end shows: points of routes turn by turn, and where its words stand: labels that are apart, an axis whose figures have room. */
import type { Edition, Line } from "../api";
import { movesOf, standing } from "../table/log";

/** Everybody's points of routes before their first turn and after each; what was taken back is none. */
export function pointsByTurn(lines: Line[], { routes }: Pick<Edition, "routes">, seats: number): number[][] {
  const points = new Map(routes.map((route) => [route.name, route.points]));
  const log = standing(lines);
  const moves = movesOf(log.slice(log.findLastIndex(({ key }) => key === "log.chose") + 1));
  const steps = [Array.from({ length: seats }, () => 0)];
  const turns = new Map<number, number>();
  moves.forEach(({ key, seat, route }, index) => {
    // An offer and what was kept of it are one turn.
    const turn = (turns.get(seat) ?? 0) + (moves[index - 1]?.seat === seat ? 0 : 1);
    turns.set(seat, turn);
    const gained = (steps[turn] ??= Array.from({ length: seats }, () => 0));
    if (key === "log.claimed") gained[seat] = points.get(route ?? "") ?? 0;
  });
  const sums = Array.from({ length: seats }, () => 0);
  return steps.map((gained) => gained.map((more, seat) => (sums[seat] = (sums[seat] ?? 0) + more)));
}

/** Labels from top to bottom near where they would be, each `apart` from the next, none below `lowest`. */
export function spread(wanted: readonly number[], apart: number, lowest: number): number[] {
  const at = [...wanted];
  for (let index = 1; index < at.length; index += 1) at[index] = Math.max(at[index] ?? 0, (at[index - 1] ?? 0) + apart);
  for (let index = at.length - 1; index >= 0; index -= 1) at[index] = Math.min(at[index] ?? 0, index === at.length - 1 ? lowest : (at[index + 1] ?? 0) - apart);
  return at;
}

/** The figures of an axis from nought to at least `most`: six at most. */
export function ticksTo(most: number): number[] {
  const unit = [5, 10, 25, 50, 100].find((step) => most <= 5 * step) ?? 250;
  return Array.from({ length: Math.max(1, Math.ceil(most / unit)) + 1 }, (_, index) => index * unit);
}

/** A name that has room: the rest of it is left to the reader. */
export const shortened = (name: string, most: number): string => (name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`);
