/** The chart at the end: its curves as the game stands, its words apart from each other and within it. */
import { describe, expect, it } from "vitest";
import type { Edition, Line } from "../src/api";
import { pointsByTurn, shortened, spread, ticksTo } from "../src/end/chart";

describe("the curves", () => {
  const edition = { routes: [{ name: "A–B", points: 4 }, { name: "B–C", points: 7 }, { name: "C–D", points: 2 }] } as unknown as Edition;
  const claimed = (n: number, seat: number, route: string) => ({ n, seat, kind: "action", at: 0, data: {}, events: [{ kind: "claimed", seat, route, payment: {}, points: 1 }] }) as unknown as Line;
  const undone = (n: number, actions: number) => ({ n, seat: 0, kind: "undo", at: 0, data: { actions }, events: [] }) as unknown as Line;

  const did = (n: number, seat: number, ...events: object[]) => ({ n, seat, kind: "action", at: 0, data: {}, events: events.map((event) => ({ seat, ...event })) }) as unknown as Line;

  it("rise with each turn by what its claim is worth, whatever else was done in one", () => {
    const lines = [
      did(1, 1, { kind: "chose" }), did(2, 0, { kind: "chose" }),
      did(3, 0, { kind: "offered", tickets: 3 }), did(4, 0, { kind: "kept", kept: 1 }), claimed(5, 1, "B–C"),
      claimed(6, 0, "A–B"), did(7, 1, { kind: "took", card: "red" }), did(8, 1, { kind: "drew" }),
      claimed(9, 0, "C–D"),
    ];
    expect(pointsByTurn(lines, edition, 2)).toEqual([[0, 0], [0, 7], [4, 7], [6, 7]]);
  });
  it("know nothing of claims that were taken back, one's own and the answers to it", () => {
    const lines = [claimed(1, 0, "A–B"), undone(2, 1), claimed(3, 0, "C–D"), claimed(4, 1, "B–C"), undone(5, 2), claimed(6, 0, "A–B")];
    expect(pointsByTurn(lines, edition, 2)).toEqual([[0, 0], [4, 0]]);
  });
});

describe("labels of the curves", () => {
  it.each([[[11, 116, 117, 118, 119]], [[112, 113, 114, 115, 116]], [[20, 21, 60, 100, 116]]])("of %j stand apart, in order and within the chart", (wanted) => {
    const at = spread(wanted, 17, 116);
    for (let index = 1; index < at.length; index += 1) expect((at[index] ?? 0) - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(17);
    expect(at.at(-1)).toBeLessThanOrEqual(116);
    expect(at[0]).toBeGreaterThan(10);
  });
  it("stay where they are wanted while there is room", () => expect(spread([20, 60, 100], 17, 116)).toEqual([20, 60, 100]));
});

describe("the axis", () => {
  it.each([0, 4, 26, 61, 130, 249, 400])("of %i points has six figures at most and reaches them", (most) => {
    const ticks = ticksTo(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.at(-1)).toBeGreaterThan(0);
  });
});

it("says of a long name that there is more of it", () => expect([shortened("Ada", 8), shortened("Old Conductor", 8), shortened("Old Conductor", 5)]).toEqual(["Ada", "Old Con…", "Old…"]));
