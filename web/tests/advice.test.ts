import { describe, expect, it } from "vitest";
import type { Claim, Edition, Refusal, TicketStatus } from "../src/api";
import { advise, nearest, type Moment } from "../src/table/advice";

const colours = ["red", "blue", "green"].map((name) => ({ name, look: name, letter: "X", cards: 6 }));
const route = (name: string, colour: string | null, length: number) => ({ name, a: name.split("–")[0], b: name.split("–")[1], colour, length, points: length, ferries: 0, twin: null });
const edition = {
  colours, vehicle: "taxi", tickets: [{ name: "A–C", a: "A", b: "C", points: 4 }, { name: "A–D", a: "A", b: "D", points: 7 }],
  routes: [route("A–B", "red", 2), route("B–C", "blue", 1), route("C–D", null, 2)],
} as unknown as Edition;
const way = (ticket: string, routes: string[], pieces: number, state: TicketStatus["state"] = "open"): [string, TicketStatus] => [ticket, { ticket, state, pieces, routes }];
const claim = (name: string, payment: Record<string, number>): [string, Claim[]] => [name, [{ kind: "claim", action: name, route: name, payment }]];
const short = (...told: [string, number, string?][]) => new Map(told.map(([name, missing, card]): [string, Refusal] => [name, { rule: "R-CLAIM-1", missing, ...(card && { card }) }]));
const moment = (more: Partial<Moment> = {}): Moment => ({
  edition, hand: {}, market: ["green", "green", null], tickets: ["A–C", "A–D"], claims: new Map(), mayDraw: true,
  ways: new Map([way("A–C", ["A–B", "B–C"], 3), way("A–D", ["A–B", "B–C", "C–D"], 5)]), takes: new Set(["red", "blue", "green", "wild"]),
  refusals: short(["A–B", 2], ["B–C", 1], ["C–D", 2]), ...more,
});

describe("the guide", () => {
  it("goes for the ticket that takes fewest pieces", () => expect(nearest(moment())?.ticket.name).toBe("A–C"));
  it("leaves tickets alone that are done or out of reach", () => {
    const ways = new Map([way("A–C", [], 0, "done"), way("A–D", [], 0, "impossible")]);
    expect([nearest(moment({ ways })), advise(moment({ ways }))]).toEqual([null, null]);
  });
  it("claims what can be paid on the way, the longest first", () => {
    const claims = new Map([claim("B–C", { blue: 1 }), claim("A–B", { red: 2 })]);
    expect(advise(moment({ hand: { red: 2, blue: 1 }, claims }))).toMatchObject({ kind: "claim", route: { name: "A–B" }, payment: { red: 2 } });
  });
  it("claims nothing beside the way", () => expect(advise(moment({ claims: new Map([claim("C–D", { green: 2 })]) }))?.kind).not.toBe("claim"));
  it("names a card that lies there, for the route that lacks least", () => expect(advise(moment({ refusals: short(["A–B", 1], ["B–C", 2]), market: ["blue", "red"] }))).toMatchObject({ kind: "take", card: "red", missing: 1 }));
  it("counts no cards itself: it goes by what the server says is missing", () =>
    expect(advise(moment({ hand: { red: 2, blue: 1 }, refusals: short(["A–B", 1, "wild"]), market: ["red", "blue", "wild"] }))).toMatchObject({ kind: "take", card: "wild", missing: 1 }));
  it("names a wild card only where one lies and may be taken", () => {
    expect(advise(moment({ market: ["green", "wild"] }))).toMatchObject({ kind: "take", card: "wild" });
    expect(advise(moment({ market: ["green", "wild"], takes: new Set(["green"]) }))?.kind).toBe("deck");
  });
  it("draws from the deck where nothing helps", () => expect(advise(moment())?.kind).toBe("deck"));
  it("draws for later where the second card may be anything", () => expect(advise(moment({ hand: { red: 2, blue: 1 }, refusals: short(), market: ["red"] }))).toMatchObject({ kind: "deck", missing: 0, route: { name: "A–B" } }));
  it("begins a grey route with a pair", () => {
    const ways = new Map([way("A–D", ["C–D"], 2)]);
    expect(advise(moment({ ways, tickets: ["A–D"] }))).toMatchObject({ kind: "take", card: "green" });
  });
});
