/** Where figures stand beside those of our levels, as they were measured: by chance one may be 0 or less, or behind a weaker one. */
import type { Review } from "../api";

type Levels = readonly Pick<Review["levels"][number], "name" | "figure">[];

/** Places on a line, 0 to 100: logarithmic, from half the smallest level above 0 to twice the largest; what lies beyond stands at its end. */
export function levelScale(levels: Levels): (figure: number) => number {
  const figures = levels.map(({ figure }) => figure).filter((figure) => figure > 0);
  const [low, high] = figures.length > 0 ? [Math.min(...figures) / 2, Math.max(...figures) * 2] : [0.005, 0.1];
  return (figure) => Math.min(100, (100 * Math.log(Math.max(figure, low) / low)) / Math.log(high / low));
}

/** The levels on either side of a figure. */
export function besideLevels(figure: number, levels: Levels): [Levels[number] | undefined, Levels[number] | undefined] {
  const sorted = [...levels].sort((one, other) => one.figure - other.figure);
  const place = sorted.filter((level) => level.figure < figure).length;
  return [sorted[place - 1], sorted[place]];
}
