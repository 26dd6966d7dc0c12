/** Where names stand when they are written larger than the board's own: beside their places, on the sheet, clear of each other. */
import type { Geometry, PlacedLocation } from "../api";

type Label = PlacedLocation["label"];
interface Box { left: number; right: number; top: number; bottom: number }
interface Spot { label: Label; box: Box }
/** A letter of the condensed map face, in parts of its size. */
const LETTER = 0.47;
/** How often each name looks again for a better spot, now that the others have theirs. */
const ROUNDS = 3;

/** The label's width in board units, for names of a size. */
export function labelWidth(label: Label, size: number): number {
  return LETTER * size * Math.max(...label.lines.map((line) => line.length));
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

/** The four sides of a place, the board's own choice first. */
function spots(place: PlacedLocation, size: number, gap: number): Spot[] {
  const { lines, anchor, baselines } = place.label;
  const from = (first: number) => lines.map((_, index) => first + index * size);
  const beside = from(place.y + 0.3 * size - ((lines.length - 1) * size) / 2);
  const sides = {
    right: { lines, anchor: "start", x: place.x + gap, baselines: beside },
    left: { lines, anchor: "end", x: place.x - gap, baselines: beside },
    above: { lines, anchor: "middle", x: place.x, baselines: from(place.y - gap - 0.2 * size - (lines.length - 1) * size) },
    below: { lines, anchor: "middle", x: place.x, baselines: from(place.y + gap + 0.75 * size) },
  } satisfies Record<string, Label>;
  const own = anchor === "start" ? "right" : anchor === "end" ? "left" : (baselines[0] ?? 0) < place.y ? "above" : "below";
  return [sides[own], ...Object.values(sides).filter((label) => label !== sides[own])].map((label) => ({ label, box: labelBox(label, size) }));
}

const shared = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** Labels of these places, `grown` times as large; `gap` is how far a name keeps from the middle of its place. */
export function grownLabels(geometry: Geometry, places: PlacedLocation[], grown: number, gap: number): ReadonlyMap<string, Label> {
  if (grown === 1) return new Map(places.map((place) => [place.name, place.label]));
  const [left, top, wide, high] = geometry.view;
  const size = geometry.name_size * grown;
  const pins = places.map(({ x, y }): Box => ({ left: x - gap, right: x + gap, top: y - gap, bottom: y + gap }));
  const choices = places.map((place) => spots(place, size, gap));
  const taken = choices.map(([own]) => own as Spot);
  const beyond = ({ left: x0, right: x1, top: y0, bottom: y1 }: Box) => Math.max(0, left - x0, x1 - left - wide, top - y0, y1 - top - high) * size;
  const cost = (box: Box, at: number) =>
    4 * beyond(box) + taken.reduce((sum, other, index) => (index === at ? sum : sum + shared(box, other.box) + shared(box, pins[index] as Box)), 0);
  for (let round = 0; round < ROUNDS; round += 1)
    choices.forEach((own, at) => (taken[at] = own.reduce((best, spot) => (cost(spot.box, at) < cost(best.box, at) ? spot : best))));
  return new Map(places.map((place, at) => [place.name, (taken[at] as Spot).label]));
}
