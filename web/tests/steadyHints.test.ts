/** A hint that is thought about does not change under the finger. */
import { describe, expect, it } from "vitest";
import type { Hints } from "../src/api";
import { SteadyHints } from "../src/table/steadyHints";

type Row = [action: string, chance?: number, level?: boolean];
const hints = (thinking: boolean, ...rows: Row[]): Hints =>
  ({ thinking, worlds: 0, n: 0, seat: 0, kept_to_plan: false, plan: [`plan of ${rows[0]?.[0]}`], reasons: [], candidates: rows.map(([action, chance = null, level = false]) => ({ option: { action }, chance, error: 0.03, worlds: 0, level })) }) as unknown as Hints;

function reader() {
  const steady = new SteadyHints();
  return (now: number, thinking: boolean, ...rows: Row[]) => {
    const shown = steady.tell(hints(thinking, ...rows), now);
    return [shown.candidates.map(({ option }) => option.action).join(" "), shown.plan[0], steady.firm, steady.wait];
  };
}

describe("a hint that is thought about", () => {
  it("can be done once there is a verdict", () => {
    const tell = reader();
    expect(tell(0, true, ["a"], ["b"])).toEqual(["a b", "plan of a", false, 0]);
    expect(tell(700, true, ["a", 0.4], ["b", 0.3])).toEqual(["a b", "plan of a", true, 0]);
  });
  it("keeps its move and plan while the errors do not part, however long", () => {
    const tell = reader();
    tell(0, true, ["a", 0.4], ["b", 0.3]);
    expect(tell(5000, true, ["b", 0.42], ["a", 0.4, true])).toEqual(["a b", "plan of a", true, 0]);
    expect(tell(5300, true, ["b"], ["a"])).toEqual(["a b", "plan of a", false, 0]);
  });
  it("changes when they part, at most once in two seconds; what is known to be worse cannot be done meanwhile", () => {
    const tell = reader();
    tell(0, true, ["a", 0.27], ["b", 0.26]);
    expect(tell(500, true, ["b", 0.4], ["a", 0.27])).toEqual(["a b", "plan of a", false, 1500]);
    expect(tell(2000, true, ["b", 0.4], ["a", 0.27])).toEqual(["b a", "plan of b", true, 0]);
    expect(tell(2300, true, ["a", 0.5], ["b", 0.4])).toEqual(["b a", "plan of b", false, 1700]);
  });
  it("ends with what is recommended, also where that is level", () => {
    const tell = reader();
    tell(0, true, ["a", 0.4], ["b", 0.3]);
    expect(tell(1500, false, ["b", 0.41], ["a", 0.4, true])).toEqual(["a b", "plan of a", false, 500]);
    expect(tell(2000, false, ["b", 0.41], ["a", 0.4, true])).toEqual(["b a", "plan of b", true, 0]);
  });
  it("makes way where it is thought of no more, and can be the only move", () => {
    const tell = reader();
    tell(0, true, ["a"], ["b"]);
    expect(tell(2000, true, ["b", 0.4])).toEqual(["b", "plan of b", true, 0]);
    expect(reader()(0, false, ["a"])).toEqual(["a", "plan of a", true, 0]);
  });
});
