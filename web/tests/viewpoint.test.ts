/** Which tickets a hint serves: their places are ringed on the board. */
import { describe, expect, it } from "vitest";
import type { Hints, TicketStatus } from "../src/api";
import { servedTickets } from "../src/table/viewpoint";

const way = (ticket: string, routes: string[], state: TicketStatus["state"] = "open"): [string, TicketStatus] => [ticket, { ticket, state, pieces: routes.length, routes }];
const ways = new Map([way("A–C", ["A–B", "B–C"]), way("A–D", ["A–B", "C–D"]), way("X–Y", ["X–Y"], "done")]);
const hint = (kind: string, reasons: [string, string][], plan: string[] = []) =>
  ({ candidates: [{ option: { kind } }], reasons: reasons.map(([kind, subject]) => ({ kind, subject, otherwise: 1, with_it: 1 })), plan }) as unknown as Hints;

describe("a hint serves", () => {
  it("the tickets that it names", () => {
    expect(servedTickets(hint("claim", [["towards", "A–C"], ["route", "A–B"]]), ways)).toEqual(["A–C"]);
    expect(servedTickets(hint("take", [["ticket", "A–D"]]), ways)).toEqual(["A–D"]);
  });
  it.each(["take", "draw deck"])("the tickets whose ways hold the route that its cards are for: %s", (kind) => {
    expect(servedTickets(hint(kind, [["collects", "B–C"]], ["C–D"]), ways)).toEqual(["A–C"]);
  });
  it("the tickets of its plan, where no way holds that route or none is named", () => {
    expect(servedTickets(hint("take", [["collects", "B–E"]], ["C–D"]), ways)).toEqual(["A–D"]);
    expect(servedTickets(hint("draw deck", [["blind", ""]], ["A–B"]), ways)).toEqual(["A–C", "A–D"]);
  });
  it("none that is done, and none where it points at no cards", () => {
    expect(servedTickets(hint("take", [["collects", "X–Y"]]), ways)).toEqual([]);
    expect(servedTickets(hint("draw tickets", [["room", ""]], ["A–B"]), ways)).toEqual([]);
  });
});
