/** The end of a game: the script of the ceremony, ways and journeys on the board, and the server's verdict in words. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Edition, Finished, Geometry } from "../src/api";
import { createCeremony } from "../src/end/ceremony.svelte";
import { endsOf, journeyOf, scriptOf, stationsOf, stillOf, stopsOf, wayBetween } from "../src/end/script";
import { consolation, decision, placesOf, readerOf, verdict } from "../src/end/verdict";
import { tongue } from "../src/i18n/index.svelte";
import london from "../fixtures/london.json";
import newYork from "../fixtures/new-york.json";
import usa from "../fixtures/usa.json";

const games = { usa, "new-york": newYork, london };
const told = (name: keyof typeof games) => {
  const { edition, geometry, end } = games[name];
  const result = { ...end.result, table: "t", names: ["A", "B", "C"], began: 0, ended: 41 * 60_000, verdict: null } as unknown as Finished;
  return { edition: edition as unknown as Edition, geometry: geometry as unknown as Geometry, result, owners: end.view.routes as Record<string, number> };
};
beforeAll(() => tongue.speak("en"));

describe.each(["usa", "new-york", "london"] as const)("the script on %s", (name) => {
  const { edition, result, owners } = told(name);
  const script = scriptOf(edition, result, owners);

  it("leads to the totals of the score sheets", () => expect(script.at(-1)?.totals).toEqual(result.sheets.map(({ total }) => total)));
  it("visits the stations that the edition's data name, in order", () => {
    expect([...new Set(script.map(({ station }) => station))]).toEqual(stationsOf(edition));
    expect(stationsOf(edition).includes("path")).toBe(edition.longest_path_points > 0);
  });
  it("turns every ticket once, the winner's last, in five seconds at most", () => {
    const stamped = script.filter(({ station }) => station === "tickets");
    expect(stamped.length).toBe(result.sheets.reduce((sum, { tickets }) => sum + tickets.length, 0));
    expect(result.winners).toContain(stamped.at(-1)?.seat);
    expect(stamped.reduce((sum, { time }) => sum + time, 0)).toBeLessThanOrEqual(5001);
  });
  it("is one still picture a station where motion is unwelcome", () => {
    const still = stillOf(script);
    expect(still.map(({ station }) => station)).toEqual(stationsOf(edition));
    expect(still.at(-1)?.totals).toEqual(script.at(-1)?.totals);
  });
});

describe("the ceremony", () => {
  const { edition, result, owners } = told("usa");
  const begun = () => {
    let ended = 0;
    const ceremony = createCeremony(scriptOf(edition, result, owners), () => (ended += 1));
    return { ceremony, ended: () => ended };
  };
  it("goes from station to station, and behind the last one ends", () => {
    const { ceremony, ended } = begun();
    const seen = [ceremony.step.station];
    for (let presses = 0; presses < 3; presses += 1) {
      ceremony.next();
      seen.push(ceremony.step.station);
    }
    expect(seen).toEqual(["routes", "tickets", "path", "result"]);
    ceremony.next();
    expect(ended()).toBe(1);
  });
  it("skips to the result, and from there to the end", () => {
    const { ceremony, ended } = begun();
    ceremony.skip();
    expect([ceremony.step.station, ended()]).toEqual(["result", 0]);
    ceremony.skip();
    expect(ended()).toBe(1);
  });
});

describe("ways", () => {
  const ends = (...pairs: string[]) => pairs.map((name) => ({ name, a: name[0] ?? "", b: name[1] ?? "" }));
  it("join two places over given routes only", () => {
    expect(wayBetween("A", "D", ends("AB", "BC", "CD", "AD"))).toEqual(["AD"]);
    expect(wayBetween("A", "D", ends("AB", "BC", "CD"))).toEqual(["AB", "BC", "CD"]);
    expect(wayBetween("A", "D", ends("AB", "CD"))).toEqual([]);
  });
  it("of a longest path use every route once, round trips included", () => {
    const { from, routes } = journeyOf(ends("AB", "BC", "CD", "DB", "BE"));
    expect(["A", "E"]).toContain(from);
    expect(routes.toSorted()).toEqual(["AB", "BC", "BE", "CD", "DB"]);
    let here = from;
    for (const name of routes) {
      expect(name).toContain(here);
      here = name[0] === here ? (name[1] ?? "") : (name[0] ?? "");
    }
  });
  it("of a longest path have two ends, and a round trip has one", () => {
    expect(endsOf(ends("CD", "AB", "BC", "XY"), ["AB", "BC", "CD"]).toSorted()).toEqual(["A", "D"]);
    expect(endsOf(ends("AB", "BC", "CA"), ["AB", "BC", "CA"])).toEqual(["A", "A"]);
    const { from, to } = journeyOf(ends("AB", "BC", "CD", "DB", "BE"));
    expect([from, to].toSorted()).toEqual(["A", "E"]);
  });
  it("pass every space of the path of a finished game", () => {
    const { geometry, result } = told("usa");
    for (const sheet of result.sheets) expect(stopsOf(geometry, sheet.longest_path_routes).length).toBe(sheet.longest_path);
  });
});

describe("the verdict", () => {
  const { edition, result } = told("usa");
  const reader = { names: ["You", "Ada", "Porter"], own: 0, edition };
  const decided = (verdict: NonNullable<Finished["verdict"]>["decided"]) => decision({ ...result, verdict: { decided: verdict, losses: [] } }, reader);

  it("says in a sentence what decided it", () => {
    expect(decided({ code: "ticket", seat: 1, ticket: "Los Angeles–New York", points: 21, turns: 2, path: true, pieces: 33 })).toBe(
      "Los Angeles – New York decided it: 21 points, finished 2 turns before the end, and Ada led from then on. It also made Ada’s path of 33 trains the longest.",
    );
    expect(decided({ code: "path", seat: 0, points: 10 })).toBe("The longest path: without its 10 points you would not have been first.");
    expect(decided({ code: "margin", seat: 1, points: 5, spaces: 4 })).toBe("5 points: one route of 4 spaces makes up for it.");
    expect(decided({ code: "early", seat: 1, cards: [6, 2, 9] })).toBe("Ada ended it with 6 cards still in your hand.");
  });
  it("says whose the longest path is and which places it joins, to its owner in a sentence of their own", () => {
    const path = result.sheets.find(({ longest_path_points: points }) => points > 0);
    if (!path) throw new Error("nobody has the longest path");
    const [from, to] = endsOf(edition.routes, path.longest_path_routes);
    const told = (own: number | null) => verdict({ ...result, winners: [path.seat] }, { ...reader, names: ["A", "B", "C"], own }, path.seat).text;
    expect(told(path.seat)).toContain(`Your longest path runs ${path.longest_path} trains, from ${from} to ${to}; it is marked on the map.`);
    expect(told(null)).toContain(`Longest path: ${"ABC"[path.seat]}, ${path.longest_path} trains, from ${from} to ${to}; it is marked on the map.`);
  });
  it("speaks to a seat, but to nobody at a shared device", () => {
    const owns = [true, false].map((shared) => readerOf({ table: { seat: 1, shared }, labels: { names: [] }, edition } as unknown as Parameters<typeof readerOf>[0]).own);
    expect(owns).toEqual([null, 1]);
  });
  it("has two facts for who lost, and nothing for a winner", () => {
    const loss = {
      seat: 0, place: 2, behind: 21, done: 2, held: 3, good: { code: "routes" as const, value: 78, ticket: null },
      next: { code: "ticket" as const, value: 4, ticket: "Calgary–Salt Lake City", route: "Helena–Salt Lake City", turns: 3, at: 50 },
    };
    const lost = { ...result, verdict: { decided: { code: "balance" as const, seat: 1 }, losses: [loss] } };
    expect(consolation(lost, reader)).toEqual({
      place: "You come in second, 21 points behind.",
      good: "Your 78 points for routes were the best of the table. You finished 2 of 3 tickets.",
      next: "Calgary – Salt Lake City was 4 trains away. 3 turns before the end you had the cards for Helena – Salt Lake City.",
      show: "Show that turn",
      at: 50,
    });
    // A button speaks of the turn that it leads to, where the sentence beside it does not.
    const shown = (next: object) => consolation({ ...lost, verdict: { ...lost.verdict, losses: [{ ...loss, next: { ...loss.next, route: null, ...next } }] } }, reader)?.show;
    expect(shown({ code: "routes" })).toBe("Show who took the lead");
    expect([shown({ code: "pieces" }), shown({})]).toEqual(["Show my last turn", "Show my last turn"]);
    expect(consolation(lost, { ...reader, own: 1 })).toBeNull();
  });
  it("lets equals share a place", () => {
    const sheets = [30, 40, 40, 30].map((total, seat) => ({ seat, total }));
    expect(placesOf({ ...result, winners: [2], sheets: sheets as Finished["sheets"] })).toEqual([3, 2, 1, 3]);
  });
});
