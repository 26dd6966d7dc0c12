import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { entries, keyFor, movesOf, standing } from "../src/table/log";
import type { GameEvent, Line } from "../src/api";

const editions = ["new-york", "london", "usa", "usa-anniversary"];
interface Fixture { middle: { events: GameEvent[] }; end: { events: GameEvent[] } }
const fixture = (name: string) => JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8")) as Fixture;

/** Events as the server's log tells them: one line an action. */
function lines(events: GameEvent[]): Line[] {
  const told: Line[] = [];
  for (const event of events) {
    const last = told.at(-1);
    if (last?.n === event.n) last.events.push(event);
    else told.push({ n: event.n, at: 0, kind: event.n === 0 ? "start" : "action", seat: event.seat, events: [event], data: {}, acting: [], over: false });
  }
  return told;
}

describe("the log", () => {
  it.each(editions)("tells every claim of a game of %s once, with its payment", (name) => {
    const { events } = fixture(name).end;
    const claims = entries(lines(events)).filter(({ key }) => key === "log.claimed");
    expect(claims).toHaveLength(events.filter(({ kind }) => kind === "claimed").length);
    expect(claims.every(({ cards, route }) => route && Object.keys(cards ?? {}).length > 0)).toBe(true);
  });

  it("joins the two cards of a turn into one entry", () => {
    const drew = (n: number, seat: number): GameEvent => ({ n, kind: "drew", seat });
    const told = entries(lines([drew(1, 0), { n: 2, kind: "took", seat: 0, card: "red" }, drew(3, 1), drew(4, 1), drew(5, 0)]));
    expect(told.map(({ first, n }) => [first, n])).toEqual([[1, 2], [3, 4], [5, 5]]);
    expect(told.map(({ key, seat }) => [seat, key])).toEqual([[null, "log.start"], [0, "log.took.deck"], [1, "log.deck.two"], [0, "log.deck.one"]].slice(1));
  });

  it("has a turn as one move with both cards, also where the market was laid anew or the deck shuffled between them", () => {
    const took = (n: number, card: string): GameEvent => ({ n, kind: "took", seat: 1, card });
    const between = (n: number) => [{ n, kind: "cleared", seat: null, market: ["wild"] }, { n, kind: "reshuffled", seat: null, deck: 9 }] as unknown as GameEvent[];
    const moves = movesOf(standing(lines([took(1, "red"), ...between(1), took(2, "orange"), { n: 3, kind: "drew", seat: 0 }])));
    expect(moves.map(({ seat, first, n, cards }) => [seat, first, n, cards])).toEqual([[1, 1, 2, { red: 1, orange: 1 }], [0, 3, 3, {}]]);
  });

  it("tells who had more time, and keeps the turn that they had it in one move", () => {
    const [first, second] = lines([{ n: 1, kind: "took", seat: 1, card: "red" }, { n: 3, kind: "took", seat: 1, card: "blue" }]) as [Line, Line];
    const log: Line[] = [first, { n: 2, at: 0, kind: "more", seat: 1, events: [], data: {}, acting: [1], over: false }, second];
    expect(entries(log).map(({ n, key, seat }) => [n, key, seat])).toContainEqual([2, "log.more", 1]);
    expect(movesOf(standing(log)).map(({ cards }) => cards)).toEqual([{ red: 1, blue: 1 }]);
    expect(["log.more.you", "log.more"]).toEqual([true, false].map((you) => keyFor({ n: 2, at: 0, seat: 1, key: "log.more" }, you)));
  });

  it("knows no move that was taken back, and tells that it was", () => {
    const claim = (n: number, seat: number): GameEvent => ({ n, kind: "claimed", seat, route: `route ${n}`, payment: { red: 1 }, points: 1 });
    const undo = (n: number, actions?: number) => ({ n, at: 0, kind: "undo", seat: 0, events: [], data: actions === undefined ? {} : { actions }, acting: [], over: false }) as Line;
    const log = [...lines([claim(1, 1), claim(2, 0), claim(3, 1)]), undo(4, 2)];
    expect(movesOf(standing(log)).map(({ route }) => route)).toEqual(["route 1"]);
    expect(entries(log).map(({ key }) => key)).toEqual(["log.claimed", "log.claimed", "log.claimed", "log.undo.more"]);
    // Of two cards only the second was taken back.
    const cards = [...lines([{ n: 1, kind: "took", seat: 1, card: "red" }, { n: 2, kind: "took", seat: 1, card: "blue" }]), undo(3)];
    expect(movesOf(standing(cards)).map(({ cards }) => cards)).toEqual([{ red: 1 }]);
  });

  it("ends with the end", () => {
    expect(entries(lines(fixture("usa").end.events)).at(-1)?.key).toBe("log.ended");
  });
});
