import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createCamera, type Box } from "../src/board/camera.svelte";
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

/** Places of a board in another order for every seed. */
function shuffled<One>(all: readonly One[], seed: number): One[] {
  const weighed = all.map((one, at) => ({ one, weight: Math.sin(9973 * seed + 131 * at) * 1e4 % 1 }));
  return weighed.toSorted((a, b) => a.weight - b.weight).map(({ one }) => one);
}

/** A board as a table shows it on a phone: how much larger its names are written there, and what they keep from their places. */
function shownAt(board: Geometry, width: number, height: number): { grown: number; gap: number } {
  const camera = createCamera(board);
  camera.resize(width, height);
  const grown = camera.tiny ? camera.grown : 1;
  return { grown, gap: 12 * (board.marker / 7) * Math.min(1.2 * grown, 2) };
}

describe.each(["new-york", "london", "usa", "usa-anniversary"])("large names on the board of %s", (name) => {
  const board = geometry(name);
  // What phones leave of their windows, upright and on their side, and a hint or an answer of that.
  it.each([[360, 280], [360, 380], [390, 484], [484, 322], [380, 292], [307, 307], [360, 180], [390, 240]])("stand clear of each other, whoever they are, in %i x %i", (width, height) => {
    const { grown, gap } = shownAt(board, width, height);
    if (grown === 1) return;
    for (let seed = 1; seed <= 72; seed += 1) {
      const places = shuffled(board.locations, seed).slice(0, 2 + (seed % (board.locations.length - 1)));
      const labels = grownLabels(board, places, grown, gap);
      const boxes = [...labels].map(([place, label]) => ({ place, ...labelBox(label, board.name_size * grown) }));
      const apart = (one: Box, other: Box) => one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      const over = boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => !apart(one, other)).map((other) => `${one.place} over ${other.place}`));
      // A letter may be pinned on those that come before.
      places.forEach(({ name: pinned, x, y }, at) => {
        const pin = { left: x - 0.75 * gap, right: x + 0.75 * gap, top: y - 0.75 * gap, bottom: y + 0.75 * gap };
        for (const one of boxes) if (places.findIndex(({ name: place }) => place === one.place) > at && !apart(one, pin)) over.push(`${one.place} over the place of ${pinned}`);
      });
      expect(over, places.map((place) => place.name).join(", ")).toEqual([]);
      // The first are what is spoken of: the ends of a route or of a ticket.
      for (const place of places.slice(0, 2)) expect(labels.has(place.name), `${place.name} of ${places.map((one) => one.name).join(", ")}`).toBe(true);
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
