/** What speaks of a route stands beside it and covers nothing of it. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Geometry } from "../src/api";
import { boxOf, createCamera, type Box } from "../src/board/camera.svelte";
import { across, corner, stand } from "../src/table/popoverPosition";

const geometry = (name: string) => (JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8")) as { geometry: Geometry }).geometry;
const covers = (at: { left: number; top: number }, size: { width: number; height: number }, box: Box) =>
  at.left < box.right && at.left + size.width > box.left && at.top < box.bottom && at.top + size.height > box.top;

describe.each([["usa", 1136, 717], ["usa", 820, 530], ["new-york", 660, 900], ["new-york", 607, 844], ["london", 624, 851]])("a popover on %s in %i x %i", (name, width, height) => {
  const board = geometry(name);
  const camera = createCamera(board);
  camera.resize(width, height);
  const size = { width: 356, height: 200 };

  it("stays on the board and off its route wherever it has room", () => {
    const covered = board.routes.filter((route) => {
      const box = camera.screenBox(boxOf(board, route));
      const at = stand(box, size, { width, height }, across(box), 12, 10);
      expect(at.left).toBeGreaterThanOrEqual(10);
      expect(at.top).toBeGreaterThanOrEqual(10);
      expect(at.left + size.width).toBeLessThanOrEqual(width - 10);
      expect(at.top + size.height).toBeLessThanOrEqual(height - 10);
      expect(at.beak === null).toBe(covers(at, size, box));
      return covers(at, size, box);
    });
    expect(covered.map((route) => route.name)).toEqual([]);
  });
});

describe("a note", () => {
  const area = { width: 390, height: 844 };
  it("stands across what it speaks of", () => {
    expect([across({ left: 0, top: 0, right: 200, bottom: 20 })[0], across({ left: 0, top: 0, right: 20, bottom: 200 })[0]]).toEqual(["above", "right"]);
  });
  it("leaves free what else it speaks of, where it can", () => {
    const subject = { left: 150, top: 400, right: 200, bottom: 440 };
    const plain = stand(subject, { width: 320, height: 230 }, area, ["left", "above", "below", "right"], 24);
    const other = { left: 0, top: 100, right: 390, bottom: 390 };
    const free = stand(subject, { width: 320, height: 230 }, area, ["left", "above", "below", "right"], 24, 8, [other]);
    expect([plain.side, free.side]).toEqual(["above", "below"]);
  });
  it("moves along its side, so that it leaves the other free", () => {
    const window = { width: 1440, height: 800 };
    const [offer, note] = [{ left: 960, top: 140, right: 1440, bottom: 620 }, { width: 320, height: 230 }];
    const ends = [{ left: 900, top: 140, right: 930, bottom: 170 }, { left: 700, top: 590, right: 730, bottom: 620 }, { left: 800, top: 290, right: 830, bottom: 320 }];
    const at = stand(offer, note, window, ["left", "above", "below", "right"], 24, 8, ends);
    expect([at.side, ends.filter((box) => covers(at, note, box))]).toEqual(["left", []]);
  });
  it("covers the least where there is room on no side", () => {
    const at = stand({ left: 10, top: 100, right: 380, bottom: 760 }, { width: 320, height: 230 }, area, ["left", "above", "below", "right"], 24);
    expect([at.side, at.beak]).toEqual(["above", null]);
  });
});

describe("the camera of a phone", () => {
  const board = geometry("usa");
  it("shows all of a route that is spoken of, and no closer than it fits", () => {
    const camera = createCamera(board);
    camera.resize(390, 320);
    for (const route of board.routes) {
      camera.read({ x: 0, y: 0 });
      camera.reveal(boxOf(board, route));
      const { left, top, right, bottom } = camera.screenBox(boxOf(board, route));
      expect(Math.min(left, top, 390 - right, 320 - bottom), route.name).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("a note on the board", () => {
  const board = { left: 252, top: 0, right: 780, bottom: 720 };
  const size = { width: 320, height: 244 };
  const pin = (x: number, y: number): Box => ({ left: x - 12, right: x + 12, top: y - 12, bottom: y + 12 });

  it("stands at its foot, and leaves the ends of the tickets free", () => {
    expect(corner(board, size, [])).toEqual({ left: 260, top: 468 });
    for (const pins of [[pin(415, 538), pin(598, 414)], [pin(415, 538), pin(675, 636), pin(596, 414)]]) {
      const at = corner(board, size, pins);
      expect(pins.filter((box) => covers(at, size, box))).toEqual([]);
    }
  });
  it("stands between the corners, where an end lies in each of them", () => {
    const pins = [pin(300, 60), pin(700, 100), pin(300, 640), pin(720, 620)];
    const at = corner(board, size, pins);
    expect(pins.filter((box) => covers(at, size, box))).toEqual([]);
  });
});
