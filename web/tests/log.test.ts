import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { entries } from "../src/table/log";
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

  it("ends with the end", () => {
    expect(entries(lines(fixture("usa").end.events)).at(-1)?.key).toBe("log.ended");
  });
});
