/** Choosing tickets: what a choice takes in words, and the order in which the others go back. */
import { beforeAll, describe, expect, it } from "vitest";
import { tongue } from "../src/i18n/index.svelte";
import { costWords, moved, orderWord, swapped } from "../src/table/offer";

beforeAll(() => tongue.speak("en"));
const costs = [
  { keep: ["A–B"], pieces: 4, together: 10 },
  { keep: ["C–D"], pieces: null, together: null },
  { keep: ["A–B", "E–F"], pieces: 6, together: 13 },
];
const said = (kept: string[], letters: string[], open: number, pieces: number) => costWords({ edition: { vehicle: "train" }, costs, kept, letters, open, pieces });

describe("the cost of a choice", () => {
  it("is told alone and with the open tickets that are held", () => {
    expect(said(["A–B"], ["A"], 1, 28)).toEqual({ text: "A needs 4 trains. With your open ticket 10. You have 28.", short: "" });
    expect(said(["A–B"], ["A"], 0, 28).text).toBe("A needs 4 trains. You have 28.");
  });
  it("of several is that of all of them together, and says how many pieces are too few", () => {
    expect(said(["E–F", "A–B"], ["A", "B"], 2, 11)).toEqual({ text: "A and B together: 6 trains. With your open tickets 13. You have 11.", short: "2 too few for all." });
  });
  it("of a ticket without a way says so", () => expect(said(["C–D"], ["B"], 1, 28).text).toBe("One of these has no way left."));
  it("says what is at stake before anything is chosen", () => expect(said([], [], 1, 28).text).toContain("costs its points"));
});

describe("tickets that go back", () => {
  it("change places where two are pressed", () => expect(swapped(["B", "C", "D"], "D", "B")).toEqual(["D", "C", "B"]));
  it("are moved one place at a time, and not beyond the ends", () => {
    expect(moved(["B", "C", "D"], 0, 1)).toEqual(["C", "B", "D"]);
    expect(moved(["B", "C"], 1, 2)).toEqual(["B", "C"]);
    expect(moved(["B", "C"], 0, -1)).toEqual(["B", "C"]);
  });
  it("are called first, second and last", () => expect([0, 1, 2].map((index) => orderWord(index, 3))).toEqual(["first", "second", "last"]));
});
