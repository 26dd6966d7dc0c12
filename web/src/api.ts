/** The one module that talks to the server. It knows addresses and refusals; what answers mean for a table is the store's. */
import type { components } from "./schema";
import type { Edition, Geometry, Line, Result, RouteFacts } from "./types";

type Schemas = components["schemas"];
export type TableInfo = Schemas["TableInfo"];
export type SeatInfo = Schemas["SeatInfo"];
export type LiveGame = Schemas["LiveGame"];
export type MyTable = Schemas["MyTable"];
export type NewTable = Partial<Schemas["NewTable"]> & Pick<Schemas["NewTable"], "edition" | "seats">;
export type SeatWish = Pick<Schemas["SeatWish"], "kind"> & Partial<Schemas["SeatWish"]>;
export type Fairness = Schemas["Fairness"];
export type BotInfo = Schemas["BotInfo"];
export type Me = Schemas["Me"];
export type StartupStatus = Schemas["StartupStatus"];
export type ViewOf = Schemas["ViewOf"];
export type Replay = Schemas["Replay"];
export type Options = Schemas["Options"];
export type Action = Options["legal"][number];
/** One of several candidates is recommended: the highest, or one that the others do not surpass by more than chance explains. */
export type Candidate = Action & { chance: number | null; margin: number | null; recommended?: boolean; reason?: "highest" | "within error" | null };
export interface Hints { n: number; seat: number; bot: string; candidates: Candidate[]; plan: string[] }
/** Whose eyes a replay looks through: a seat's, everybody's at once, or those of somebody who only watched. */
export type Sight = number | "all" | null;
export type Finished = Result & { names: string[] };

/** A refusal of the server in its own words; `status` 0 is no answer at all. */
export class Refused extends Error {
  readonly status: number;
  readonly kind: string;
  readonly rule: string | null;
  constructor(status: number, kind: string, detail: string, rule: string | null = null) {
    super(detail);
    this.status = status;
    this.kind = kind;
    this.rule = rule;
  }
}

const BASE = "/api/v1";
export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

let met: Promise<unknown> | null = null;
/** A first visit introduces itself alone: requests side by side would each be taken for another guest. */
function meet(): Promise<unknown> {
  if (localStorage.getItem("met")) return Promise.resolve();
  met ??= fetch(`${BASE}/me`).then((answer) => answer.ok && localStorage.setItem("met", "yes"), () => (met = null));
  return met;
}

async function ask<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  let answer: Response;
  await meet();
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  try {
    answer = await fetch(BASE + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Refused(0, "offline", "");
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({}))) as { type?: string; detail?: string; rule?: string };
  const kind = (problem.type ?? "").split(":").at(-1) ?? "";
  // A server that has just begun knows its rules in a moment: whoever asks for a table waits.
  if (kind === "warming") return sleep(1000).then(() => ask<T>(method, path, body, key));
  throw new Refused(answer.status, kind, problem.detail ?? answer.statusText, problem.rule ?? null);
}

const get = <T>(path: string) => ask<T>("GET", path);
const post = <T>(path: string, body: unknown = undefined, key?: string) => ask<T>("POST", path, body, key);
const at = (id: string) => `/tables/${encodeURIComponent(id)}`;
const forSeat = (seat: number | null) => (seat === null ? "" : `?seat=${seat}`);

