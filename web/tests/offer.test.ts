/** Choosing tickets: what a choice takes in words, and the order in which the others go back. */
import { beforeAll, describe, expect, it } from "vitest";
import { tongue } from "../src/i18n/index.svelte";
import { costWords, moved, orderWord, swapped } from "../src/table/offer";

beforeAll(() => tongue.speak("en"));
const costs = [
  { keep: ["A–B"], pieces: 4, together: 10, exact: true },
  { keep: ["C–D"], pieces: null, together: null, exact: true },
  { keep: ["A–B", "E–F"], pieces: 6, together: 13, exact: true },
  { keep: ["G–H"], pieces: 5, together: 31, exact: false },
];
const said = (kept: string[], letters: string[], open: number, pieces: number) => costWords({ edition: { vehicle: "train" }, costs, kept, letters, open, pieces });

describe("the cost of a choice", () => {
  it("is told alone and with the open tickets that are held", () => {
    expect(said(["A–B"], ["A"], 1, 28)).toEqual({ text: "A needs 4 trains. With your open ticket: 10. You have 28.", short: "" });
    expect(said(["A–B"], ["A"], 0, 28).text).toBe("A needs 4 trains. You have 28.");
  });
  it("of several is that of all of them together, and says how many pieces are too few", () => {
    expect(said(["E–F", "A–B"], ["A", "B"], 2, 11)).toEqual({ text: "A and B together: 6 trains. With your open tickets: 13. You have 11.", short: "Two too few for all four." });
  });
  it.each([
    ["en", "A needs 5 trains. With your open tickets: at most 31. You have 28.", "At most three too few for all seven."],
    ["de", "A braucht 5 Waggons. Mit deinen offenen Zielkarten: höchstens 31. Du hast 28.", "Höchstens drei zu wenig für alle sieben."],
    ["fr", "A demande 5 wagons. Avec vos billets en cours : au plus 31. Vous en avez 28.", "Il en manque au plus trois pour les sept."],
  ] as const)("that may be less than what is told is told as a bound (%s)", async (language, text, short) => {
    await tongue.speak(language);
    expect(said(["G–H"], ["A"], 6, 28)).toEqual({ text, short });
    expect(said(["G–H"], ["A"], 6, 31).short).toBe("");
    await tongue.speak("en");
  });
  it("says of how many tickets it is too much", () => {
    expect([0, 1].map((open) => said(["G–H"], ["A"], open, 30).short)).toEqual(["At most one too few for it.", "At most one too few for both."]);
    expect(said(["G–H"], ["A"], 6, 16).short).toBe("At most 15 too few for all seven.");
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
