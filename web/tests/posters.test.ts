/** Posters come from the editions' art, and nobody asks for an edition by its id. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hung, posterOf } from "../src/home/posters";

const art = new URL("../../src/allaboard/editions/art/", import.meta.url);
const boards = readdirSync(art).filter((name) => name.endsWith(".poster.svg")).map((name) => name.replace(".poster.svg", ""));

describe("a poster", () => {
  it.each(boards)("of %s is the edition's picture, with plate, stamp and place", (board) => {
    const poster = posterOf({ board });
    expect(poster).toMatchObject(JSON.parse(readFileSync(new URL(`${board}.poster.json`, art), "utf8")) as object);
    expect(decodeURIComponent(poster?.picture ?? "")).toContain(readFileSync(new URL(`${board}.poster.svg`, art), "utf8"));
  });
  it("is missing where a board brought none", () => expect(posterOf({ board: "harbour" })).toBeNull());
});

it("hangs in its place; boards without one come last, in the order they had", () => {
  const places = boards.map((board) => posterOf({ board })?.place ?? 0);
  expect(new Set(places).size).toBe(boards.length);
  const own = [{ board: "second-own" }, { board: "own" }];
  const all = hung([...own, ...boards.map((board) => ({ board }))]);
  expect(all.slice(0, -2).map(({ board }) => posterOf({ board })?.place)).toEqual([...places].sort((one, other) => one - other));
  expect(all.slice(-2)).toEqual(own);
});

describe("the source", () => {
  const folder = new URL("../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|ts)$/.test(name) && name !== "schema.ts");
  const ids = readdirSync(new URL("../", art)).flatMap((name) => (/^([\w-]+)(?:\.board)?\.toml$/.exec(name) ?? []).slice(1));

  it("names no edition and no board", () => {
    expect(ids).toContain("new-york");
    expect(files.filter((name) => ids.some((id) => readFileSync(new URL(name, folder), "utf8").includes(`"${id}"`)))).toEqual([]);
  });
});