const kept = new Map<string, Promise<unknown>>();
/** What never changes is asked for once. */
function once<T>(path: string): Promise<T> {
  const known = kept.get(path) as Promise<T> | undefined;
  if (known) return known;
  const asked = get<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

export function editionOf(info: Schemas["EditionInfo"]): Edition {
  const routes = info.routes as (Omit<RouteFacts, "points" | "twin"> & { twin: number | null })[];
  return {
    id: info.key,
    title: info.title,
    players: [info.min_players, info.max_players],
    pieces: info.pieces,
    piece: info.piece,
    vehicle: info.vehicle as Edition["vehicle"],
    wild: info.wild,
    wildCards: info.wild_cards,
    colours: info.colours as unknown as Edition["colours"],
    startingHand: info.starting_hand,
    setup: { offer: info.setup_offer, keep: info.setup_keep, giveBack: info.setup_return },
    offer: { offer: info.offer, keep: info.keep, order: info.return_order },
    twinClosedUpTo: info.twin_closed_up_to,
    routePoints: info.route_points,
    pointsShown: info.points_shown === "claimed",
    longestPath: info.longest_path_points,
    attraction: info.attraction_points,
    finalRoundAt: info.final_round_at,
    tieBreaks: info.tie_breaks,
    board: info.board,
    districts: info.districts.length > 0,
    routes: routes.map(
      (route): RouteFacts => ({ ...route, points: info.route_points[String(route.length)] ?? 0, twin: route.twin === null ? null : (routes[route.twin]?.name ?? null) }),
    ),
    tickets: info.tickets as unknown as Edition["tickets"],
  };
}

export const api = {
  editions: async () => (await once<Schemas["EditionInfo"][]>("/editions")).map(editionOf),
  edition: async (key: string) => editionOf(await once<Schemas["EditionInfo"]>(`/editions/${key}`)),
  /** Lay a board of one's own; without a board file it is one of ours. */
  layBoard: async (edition: string, board: string | null) => editionOf(await post<Schemas["EditionInfo"]>("/editions", { edition, board })),
  geometry: (key: string) => once<Geometry>(`/editions/${key}/geometry`),
  art: (key: string) => ({ day: `${BASE}/editions/${key}/board.svg?theme=light`, night: `${BASE}/editions/${key}/board.svg?theme=night` }),
  /** The whole board with its routes, as a picture. */
  picture: (key: string, theme: "day" | "night") => `${BASE}/editions/${key}/board.svg?routes=true&theme=${theme === "night" ? "night" : "light"}`,
  bots: () => once<BotInfo[]>("/bots"),
  startup: () => get<StartupStatus>("/startup"),
  me: () => get<Me>("/me"),
  rename: (name: string) => ask<Me>("PATCH", "/me", { name }),

  open: (table: NewTable, key: string) => post<TableInfo>("/tables", table, key),
  /** Games going on that everybody may watch. */
  live: () => get<LiveGame[]>("/tables"),
  table: (id: string) => get<TableInfo>(at(id)),
  join: (invite: string, name?: string) => post<TableInfo>("/join", name ? { invite, name } : { invite }),
  reseat: (id: string, seat: number, wish: Partial<Schemas["Reseat"]>) => ask<TableInfo>("PATCH", `${at(id)}/seats/${seat}`, wish),
  start: (id: string) => post<TableInfo>(`${at(id)}/start`),
  leave: (id: string) => post<undefined>(`${at(id)}/leave`),
  comeBack: (id: string, seat: number | null) => post<TableInfo>(`${at(id)}/return${forSeat(seat)}`),
  rematch: (id: string) => post<TableInfo>(`${at(id)}/rematch`),

  /** What a seat may know, and, while a game is played, what it may do. */
  view: (id: string, seat: number | null) => get<ViewOf>(`${at(id)}/view?options=true${seat === null ? "" : `&seat=${seat}`}`),
  log: (id: string, seat: number | null, after = 0) => get<Line[]>(`${at(id)}/log?after=${after}${seat === null ? "" : `&seat=${seat}`}`),
  act: (id: string, seat: number, action: string, seen: number, key: string) => post<Line>(`${at(id)}/actions?now=true`, { action, seen, seat }, key),
  undo: (id: string, seat: number, seen: number, key: string) => post<Line>(`${at(id)}/undo?now=true`, { seen, seat }, key),
  chat: (id: string, seat: number | null, text: string, key: string) => post<Line>(`${at(id)}/chat`, seat === null ? { text } : { text, seat }, key),
  hints: (id: string, seat: number) => get<Hints>(`${at(id)}/hints${forSeat(seat)}`),
  news: (id: string, seat: number | null, after: number) => new EventSource(`${BASE}${at(id)}/events?after=${after}${seat === null ? "" : `&seat=${seat}&now=true`}`),

  result: (id: string) => get<Finished>(`${at(id)}/result`),
  fairness: (id: string) => get<Fairness>(`${at(id)}/fairness`),
  replay: (id: string, n: number, seat: Sight) => get<Replay>(`${at(id)}/replay?at=${n}${seat === null ? "" : `&seat=${seat}`}`),
  recordLink: (id: string) => `${BASE}${at(id)}/record`,
  posterLink: (id: string) => `${BASE}${at(id)}/pictures/poster.png`,
  upload: (record: unknown) => post<TableInfo>("/records", { record }),
};

export const newKey = (): string => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
