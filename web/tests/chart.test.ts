/** The words of the chart at the end: apart from each other, and within it. */
import { describe, expect, it } from "vitest";
import { shortened, spread, ticksTo } from "../src/end/chart";

describe("labels of the curves", () => {
  it.each([[[11, 116, 117, 118, 119]], [[112, 113, 114, 115, 116]], [[20, 21, 60, 100, 116]]])("of %j stand apart, in order and within the chart", (wanted) => {
    const at = spread(wanted, 17, 116);
    for (let index = 1; index < at.length; index += 1) expect((at[index] ?? 0) - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(17);
    expect(at.at(-1)).toBeLessThanOrEqual(116);
    expect(at[0]).toBeGreaterThan(10);
  });
  it("stay where they are wanted while there is room", () => expect(spread([20, 60, 100], 17, 116)).toEqual([20, 60, 100]));
});

describe("the axis", () => {
  it.each([0, 4, 26, 61, 130, 249, 400])("of %i points has six figures at most and reaches them", (most) => {
    const ticks = ticksTo(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.at(-1)).toBeGreaterThan(0);
  });
});

it("says of a long name that there is more of it", () => expect([shortened("Ada", 8), shortened("Old Conductor", 8), shortened("Old Conductor", 5)]).toEqual(["Ada", "Old Con…", "Old…"]));
