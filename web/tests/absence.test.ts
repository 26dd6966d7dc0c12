/** Who is absent, by the lines of the log alone. */
import { describe, expect, it } from "vitest";
import { absenceOf, present } from "../src/table/absence";
import { entries } from "../src/table/log";
import type { Line } from "../src/api";

let n = 0;
const line = (kind: "action" | "seat", data: object, acting: number[] = [1]): Line => ({ n: ++n, at: 0, kind, seat: 0, events: [], data, acting, over: false }) as Line;
const seat = (why: string, away: boolean) => line("seat", { seat: 0, kind: "person", name: "Ann", bot: null, away, why }, [0]);
const bot = (acting: number[] = [1]) => line("action", { stand_in: true }, acting);

describe("a seat whose time ran out", () => {
  it("is played by a bot for that turn only, both cards of it", () => {
    expect(absenceOf([seat("time", false), bot([0])], 0)).toMatchObject({ missing: true, missed: 1, played: 0 });
    expect(absenceOf([seat("time", false), bot([0]), bot()], 0)).toMatchObject({ missing: false, away: false, missed: 1, played: 1 });
  });
  it("is its player's again when they act", () => {
    expect(absenceOf([seat("time", false), bot(), line("action", {})], 0)).toEqual(present);
  });
  it("is kept by the bot until its player is back", () => {
    const away = [seat("time", false), bot(), seat("time", true), bot(), bot()];
    expect(absenceOf(away, 0)).toMatchObject({ away: true, missed: 2, played: 3 });
    expect(absenceOf([...away, line("seat", { away: false, why: "came back" })], 0)).toMatchObject({ away: false, missed: 0, played: 3, back: true });
  });
  it("is its player's who is back, unless the bot still plays the turn that was missed", () => {
    const back = line("seat", { away: false, why: "came back" }, [0]);
    expect(absenceOf([seat("time", true), back], 0)).toMatchObject({ missing: true, away: false });
    expect(absenceOf([seat("time", false), bot(), back], 0)).toMatchObject({ missing: false, away: false, missed: 0 });
  });
  it("is nobody's business at another seat", () => {
    expect(absenceOf([seat("time", true)], 1)).toEqual(present);
  });
  it("has not been left, says the log", () => {
    const told = (why: string, away: boolean) => entries([seat(why, away)]).map(({ key }) => key);
    expect([told("time", false), told("time", true), told("left", true), told("came back", false)]).toEqual([["log.time"], ["log.time.stays"], ["log.left"], ["log.back"]]);
  });
});
