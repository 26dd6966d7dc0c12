/** Which arrangement a window gets. */
import { describe, expect, it } from "vitest";
import { screenOf, shapeOf } from "../src/table/layout.svelte";

describe("a window", () => {
  it.each([
    [360, 740, true, "phone"],
    [844, 390, true, "phone"],
    [720, 1280, false, "phone"],
    [768, 1024, true, "up"],
    [820, 1180, false, "up"],
    [1024, 768, true, "side"],
    [1180, 820, true, "side"],
    [1024, 768, false, "small"],
    [1280, 720, true, "small"],
    [1440, 900, false, "desk"],
    [1920, 1080, false, "wide"],
  ] as const)("of %i x %i, touched: %s, is laid out as %s", (width, height, finger, screen) => {
    expect(screenOf(width, height, finger)).toBe(screen);
  });
});

describe("a board", () => {
  it("lies when it is clearly wider than high, and stands otherwise", () => {
    expect([shapeOf({ view: [0, 0, 1080, 726] }), shapeOf({ view: [0, 0, 1100, 1000] }), shapeOf({ view: [-50, -50, 1100, 1500] })]).toEqual(["land", "prt", "prt"]);
  });
});
