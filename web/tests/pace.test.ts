/** Pace: rivals' moves one after the other, nobody's own or a person's move held back too long. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Line, TableInfo } from "../src/api";
import { settings } from "../src/settings.svelte";
import { entries, movesOf } from "../src/table/log";
import { botPace, Pacer, type Mover } from "../src/table/pace.svelte";

const MOVERS: Mover[] = ["own", "bot", "bot", "person"];
const line = (n: number, seat: number | null, kind = "action"): Line => ({ n, at: 0, seat, kind, data: {}, events: [], acting: [], over: false }) as unknown as Line;

describe("the pacer", () => {
  let told: number[];
  let pacer: Pacer;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime(0);
    told = [];
    pacer = new Pacer(({ n }) => told.push(n), (seat) => MOVERS[seat] ?? "bot");
  });
  afterEach(() => {
    vi.useRealTimers();
    settings.setPace("brisk");
  });

  it("shows the first move at once and the next after a second when brisk, two when calm", () => {
    for (const [pace, wait] of [["brisk", 1000], ["calm", 2000]] as const) {
      settings.setPace(pace);
      vi.advanceTimersByTime(5000);
      told = [];
      pacer.put(line(1, 1));
      pacer.put(line(2, 2));
      expect(told).toEqual([1]);
      vi.advanceTimersByTime(wait - 1);
      expect([told, pacer.held]).toEqual([[1], 1]);
      vi.advanceTimersByTime(2);
      expect([told, pacer.held]).toEqual([[1, 2], 0]);
    }
  });
  it("lets the second card of a turn follow soon", () => {
    pacer.put(line(1, 1));
    pacer.put(line(2, 1));
    vi.advanceTimersByTime(401);
    expect(told).toEqual([1, 2]);
  });
  it("holds nothing back at once, and nothing of one's own ever", () => {
    settings.setPace("atonce");
    pacer.put(line(1, 1));
    pacer.put(line(2, 2));
    settings.setPace("isay");
    pacer.put(line(3, 0));
    expect(told).toEqual([1, 2, 3]);
  });
  it("waits for a word when asked to, move by move, in order", () => {
    settings.setPace("isay");
    pacer.put(line(1, 1));
    pacer.put(line(2, 2));
    pacer.put(line(3, null, "chat"));
    vi.advanceTimersByTime(60_000);
    expect([told, pacer.held]).toEqual([[], 3]);
    pacer.step();
    expect(told).toEqual([1]);
    pacer.step();
    expect(told).toEqual([1, 2, 3]);
  });
  it("never holds a person's move back longer than the pace, whatever bots did before it", () => {
    for (let n = 1; n <= 4; n += 1) pacer.put(line(n, n % 2 ? 1 : 2));
    pacer.put(line(5, 3));
    vi.advanceTimersByTime(1001);
    expect(told).toEqual([1, 2, 3, 4, 5]);
  });
  it("shows all of them when skipped, and none when the seat changes", () => {
    for (let n = 1; n <= 4; n += 1) pacer.put(line(n, n % 2 ? 1 : 2));
    pacer.flush();
    expect(told).toEqual([1, 2, 3, 4]);
    pacer.put(line(5, 1));
    pacer.clear();
    vi.advanceTimersByTime(5000);
    expect([told, pacer.held]).toEqual([[1, 2, 3, 4], 0]);
  });
});

it("moves are told without a name, and only moves", () => {
  const moved = (n: number, seat: number, ...events: object[]) => ({ ...line(n, seat), events }) as unknown as Line;
  const log = entries([moved(1, 1, { kind: "took", seat: 1, card: "red" }), moved(2, 1, { kind: "drew", seat: 1 }), moved(3, 2, { kind: "claimed", seat: 2, route: "A–B", payment: {}, points: 7 }, { kind: "final round", seat: 2, turns: 2 })]);
  expect(movesOf(log).map(({ seat, brief }) => [seat, brief])).toEqual([[1, "tail.took.deck"], [2, "tail.claimed"]]);
});

describe("what bots are asked for", () => {
  afterEach(() => settings.setPace("brisk"));

  it("is no pause at all for who wants to see moves at once, and what the table has for everybody else", () => {
    const table = { options: { pace: 0.6 } } as TableInfo;
    const asked = (["calm", "brisk", "atonce", "isay"] as const).map((pace) => {
      settings.setPace(pace);
      return botPace(table);
    });
    expect(asked).toEqual([0.6, 0.6, 0, 0.6]);
    expect(botPace(null)).toBeNull();
  });
});
