import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { grownLabel, labelWidth } from "../src/board/names";
import { bevels, outlines } from "../src/board/shapes";
import type { Geometry } from "../src/types";

const geometry = (name: string) => (JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8")) as { geometry: Geometry }).geometry;

describe.each(["new-york", "london", "usa"])("names on the board of %s", (name) => {
  const board = geometry(name);
  it("are the board's own at their own size", () => {
    for (const place of board.locations) expect(grownLabel(board, place, 1)).toBe(place.label);
  });
  it("stay on the sheet when they are written larger", () => {
    const [left, , wide] = board.view;
    for (const grown of [1.4, 2.5]) {
      for (const place of board.locations) {
        const label = grownLabel(board, place, grown);
        const width = labelWidth(label, board.name_size * grown);
        const from = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
        expect(from, place.name).toBeGreaterThanOrEqual(left - 1);
        expect(from + width, place.name).toBeLessThanOrEqual(left + wide + 1);
      }
    }
  });
});

describe("a route's spaces as paths", () => {
  const board = geometry("usa");
  const route = board.routes.find(({ cells }) => cells.length === 6);
  const { height, radius } = board.cell;
  it("have one outline and two edges each", () => {
    expect(route).toBeDefined();
    const cells = route?.cells ?? [];
    expect(outlines(cells, height, radius).match(/M/g)).toHaveLength(6);
    for (const edge of bevels(cells, height, radius, 1.5)) expect(edge.match(/M/g)).toHaveLength(6);
  });
  it("lie around the middle of the space, however it is turned", () => {
    for (const cell of route?.cells ?? []) {
      const points = [...outlines([cell], height, radius).matchAll(/(?:L|0 0 1 )(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
      const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length);
      expect(middle[0]).toBeCloseTo(cell.x, 1);
      expect(middle[1]).toBeCloseTo(cell.y, 1);
    }
  });
});
