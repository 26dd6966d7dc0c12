import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { clearOf, grownLabels, labelBox } from "../src/board/names";
import { bevels, outlines } from "../src/board/shapes";
import type { Geometry } from "../src/api";

const geometry = (name: string) => (JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8")) as { geometry: Geometry }).geometry;

describe.each(["new-york", "london", "usa"])("names on the board of %s", (name) => {
  const board = geometry(name);
  it("are the board's own at their own size", () => {
    const labels = grownLabels(board, board.locations, 1, 12);
    for (const place of board.locations) expect(labels.get(place.name)).toBe(place.label);
  });
  it("begin beside the letter that an offer pins on their place", () => {
    for (const place of board.locations) {
      const { left, right, top, bottom } = labelBox(clearOf(place.label, place, board.name_size, 12), board.name_size);
      expect(left >= place.x + 11.9 || right <= place.x - 11.9 || top >= place.y + 11.9 || bottom <= place.y - 11.9, place.name).toBe(true);
    }
  });
  it("stay on the sheet when they are written larger", () => {
    const [left, top, wide, high] = board.view;
    for (const grown of [1.4, 2.5]) {
      for (const place of board.locations) {
        const label = grownLabels(board, [place], grown, 20).get(place.name) ?? place.label;
        const box = labelBox(label, board.name_size * grown);
        expect(box.left, place.name).toBeGreaterThanOrEqual(left - 1);
        expect(box.right, place.name).toBeLessThanOrEqual(left + wide + 1);
        expect(box.top, place.name).toBeGreaterThanOrEqual(top - 1);
        expect(box.bottom, place.name).toBeLessThanOrEqual(top + high + 1);
      }
    }
  });
});

describe("large names of neighbours", () => {
  const board = geometry("usa");
  it.each([
    ["Atlanta", "Nashville"],
    ["Portland", "Seattle", "Vancouver"],
    ["Boston", "New York", "Montréal", "Washington"],
    ["Kansas City", "Omaha", "Oklahoma City", "Dallas", "Houston", "Saint Louis"],
  ])("stand clear of each other: %s, %s", (...names) => {
    const places = board.locations.filter(({ name }) => names.includes(name));
    expect(places).toHaveLength(names.length);
    const boxes = [...grownLabels(board, places, 1.9, 18).values()].map((label) => labelBox(label, board.name_size * 1.9));
    boxes.forEach((one, at) => {
      for (const other of boxes.slice(at + 1)) expect(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top).toBe(true);
    });
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
