import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { middleOf, safeBox } from "../src/board/camera.svelte";
import { placeTowards, routesNear } from "../src/board/nearest";
import type { Geometry } from "../src/api";

const geometry = (name: string) => (JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8")) as { geometry: Geometry }).geometry;

describe.each(["new-york", "london", "usa"])("the board of %s", (name) => {
  const board = geometry(name);
  it("keeps spaces and names inside its sheet", () => {
    const [left, top, wide, high] = board.view;
    const box = safeBox(board);
    expect(box.left).toBeGreaterThan(left);
    expect(box.top).toBeGreaterThan(top);
    expect(box.right).toBeLessThan(left + wide);
    expect(box.bottom).toBeLessThan(top + high);
  });
  it("finds each route by the middle of one of its spaces", () => {
    for (const route of board.routes) for (const cell of route.cells) expect(routesNear(board, cell, 1, 0)[0]?.name).toBe(route.name);
  });
  it("doubts between twins under a finger", () => {
    const twin = board.routes.find(({ twin }) => twin !== null);
    const other = board.routes[twin?.twin ?? -1];
    expect(twin && other).toBeTruthy();
    if (!twin || !other) return;
    const [a, b] = [middleOf(twin), middleOf(other)];
    const near = routesNear(board, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 20, 5).map((route) => route.name);
    expect(near).toEqual(expect.arrayContaining([twin.name, other.name]));
  });
  it("reaches every place by the arrow keys", () => {
    const reached = new Set<string>();
    const queue = board.locations.slice(0, 1);
    while (queue.length > 0) {
      const place = queue.pop();
      if (!place || reached.has(place.name)) continue;
      reached.add(place.name);
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] as const) {
        const next = placeTowards(board, place, key);
        if (next) queue.push(next);
      }
    }
    expect(reached.size).toBe(board.locations.length);
  });
});
