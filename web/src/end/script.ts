/** The end as a script: what is counted, stamped and run, step by step, and how long each step takes. Drawing it is for the components. */
import type { Edition, Finished, Geometry, PlacedRoute, ScoreSheet } from "../api";
import { pointsByLength } from "../table/choice";

export type Station = "routes" | "tickets" | "path" | "attractions" | "districts" | "result";

export interface Step {
  station: Station;
  /** Milliseconds. */
  time: number;
  /** Points of every seat while this step is shown. */
  totals: number[];
  /** Routes of this length are counted. */
  spaces?: number;
  /** Whose tickets or places are looked at, and which of the tickets is stamped. */
  seat?: number;
  ticket?: number;
  /** The engine runs the longest path. */
  runs?: boolean;
}

const COUNT = 450;
const STAMP = 550;
const STAMPS = 5000;
const PIECE = 90;
const RUN = 2500;
const PLACES = 900;
const PAUSE = 500;
/** Rows slide and the train leaves, then nothing happens for four seconds. */
export const DEPARTURE = 2000;
export const PATIENCE = 4000;
const STILL = 1500;

/** What is counted at this edition's end, in order. */
export function stationsOf(edition: Edition): Station[] {
  const bonuses: [Station, boolean][] = [["path", edition.longest_path_points > 0], ["attractions", edition.attraction_points > 0], ["districts", edition.districts.length > 0]];
  return ["routes", "tickets", ...bonuses.flatMap(([station, counts]) => (counts ? [station] : [])), "result"];
}

/** Seats from the last to the first: the winners' tickets are turned last. */
export function fromTheLast(result: Finished): number[] {
  const rank = ({ seat, total }: ScoreSheet) => (result.winners.includes(seat) ? 1e6 : 0) + total;
  return result.sheets.toSorted((one, other) => rank(one) - rank(other)).map(({ seat }) => seat);
}

/** How many routes of each length a seat claimed. */
export function countsOf(edition: Edition, owners: Record<string, number>, seat: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { name, length } of edition.routes) if (owners[name] === seat) counts.set(length, (counts.get(length) ?? 0) + 1);
  return counts;
}

/** The whole end, from nought to the sheets' totals. */
export function scriptOf(edition: Edition, result: Finished, owners: Record<string, number>): Step[] {
  const totals = result.sheets.map(() => 0);
  const steps: Step[] = [];
  const add = (step: Omit<Step, "totals">) => steps.push({ ...step, totals: [...totals] });
  const gain = (seat: number, points: number) => (totals[seat] = (totals[seat] ?? 0) + points);
  for (const spaces of pointsByLength(edition).keys()) {
    for (const { seat } of result.sheets) {
      for (const route of edition.routes) if (route.length === spaces && owners[route.name] === seat) gain(seat, route.points);
    }
    add({ station: "routes", time: COUNT, spaces });
  }
  const time = Math.min(STAMP, STAMPS / Math.max(1, result.sheets.reduce((sum, { tickets }) => sum + tickets.length, 0)));
  for (const seat of fromTheLast(result)) {
    result.sheets[seat]?.tickets.forEach(({ points }, ticket) => {
      gain(seat, points);
      add({ station: "tickets", time, seat, ticket });
    });
  }
  for (const station of stationsOf(edition)) {
    if (station === "path") {
      add({ station, time: Math.min(RUN, PIECE * Math.max(0, ...result.sheets.map(({ longest_path }) => longest_path))), runs: true });
      for (const { seat, longest_path_points } of result.sheets) gain(seat, longest_path_points);
      add({ station, time: PAUSE });
    } else if (station === "attractions" || station === "districts") {
      for (const seat of fromTheLast(result)) {
        const sheet = result.sheets[seat];
        gain(seat, (station === "attractions" ? sheet?.attraction_points : sheet?.district_points) ?? 0);
        add({ station, time: PLACES, seat });
      }
    }
  }
  add({ station: "result", time: DEPARTURE + PATIENCE });
  return steps;
}

/** For those who want it calm: one still picture a station. */
export function stillOf(script: Step[]): Step[] {
  return script.filter(({ station }, at) => script[at + 1]?.station !== station).map((step) => ({ ...step, time: step.station === "result" ? step.time : STILL }));
}

interface Ends { name: string; a: string; b: string }

/** A way between two places over some routes, fewest routes first; nothing where there is none. */
export function wayBetween(from: string, to: string, routes: readonly Ends[]): string[] {
  const came = new Map<string, { route: string; from: string } | null>([[from, null]]);
  for (const here of came.keys()) {
    for (const { name, a, b } of routes) {
      const there = a === here ? b : b === here ? a : null;
      if (there !== null && !came.has(there)) came.set(there, { route: name, from: here });
    }
  }
  const way: string[] = [];
  for (let here = came.get(to); here; here = came.get(here.from)) way.unshift(here.route);
  return way;
}

/** The routes of a path in the order in which one journey uses each once, and the places where it begins and ends. */
export function journeyOf(routes: readonly Ends[]): { from: string; to: string; routes: string[] } {
  const degree = new Map<string, number>();
  for (const { a, b } of routes) for (const place of [a, b]) degree.set(place, (degree.get(place) ?? 0) + 1);
  const from = [...degree].find(([, count]) => count % 2 === 1)?.[0] ?? routes[0]?.a ?? "";
  // Hierholzer: go on while there is a way, and insert round trips on the way back.
  const left = new Set(routes);
  const stack: { place: string; by: string | null }[] = [{ place: from, by: null }];
  const journey: string[] = [];
  let to = "";
  for (let here = stack.at(-1); here; here = stack.at(-1)) {
    const { place } = here;
    const next = [...left].find(({ a, b }) => a === place || b === place);
    if (next) {
      left.delete(next);
      stack.push({ place: next.a === place ? next.b : next.a, by: next.name });
    } else {
      stack.pop();
      // The first dead end is where the journey ends.
      to ||= place;
      if (here.by !== null) journey.unshift(here.by);
    }
  }
  return { from, to, routes: journey };
}

const named = <Route extends Ends>(routes: readonly Route[], path: readonly string[]): Route[] => path.flatMap((name) => routes.find((route) => route.name === name) ?? []);

/** The two places that a path joins; one place twice where it comes back. */
export function endsOf(routes: readonly Ends[], path: readonly string[]): [from: string, to: string] {
  const { from, to } = journeyOf(named(routes, path));
  return [from, to];
}

export interface Stop { route: string; x: number; y: number; angle: number }

/** Every space of a journey, in the order in which an engine passes it; it looks ahead. */
export function stopsOf(geometry: Geometry, path: readonly string[]): Stop[] {
  const placed = named(geometry.routes, path);
  const { from, routes } = journeyOf(placed);
  let here = from;
  return routes.flatMap((name) => {
    const route = placed.find((one) => one.name === name) as PlacedRoute;
    const ahead = route.a === here;
    here = ahead ? route.b : route.a;
    return (ahead ? route.cells : route.cells.toReversed()).map(({ x, y, angle }) => ({ route: name, x, y, angle }));
  });
}
