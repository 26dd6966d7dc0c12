/** The bands of a replay: every seat's chance, one on the other, from the dealing to the end. */
import { expect, it } from "vitest";
import type { Graph } from "../src/api";
import { bandsOf, chancesAt } from "../src/replay/chances";

const step = (before: number[], after: number[]) => ({ before, after }) as Graph["steps"][number];
const graph = { steps: [step([0.5, 0.5], [0.4, 0.6]), step([0.4, 0.6], [1, 0])] };

it("tells the chance before each move, and what became of it", () => {
  expect([0, 1, 2].map((n) => chancesAt(graph, n))).toEqual([[0.5, 0.5], [0.4, 0.6], [1, 0]]);
  expect(chancesAt({ steps: [step([0.3, 0.3], [1, 0])] }, 0)).toEqual([0.5, 0.5]);
});
it("lies from left to right, the first seat at the foot", () => {
  expect(bandsOf(graph, 100, 10, false)).toEqual(["M0.0 10.0L50.0 10.0L100.0 10.0L100.0 0.0L50.0 6.0L0.0 5.0Z", "M0.0 5.0L50.0 6.0L100.0 0.0L100.0 0.0L50.0 0.0L0.0 0.0Z"]);
});
it("or from top to bottom, the first seat on the left", () => expect(bandsOf(graph, 100, 10, true)[0]).toBe("M0.0 0.0L0.0 50.0L0.0 100.0L10.0 100.0L4.0 50.0L5.0 0.0Z"));
