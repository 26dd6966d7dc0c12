/** A mark as an exercise: of the review, which tells of the whole game, only what it says of this moment is kept. */
import { expect, it, vi } from "vitest";
import { api, type Exercise, type Judgement, type ReviewStatus } from "../src/api";
import { createExercise } from "../src/review/exercise.svelte";

const judgement = (n: number, seat: number, mark: Judgement["mark"], loss: number) =>
  ({ n, seat, mark, loss, played: `draw deck ${n}`, best: `take red ${n}`, options: [{ action: `take red ${n}` }, { action: `take blue ${n}` }, { action: `draw deck ${n}` }] }) as Judgement;
const judgements = [judgement(1, 0, "delay", 0.04), judgement(2, 0, "dead end", 0.2), judgement(3, 1, "detour", 0.1), judgement(4, 0, "clear run", 0), judgement(5, 0, "detour", 0.08), judgement(6, 0, "delay", 0.03)];
const actions = Object.fromEntries(judgements.flatMap(({ options }) => options.map(({ action }) => [action, { action }])));

it("keeps the moment, and where the worst marks of the seat are", async () => {
  Object.assign(globalThis, { sessionStorage: { getItem: () => null } });
  const asked = [
    vi.spyOn(api, "exercise").mockResolvedValue({ now: { seat: 0 }, lines: [], passed: [5] } as unknown as Exercise),
    vi.spyOn(api, "review").mockResolvedValue({ review: { judgements }, actions } as unknown as ReviewStatus),
  ];
  const exercise = createExercise("table", 2);
  await exercise.load();
  expect([exercise.phase, exercise.judged, exercise.passed]).toEqual(["question", judgements[1], [5]]);
  expect(exercise.others).toEqual([{ n: 2 }, { n: 5 }, { n: 1 }]);
  expect(Object.keys(exercise.actions).sort()).toEqual(["draw deck 2", "take blue 2", "take red 2"]);
  for (const one of asked) one.mockRestore();
});
