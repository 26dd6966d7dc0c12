import { describe, expect, it } from "vitest";
import { isOrderChosen, keepFor, least, sensibleFirst } from "../src/table/choice";
import { placeOf } from "../src/router.svelte";
import type { Claim, Keep } from "../src/api";

const claim = (payment: Record<string, number>): Claim => ({ kind: "claim", action: JSON.stringify(payment), route: "A–B", payment });
const keep = (kept: string[], give_back: string[]): Keep => ({ kind: "keep", action: `${kept.join()};${give_back.join()}`, keep: kept, give_back });

describe("payments", () => {
  it("puts the one without wilds first, then the set that comes out even", () => {
    const ways = sensibleFirst([claim({ red: 1, wild: 1 }), claim({ red: 2 }), claim({ blue: 2 })], { red: 5, blue: 2, wild: 1 });
    expect(ways.map(({ payment }) => payment)).toEqual([{ blue: 2 }, { red: 2 }, { red: 1, wild: 1 }]);
  });
});

describe("an offer", () => {
  const keeps = [keep(["A"], ["B", "C"]), keep(["A"], ["C", "B"]), keep(["A", "B"], ["C"]), keep(["A", "B", "C"], [])];
  it("is answered with the order that was chosen", () => expect(keepFor(keeps, new Set(["A"]), ["C", "B", "A"])?.give_back).toEqual(["C", "B"]));
  it("cannot be answered with a choice that is not legal", () => expect(keepFor(keeps, new Set(["C"]), ["A", "B"])).toBeNull());
  it("goes back in an order of one's own where the server lists more than one", () => expect([isOrderChosen(keeps), isOrderChosen(keeps.slice(1))]).toEqual([true, false]));
  it("says how many must stay", () => expect(least(keeps)).toBe(1));
});

describe("addresses", () => {
  it.each([
    ["#/", "home"], ["", "home"], ["#/table/abc", "table"], ["#/replay/abc?n=4", "replay"], ["#/join/K7M4QD", "join"], ["#/rules/usa/claiming", "rules"], ["#/nowhere", "lost"],
    ["#/%E0%A4%A", "lost"],
    ["#/table/%E0%A4%A", "table"],
  ])("%s is %s", (hash, screen) => expect(placeOf(hash).screen).toBe(screen));
  it.each([
    ["#/review/abc?n=57&tab=luck", 57, "luck"], ["#/review/abc?tab=nothing", null, "points"], ["#/review/abc", null, "points"],
  ])("%s is a moment and a part of a review", (hash, n, tab) => expect(placeOf(hash)).toEqual({ screen: "review", id: "abc", n, tab }));
});
