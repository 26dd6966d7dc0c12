/** The end as it is drawn: whom it calls "you", and the places of those who are equal. */
import { beforeAll, describe, expect, it } from "vitest";
import { render } from "svelte/server";
import type { Finished } from "../src/api";
import Standing from "../src/end/Standing.svelte";
import { tongue } from "../src/i18n/index.svelte";
import EndScreen from "../src/screens/EndScreen.svelte";
import type { TableContext } from "../src/table/context";
import usa from "../fixtures/usa.json";

const { edition, geometry, end } = usa;
const nothing = () => undefined;
const finished = (more: object) => ({ ...end.result, table: "t", names: [], began: null, ended: null, verdict: null, final: true, ...more }) as unknown as Finished;
const words = (html: string) => html.replace(/<(style|svg)[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

beforeAll(() => tongue.speak("en"));

describe("the end at one device", () => {
  /** What is read by who looked last from the first seat, which has won. */
  const read = (shared: boolean) => {
    const names = [shared ? "Ada" : "You", "Ben", "Porter"];
    const table = { id: "t", seat: 0, shared, mine: shared ? [0, 1] : [0], view: end.view, lines: [] };
    const context = { table, edition, geometry, labels: { names, route: () => "" } } as unknown as TableContext;
    return render(EndScreen, { props: { context, result: finished({ winners: [0] }), onlook: nothing, onretell: nothing } }).body;
  };

  it("names the winner and calls nobody you", () => {
    expect(words(read(true))).toContain("Ada arrives first");
    expect(words(read(true))).not.toMatch(/\b[Yy]our?\b/);
    expect(read(true)).not.toMatch(/class="column[^"]*\bown\b/);
  });
  it("speaks to who has it for themselves", () => {
    expect(words(read(false))).toContain("You arrive first");
    expect(read(false)).toMatch(/class="column[^"]*\bown\b/);
  });
});

it("has the four ways of the design beside the review, and the others in its menu", () => {
  const table = { id: "t", seat: 0, shared: false, mine: [0], view: end.view, lines: [] };
  const context = { table, edition, geometry, labels: { names: ["You", "Ben", "Porter"], route: () => "" } } as unknown as TableContext;
  const { body } = render(EndScreen, { props: { context, result: finished({ winners: [0] }), onlook: nothing, onretell: nothing } });
  const ways = /<div class="row ways[^"]*">(.*?)<\/div>/s.exec(body)?.[1] ?? "";
  expect(words(ways).trim()).toBe("Review Replay Board Picture Share");
  expect(/<div class="row between head[^"]*">.*?<\/div>/s.exec(body)?.[0]).toContain('aria-label="Menu"');
});

it("lets equals share a place in the standing too", () => {
  const sheets = [30, 40, 30].map((total, seat) => ({ seat, total }));
  const { body } = render(Standing, { props: { result: finished({ winners: [1], sheets }), names: ["A", "B", "C"], shown: null, onshow: nothing } });
  expect([...body.matchAll(/class="num place[^"]*">(\d)</g)].map(([, place]) => place)).toEqual(["1", "2", "2"]);
});
