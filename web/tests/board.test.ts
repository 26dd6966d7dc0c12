import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { render } from "svelte/server";
import Bands from "../src/board/Bands.svelte";
import Board from "../src/board/Board.svelte";
import { createCamera, middleOf, safeBox } from "../src/board/camera.svelte";
import { noMarks } from "../src/board/marks";
import { outlines } from "../src/board/shapes";
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

describe.each(["new-york", "london", "usa", "usa-anniversary"])("what is kept free at the foot of %s", (name) => {
  const board = geometry(name);
  it.each([[390, 484, 58], [360, 280, 58], [484, 321, 58], [820, 529, 52], [912, 613, 52], [601, 820, 52], [528, 720, 52], [1136, 717, 52], [1012, 547, 52]])("has no route and no name, %i x %i", (width, height, foot) => {
    const camera = createCamera(board);
    camera.resize(width, height);
    camera.keepFoot(foot);
    const { left, top, right, bottom } = camera.screenBox(safeBox(board));
    expect(bottom).toBeLessThanOrEqual(height - foot + 0.5);
    expect(Math.min(left, top, width - right)).toBeGreaterThanOrEqual(-0.5);
  });
});

/** The first path of a class, as it is written. */
const pathOf = (body: string, kind: string) => new RegExp(`<path [^>]*class="${kind}\\b[^>]*>`).exec(body)?.[0] ?? "";

it("draws a line around the spaces under the mouse, whatever else is marked there", () => {
  const board = geometry("usa");
  const [route] = board.routes;
  if (!route) throw new Error("no route");
  const { body } = render(Bands, { props: { geometry: board, marks: { ...noMarks, hovered: route.name, strong: new Set([route.name]) } } });
  expect(pathOf(body, "hovered")).toContain(` d="${outlines(route.cells, board.cell.height, board.cell.radius)}"`);
  expect(pathOf(body, "strong")).not.toBe("");
});

it("draws a path wider on a small picture, and nothing else", () => {
  const board = geometry("usa");
  const [path, strong] = board.routes.map(({ name }) => name) as [string, string];
  const widths = (grown: number) => {
    const { body } = render(Bands, { props: { geometry: board, grown, marks: { ...noMarks, path: new Set([path]), strong: new Set([strong]) } } });
    return ["path", "strong"].map((kind) => Number(/stroke-width="([\d.]+)"/.exec(pathOf(body, kind))?.[1]));
  };
  const [[near = 0, other], [far = 0, same]] = [widths(1), widths(2)] as [number[], number[]];
  expect(near).toBeGreaterThan(board.cell.height);
  expect(far - board.cell.height).toBeCloseTo(2 * (near - board.cell.height));
  expect(other).toBeGreaterThan(board.cell.height);
  expect(same).toBe(other);
});

it("lets the other half of the double under the mouse step back, but none of the pieces on it", () => {
  vi.stubGlobal("devicePixelRatio", 1);
  const board = geometry("usa");
  const half = board.routes.find(({ twin }) => twin !== null);
  const other = board.routes[half?.twin ?? -1];
  if (!half || !other) throw new Error("no double");
  const camera = createCamera(board);
  camera.resize(1000, 640);
  const { body } = render(Board, { props: { geometry: board, art: { day: "", night: "" }, camera, owners: { [other.name]: 1 }, marks: { ...noMarks, hovered: half.name }, routeLabel: ({ name }) => name } });
  vi.unstubAllGlobals();
  const aside = [...body.matchAll(/<g [^>]*data-route="([^"]*)"[^>]*>(.*?)<\/g>/gs)].filter(([tag]) => /^<g [^>]*class="[^"]*\baside\b/.test(tag));
  expect(aside.map(([, name]) => name)).toEqual([other.name]);
  expect(aside[0]?.[2]).not.toContain("<use");
  const pieces = [...body.matchAll(/<g([^>]*)>\s*<use /g)].map(([, attributes = ""]) => attributes);
  expect(pieces).toHaveLength(other.cells.length);
  expect(pieces.filter((attributes) => /faded|aside|opacity/.test(attributes))).toEqual([]);
});

it("lets only the claim that is looked at swell", () => {
  const board = geometry("usa");
  const [first, second] = board.routes.map(({ name }) => name) as [string, string];
  const last = [{ route: first, seat: 1, step: 1, now: false }, { route: second, seat: 2, step: 2, now: true }];
  const { body } = render(Bands, { props: { geometry: board, marks: { ...noMarks, last } } });
  expect([...body.matchAll(/<g class="([^"]*)"/g)].map(([, classes = ""]) => /seat\d/.exec(classes)?.[0] + (/\bnow\b/.test(classes) ? " swells" : ""))).toEqual(["seat1", "seat2 swells"]);
});
