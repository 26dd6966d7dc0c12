import { beforeAll, describe, expect, it } from "vitest";
import type { Edition, HintReason } from "../src/api";
import { t, tongue } from "../src/i18n/index.svelte";
import { comparedWords, droppedEarly, reasonWords } from "../src/table/reasons";

const colours = ["red", "blue"].map((name) => ({ name, look: name }));
const route = (name: string, colour: string | null, ferries = 0) => ({ name, colour, ferries });
const edition = { vehicle: "train", colours, routes: [route("Denver–Omaha", "blue"), route("Denver–Omaha/red", "red"), route("Helena–Omaha", null), route("Boston–Nassau", "red", 1)] } as unknown as Edition;
const why = (kind: HintReason["kind"], subject: string, otherwise: number, with_it: number, taken: string | null = null) => reasonWords(edition, { kind, subject, otherwise, with_it }, taken);
beforeAll(() => tongue.speak("en"));
const chances = (...shown: [number | null, boolean?][]) => comparedWords(shown.map(([chance, level = false]) => ({ chance, level })));

describe("why", () => {
  it("says what a claim is for", () => {
    expect(why("towards", "Denver–Chicago", 9, 4)).toBe("Towards Denver – Chicago: then 4 trains to go.");
    expect(why("towards", "Denver–Chicago", 4, 0)).toBe("Finishes Denver – Chicago.");
    expect(why("scores", "Denver–Omaha", 0, 7)).toBe("For its own 7 points, not for a ticket.");
  });
  it("says what a card is for", () => {
    expect(why("collects", "Denver–Omaha/red", 1, 0)).toBe("Then you can pay for Denver – Omaha.");
    expect(why("collects", "Denver–Omaha", 3, 2)).toBe("For Denver – Omaha: then 2 blue cards are still missing.");
    expect(why("lacks", "", 5, 4)).toBe("One of the 5 cards that your plan still lacks.");
    expect(why("beside", "", 5, 5)).toBe("Not for the plan that is marked: it keeps other routes open.");
    expect(why("lacks", "", 1, 0)).toBe("The one card that your plan still lacks.");
  });
  it("names the colour of what is missing, where it is one", () => {
    expect(why("collects", "Denver–Omaha/red", 2, 1, "red")).toBe("For Denver – Omaha: then only 1 red card is missing.");
    expect(why("collects", "Denver–Omaha", 3, 2, "wild")).toBe("For Denver – Omaha: then 2 blue cards are still missing.");
    expect(why("collects", "Helena–Omaha", 3, 2, "red")).toBe("For Helena – Omaha: then 2 red cards are still missing.");
    expect(why("collects", "Helena–Omaha", 3, 2, "wild")).toBe("For Helena – Omaha: then 2 cards are still missing.");
    expect(why("collects", "Boston–Nassau", 3, 2, "red")).toBe("For Boston – Nassau: then 2 cards are still missing.");
  });
  it.each([
    ["de", "Für Denver – Omaha: Danach fehlen noch 2 Karten (Blau).", "auf den ersten Blick schwächer"],
    ["fr", "Pour Denver – Omaha\u202f: il manquera encore 2 cartes (bleu).", "plus faible à première vue"],
  ] as const)("says so in %s", async (language, missing, weaker) => {
    await tongue.speak(language);
    expect([why("collects", "Denver–Omaha", 3, 2), t("hint.weaker")]).toEqual([missing, weaker]);
    await tongue.speak("en");
  });
  it("says why the deck", () => {
    expect(why("blind", "", 5, 0)).toBe("No face-up card is among the 5 that your plan still lacks.");
    expect(why("blind", "", 5, 2)).toBe("Your plan still lacks 5 cards, and the deck may bring any of them.");
    expect(why("ready", "", 2, 0)).toMatch(/already pays for the whole plan/);
    expect(why("ready", "", 0, 0)).toBe("No route is planned for a ticket any more: cards are for points now.");
  });
  it("says whether there is room for tickets", () => {
    expect(why("together", "", 13, 20)).toBe("The way for all your tickets takes 13 of your 20 trains.");
    expect(why("room", "", 5, 20)).toMatch(/only 5 of your 20 trains: there is room/);
    expect(why("room", "", 18, 20)).toMatch(/along the way/);
    expect(why("room", "", 0, 20)).toMatch(/is built, with 20 trains left/);
  });
  it("speaks of somebody taking a route only where a claim prevents it", () => {
    expect(why("route", "Denver–Omaha", 0.44, 0)).toBe("Denver – Omaha before anybody takes it: otherwise it is lost in 44% of the games.");
    expect(why("route", "Denver–Omaha", 0.75, 0.29)).toBe("Denver – Omaha is lost in 29% of the games, otherwise in 75%.");
    expect(why("waits", "Denver–Omaha", 0, 0.06)).toBe("Denver – Omaha can wait: others take it in 6% of the games.");
    expect(why("new ticket", "", 0, 0.47)).toBe("You finish a new ticket in 47% of the games, otherwise in 0%.");
  });
});

describe("how chances compare", () => {
  it("says what is too close to tell apart", () => expect(chances([0.62], [0.6, true], [0.4], [null])).toBe("1 and 2 are too close to tell apart."));
  it("says why what shows more is not recommended", () => {
    expect(chances([0.6], [0.62, true], [0.5])).toMatch(/^2 shows a little more, but no more than luck explains/);
    expect(chances([0.6], [0.62, true], [0.61, true])).toMatch(/^2 and 3 show a little more/);
  });
  it("does not speak of more where the page shows the same", () => expect(chances([0.766], [0.767, true])).toBe("1 and 2 are too close to tell apart."));
  it("says that a game is decided", () => {
    expect(chances([1], [1, true])).toBe("Each of these wins every game that was tried.");
    expect(chances([0], [0, true])).toMatch(/^None of these wins/);
  });
  it("is silent where there is nothing to compare, or all is clear", () => {
    expect(chances([null], [null])).toBe("");
    expect(chances([0.6])).toBe("");
    expect(chances([0.6], [0.4])).toBe("");
  });
});

describe("what is weaker at first look", () => {
  const told = (...chances: (number | null)[]) => chances.map((chance) => droppedEarly({ chance }, chances.map((one) => ({ chance: one }))));
  it("is what has no chance beside others that have one", () => expect(told(0.6, 0.4, null, null)).toEqual([false, false, true, true]));
  it("is nothing while no chance is told yet", () => expect(told(null, null)).toEqual([false, false]));
});
