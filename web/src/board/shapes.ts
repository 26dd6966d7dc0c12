/** The spaces of a route as paths in board units: one path a route instead of one element a space keeps the page light. */
import type { Cell } from "../api";

type Turned = (x: number, y: number) => string;

/** Coordinates of a space, turned and moved to where it lies. */
function turned(cell: Cell, dx = 0, dy = 0): Turned {
  const angle = (cell.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (x, y) => `${(cell.x + dx + x * cos - y * sin).toFixed(2)} ${(cell.y + dy + x * sin + y * cos).toFixed(2)}`;
}

/** The outlines of spaces, grown on all sides and moved. */
export function outlines(cells: Cell[], height: number, radius: number, grow = 0, dx = 0, dy = 0): string {
  const [y, r] = [height / 2 + grow, radius + grow];
  return cells
    .map((cell) => {
      const at = turned(cell, dx, dy);
      const x = cell.length / 2 + grow;
      const arc = (toX: number, toY: number) => `A${r} ${r} 0 0 1 ${at(toX, toY)}`;
      return `M${at(r - x, -y)}L${at(x - r, -y)}${arc(x, r - y)}L${at(x, y - r)}${arc(x - r, y)}L${at(r - x, y)}${arc(-x, y - r)}L${at(-x, r - y)}${arc(r - x, -y)}Z`;
    })
    .join("");
}

/** Light along the upper left edges, shade along the lower right ones. */
export function bevels(cells: Cell[], height: number, radius: number, inset: number): [light: string, shade: string] {
  const bow = Math.max(radius - 0.7 * inset, 0.3 * radius);
  const y = height / 2 - inset;
  const edge = (sign: 1 | -1) =>
    cells
      .map((cell) => {
        const at = turned(cell);
        const x = cell.length / 2 - inset;
        return `M${at(-sign * x, sign * (y - bow))}L${at(-sign * x, sign * (bow - y))}Q${at(-sign * x, -sign * y)} ${at(sign * (bow - x), -sign * y)}L${at(sign * (x - bow), -sign * y)}`;
      })
      .join("");
  return [edge(1), edge(-1)];
}
