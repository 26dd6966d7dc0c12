/** Where names stand when they are written larger than the board's own: beside their places, on the sheet, clear of each other. */
import type { Geometry, PlacedLocation } from "../api";

type Label = PlacedLocation["label"];
interface Box { left: number; right: number; top: number; bottom: number }
interface Spot { label: Label; box: Box }
/** A letter of the condensed map face, in parts of its size. */
const letter = (one: string) => (/[fijlrtI .'’-]/.test(one) ? 0.3 : /[\p{Lu}mw]/u.test(one) ? 0.63 : 0.48);
/** How often each name looks again for a better spot, now that the others have theirs. */
const ROUNDS = 4;
/** How much worse it is to lie over another name than over a route. */
const OVER = 20;

/** The label's width in board units, for names of a size. */
export function labelWidth(label: Label, size: number): number {
  return size * Math.max(...label.lines.map((line) => [...line].reduce((sum, one) => sum + letter(one), 0)));
}

export function labelBox(label: Label, size: number): Box {
  const width = labelWidth(label, size);
  const left = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
  return { left, right: left + width, top: (label.baselines[0] ?? 0) - 0.75 * size, bottom: (label.baselines.at(-1) ?? 0) + 0.2 * size };
}

/** A label that begins no nearer to the middle of its place than `gap`: a letter pinned there covers none of it. */
export function clearOf(label: Label, place: Pick<PlacedLocation, "x" | "y">, size: number, gap: number): Label {
  const { top, bottom } = labelBox(label, size);
  if (label.anchor === "start") return { ...label, x: Math.max(label.x, place.x + gap) };
  if (label.anchor === "end") return { ...label, x: Math.min(label.x, place.x - gap) };
  const down = (top + bottom) / 2 > place.y ? Math.max(0, place.y + gap - top) : Math.min(0, place.y - gap - bottom);
  return { ...label, baselines: label.baselines.map((y) => y + down) };
}

/** What stands at a corner of a place begins so near to its middle, in parts of what keeps a side from it: across, and up or down. */
const CORNER = { across: 0.75, along: 0.5 };

/** The sides and corners of a place, with the board's own breaks and in one line: the board's own choice first, then whatever costs least. */
function spots(place: PlacedLocation, size: number, gap: number): Spot[] {
  const { label } = place;
  const own = { start: [1, 0], end: [-1, 0], middle: [0, (label.baselines[0] ?? 0) < place.y ? -1 : 1] }[label.anchor] as [number, number];
  const sides = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 1], [-1, -1], [-1, 1]] as const;
  const at = (lines: string[], [across, along]: readonly [number, number]): Label => {
    const corner = across !== 0 && along !== 0;
    const [dx, dy] = corner ? [across * CORNER.across * gap, along * CORNER.along * gap] : [across * gap, along * gap];
    const more = (lines.length - 1) * size;
    const first = along === 0 ? 0.3 * size - more / 2 : along > 0 ? 0.75 * size : -0.2 * size - more;
    return { lines, anchor: across > 0 ? "start" : across < 0 ? "end" : "middle", x: place.x + dx, baselines: lines.map((_, index) => place.y + dy + first + index * size) };
  };
  const broken = label.lines.length > 1 ? [label.lines, [label.lines.join(" ")]] : [label.lines];
  return broken.flatMap((lines) => [own, ...sides].map((side) => at(lines, side))).map((one) => ({ label: one, box: labelBox(one, size) }));
}

const shared = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/**
 * Labels of these places, `grown` times as large; `gap` is how far a name keeps from the middle of its place. No name lies over another or
 * beyond the sheet, and few over other places: where there is no room for all, the first keep theirs. Routes are covered as little as possible.
 */
export function grownLabels(geometry: Geometry, places: PlacedLocation[], grown: number, gap: number): ReadonlyMap<string, Label> {
  if (grown === 1) return new Map(places.map((place) => [place.name, place.label]));
  const [left, top, wide, high] = geometry.view;
  const size = geometry.name_size * grown;
  const reach = 0.75 * gap;
  const pins = places.map(({ x, y }): Box => ({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }));
  const half = geometry.cell.height / 2;
  const cells = geometry.routes.flatMap((route) => route.cells.map(({ x, y }): Box => ({ left: x - half, right: x + half, top: y - half, bottom: y + half })));
  const onSheet = (box: Box) => box.left >= left && box.right <= left + wide && box.top >= top && box.bottom <= top + high;
  const choices = places.map((place, at) =>
    spots(place, size, gap)
      .filter(({ box }) => onSheet(box))
      .map((spot, nth) => ({
        ...spot,
        cost: 0.02 * size * size * nth + cells.reduce((sum, cell) => sum + shared(spot.box, cell), 0) + OVER * pins.reduce((sum, pin, index) => (index === at ? sum : sum + shared(spot.box, pin)), 0),
      })),
  );
  const taken: (Spot | undefined)[] = choices.map(() => undefined);
  const over = (box: Box, at: number) => taken.reduce((sum, other, index) => (index === at || !other ? sum : sum + shared(box, other.box)), 0);
  for (let round = 0; round < ROUNDS; round += 1)
    choices.forEach((own, at) => {
      const costs = own.map(({ box, cost }) => cost + OVER * over(box, at));
      taken[at] = own[costs.indexOf(Math.min(...costs))];
    });
  // Who comes later makes way, or has no name.
  choices.forEach((own, at) => {
    const before = [...pins.slice(0, at), ...taken.slice(0, at).flatMap((other) => other?.box ?? [])];
    taken[at] = [taken[at], ...own.toSorted((one, other) => one.cost - other.cost)].find((spot) => spot && before.every((other) => shared(spot.box, other) === 0));
  });
  return new Map(places.flatMap((place, at) => (taken[at] ? [[place.name, taken[at].label] as const] : [])));
}
