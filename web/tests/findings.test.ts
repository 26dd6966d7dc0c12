/** A review as it comes: news add to what was found, figures stand among the levels as they were measured. */
import { expect, it } from "vitest";
import type { Found } from "../src/api";
import { nothingFound, withNews } from "../src/review/findings";
import { besideLevels, levelScale } from "../src/review/levels";

const told = (part: object): Found => ({ ...nothingFound, ...part }) as Found;
const step = (n: number, before: number) => ({ n, before: [before] });

it("puts what became sharper in the place of what was rough, and forgets nothing", () => {
  let found = withNews(nothingFound, told({ graph: { steps: [step(1, 0.5), step(2, 0.4), step(3, 0.3)], games: 48 }, actions: { "draw deck": {} } }));
  found = withNews(found, told({ judged: 2, graph: { steps: [step(2, 0.45)], games: 96 }, judgements: [{ n: 1 }, { n: 2, mark: null }], seats: [{ seat: 0 }], actions: { "take red": {} } }));
  found = withNews(found, told({ judged: 2, judgements: [{ n: 2, mark: "delay" }] }));
  expect(found.graph?.steps.map(({ before }) => before[0])).toEqual([0.5, 0.45, 0.3]);
  expect(found.judgements).toEqual([{ n: 1 }, { n: 2, mark: "delay" }]);
  expect([found.judged, found.seats.length, Object.keys(found.actions)]).toEqual([2, 1, ["draw deck", "take red"]]);
});

const levels = (...figures: number[]) => figures.map((figure, at) => ({ name: (["expert", "hard", "normal", "easy"] as const)[at] ?? "easy", figure }));

it("places every figure on the line, also beside a level at 0 or below", () => {
  for (const measured of [levels(0.006, 0.012, 0.046), levels(-0.001, 0, 0.01, 0.04), levels(-0.002, -0.001), levels()]) {
    const place = levelScale(measured);
    for (const figure of [-0.1, 0, 0.01, 0.5, ...measured.map((level) => level.figure)]) expect(place(figure)).toSatisfy((at: number) => at >= 0 && at <= 100);
    expect(place(0.01)).toBeLessThanOrEqual(place(0.02));
  }
  expect(levelScale(levels(0.01, 0.04))(0.02)).toBeCloseTo(50);
});

it("finds the levels on either side, whatever their order", () => {
  expect(besideLevels(0, levels(-0.001, 0.02, 0.01)).map((level) => level?.name)).toEqual(["expert", "normal"]);
  expect(besideLevels(0.05, levels(0.01, 0.02)).map((level) => level?.name)).toEqual(["hard", undefined]);
});
