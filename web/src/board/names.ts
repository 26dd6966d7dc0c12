/** Where a name stands when it is written larger than the board's own: pushed outwards, and kept on the sheet. */
import type { Geometry, PlacedLocation } from "../types";

type Label = PlacedLocation["label"];
/** A letter of the condensed map face, in parts of its size. */
const LETTER = 0.47;

/** The label's width in board units, for names of a size. */
export function labelWidth(label: Label, size: number): number {
  return LETTER * size * Math.max(...label.lines.map((line) => line.length));
}

export function grownLabel(geometry: Geometry, place: PlacedLocation, grown: number): Label {
  if (grown === 1) return place.label;
  const [left, , wide] = geometry.view;
  const width = labelWidth(place.label, geometry.name_size * grown);
  const reach = (place.label.x - place.x) * grown;
  const baselines = place.label.baselines.map((y) => place.y + (y - place.y) * grown);
  const { anchor, lines } = place.label;
  if (anchor === "middle") return { lines, anchor, baselines, x: Math.min(Math.max(place.x + reach, left + width / 2), left + wide - width / 2) };
  const outer = place.x + reach + (anchor === "start" ? width : -width);
  if (outer >= left && outer <= left + wide) return { lines, anchor, baselines, x: place.x + reach };
  return { lines, anchor: anchor === "start" ? "end" : "start", baselines, x: place.x - reach };
}
