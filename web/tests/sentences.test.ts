/** A review in words: sentences that agree with who is spoken of, reasons, and limits that can be read. */
import { render } from "svelte/server";
import { beforeEach, describe, expect, it } from "vitest";
import type { Edition, Judgement, NamedActions, Review, Step } from "../src/api";
import { inParts } from "../src/i18n/figures";
import { t, tongue } from "../src/i18n/index.svelte";
import Progress from "../src/review/Progress.svelte";
import type { GameReview } from "../src/review/review.svelte";
import { gradeLimits, Narrator } from "../src/review/sentences";
import HintLine from "../src/table/HintLine.svelte";

const edition = { vehicle: "train" } as unknown as Edition;
const claim = { kind: "claim", route: "Helena–Seattle", payment: { yellow: 6 } } as unknown as NamedActions[string];
const actions = { claim, "draw deck": { kind: "draw deck" } } as unknown as NamedActions;
const narrator = () => new Narrator(edition, [t("you"), "Marlene"], actions);
const marked = { n: 27, seat: 0, turn: 14, played: "draw deck", best: "claim", mark: "dead end", loss: 0.12, options: [], taken: null, reasons: [], wanted: [] } as unknown as Judgement;
const towards = { kind: "towards", subject: "Denver–Chicago", before: 9, after: 4 } as const;
beforeEach(async () => tongue.speak("en"));

describe("a mark", () => {
  it("gives its reason a sentence of its own", () => {
    const reasons = [{ kind: "route", subject: "Denver–Omaha", played: 0.5, better: 0 }] as const;
    expect(narrator().judgement({ ...marked, reasons: [...reasons] })).toBe("You drew from the deck. Better: Claim Helena – Seattle. Otherwise Denver – Omaha is lost to others in 50% of the games.");
  });
  it("says what the plan wants where games end alike", () => {
    expect(narrator().reasons({ ...marked, wanted: [towards] })).toEqual(["Towards Denver – Chicago: then 4 trains to go."]);
  });
  it.each([
    ["de", "Du hast vom Stapel gezogen.", "Marlene hat vom Stapel gezogen.", /; Marlene hat sie gleich danach genommen\.$/, /; du hast sie in Runde 17 genommen\.$/],
    ["fr", "Vous avez pioché une carte.", "Marlene a pioché une carte.", /; Marlene l’a prise juste après\.$/, /; vous l’avez prise au tour 17\.$/],
  ] as const)("agrees in %s with who is spoken of", async (language, yours, hers, next, later) => {
    await tongue.speak(language);
    expect(narrator().judgement({ ...marked, mark: null })).toBe(yours);
    expect(narrator().judgement({ ...marked, mark: null, seat: 1 })).toBe(hers);
    expect(narrator().judgement({ ...marked, taken: 1, taken_turn: 15, taken_next: true })).toMatch(next);
    expect(narrator().judgement({ ...marked, seat: 1, taken: 0, taken_turn: 17 })).toMatch(later);
    expect(narrator().judgement({ ...marked, taken: 1, taken_turn: 15 })).not.toMatch(next);
  });
});

it("has limits of grades that can be read, with any number of players", () => {
  expect([2, 3, 4, 5].map(gradeLimits)).toEqual([[3, 7, 12], [2, 4.7, 8], [1.5, 3.5, 6], [1.2, 2.8, 4.8]]);
});

it("names the turns of the best and the worst luck, and what came", () => {
  const step = (n: number, turn: number, seat: number, luck: number) => ({ n, turn, seat, action: "draw deck", given: [], luck: [luck, -luck] });
  const steps = [step(1, 0, 0, 0.9), step(2, 1, 0, 0.04), step(3, 1, 0, 0.02), step(4, 1, 1, -0.08), step(5, 2, 0, 0.001)] as unknown as Step[];
  expect(narrator().luckiest(0, steps).map(({ n, turn, points }) => [n, turn, points])).toEqual([[2, 1, 6], [4, 1, -8]]);
});

describe("for who listens", () => {
  const step = (turn: number, share: number) => ({ turn, before: [share, 1 - share], after: [0, 1] });
  const figures = (ends: number) => ({ delays: 1, detours: 0, dead_ends: ends, clear_runs: 4 });
  const review = { graph: { steps: [step(0, 0.5), step(1, 0.48), step(2, 0.62), step(3, 0.2)] }, totals: [40, 52], winners: [1], seats: [figures(2), figures(0)] } as unknown as Review;
  it("a review is summed up in a sentence, of each seat", () => {
    expect(narrator().sum(review, 0)).toBe("You started with 50%, had up to 62% in turn 2, and ended second. 3 marks, 2 dead ends.");
    expect(narrator().sum(review, 1)).toBe("Marlene started with 50%, was down to 38% in turn 2, and ended first. 1 mark.");
  });
  it("who won and never fell below the start is told the best turn", () => {
    const led = { ...review, graph: { steps: [step(0, 0.5), step(1, 0.48), step(2, 0.3)] } } as unknown as Review;
    expect(narrator().sum(led, 1)).toBe("Marlene started with 50%, had up to 70% in turn 2, and ended first. 1 mark.");
  });
  it("of equal totals the winner's is the first place", () => {
    expect(narrator().sum({ ...review, totals: [52, 52] }, 0)).toContain("ended second");
    expect(narrator().sum({ ...review, winners: [0, 1], totals: [52, 52] }, 0)).toContain("ended first");
  });
  it.each([[0.24, 0], [0.3, 25], [0.99, 75], [1, 100]])("what is %f done is told as %i", (done, told) => {
    const { body } = render(Progress, { props: { coach: { phase: "computing", done } as GameReview, judged: 3, turns: 9 } });
    expect(body).toContain(`aria-valuenow="${told}"`);
  });
  it("a sign that changes all the time is quiet", () => {
    const told = (quiet: boolean) => render(HintLine, { props: { lead: "", say: "Turn 3 of 9.", edition, quiet } }).body.includes('role="status"');
    expect([told(false), told(true)]).toEqual([true, false]);
  });
});

it("adds the parts of luck up to the luck as it is printed", () => {
  expect(inParts([0.005, 0.155, -0.284], -12)).toEqual([1, 15, -28]);
});
