/** The one module that talks to the server. It knows addresses and refusals; what answers mean for a table is the store's. */
import createClient from "openapi-fetch";
import { kindOf, problemWords, type Problem } from "./problems";
import type { components, paths } from "./schema";

type Schemas = components["schemas"];
export type BotInfo = Schemas["BotInfo"];
/** How long finished games of an edition took at this server. */
export type Durations = Schemas["Durations"];
export type Edition = Schemas["EditionInfo"];
export type RouteInfo = Schemas["RouteInfo"];
export type Ticket = Schemas["TicketInfo"];
export type Vehicle = Edition["vehicle"];
/** How a card or a route is painted; `grey` is no colour, `wild` every one. */
export type Look = Schemas["RouteData"]["look"] | "wild";
export type Geometry = Schemas["GeometryData"];
export type PlacedRoute = Schemas["RouteData"];
export type PlacedLocation = Schemas["LocationData"];
export type Cell = Schemas["CellData"];

export type TableInfo = Schemas["TableInfo"];
/** What an invitation is to, before its seat is taken. */
export type Invited = Schemas["Invited"];
export type Invitation = Schemas["Invitation"];
export type SeatInfo = Schemas["SeatInfo"];
export type NewTable = Schemas["NewTable"];
export type SeatWish = Schemas["SeatWish"];
export type LiveGame = Schemas["LiveGame"];
export type MyTable = Schemas["MyTable"];
export type Me = Schemas["Me"];
export type StartupStatus = Schemas["StartupStatus"];

export type ViewOf = Schemas["ViewOf"];
export type View = Schemas["GameView"];
export type SeatView = Schemas["SeatView"];
export type Cards = Schemas["Holdings"]["hand"];
/** A line of a table's log: an action with what it brought about, a message, somebody coming or going. */
export type Line = Schemas["LogLine"];
export type GameEvent = Line["events"][number];
export type Options = Schemas["Options"];
export type Action = Options["legal"][number];
export type Claim = Schemas["ClaimRouteData"];
export type Keep = Schemas["KeepTicketsData"];
/** Why a route cannot be claimed. */
export type Refusal = Omit<Schemas["RefusedRoutes"], "routes">;
/** How a ticket stands: the fewest pieces that it still takes, and the way in the fewest turns. */
export type TicketStatus = Schemas["TicketStatus"];
export type Hints = Schemas["Hints"];
export type HintReason = Schemas["HintReason"];
export type Candidate = Schemas["Candidate"];
/** Hints for a position that belongs to no table. */
export type Advice = Omit<Hints, "n" | "seat">;
/** A position as it lies, and what may be done there. */
export type Analysed = Schemas["Analysed"];
export type PositionData = Schemas["PositionData"];
/** What a seat can count and guess. */
export type Counted = Schemas["TrainingOf"];
export type Rival = Schemas["Rival"];

export type Finished = Schemas["FinishedGame"];
export type OfferCost = Schemas["OfferCost"];
export type ScoreSheet = Schemas["ScoreSheet"];
export type Fairness = Schemas["Fairness"];
export type Replay = Schemas["Replay"];
/** Whose eyes a replay looks through: a seat's, everybody's at once, or those of somebody who only watched. */
export type Viewer = Replay["seat"];

/** One mistake in what was sent: where it is, and what is wrong there. */
export type Fault = Schemas["Fault"];
export type Review = Schemas["Review"];
export type Graph = Schemas["Graph"];
export type Step = Schemas["Step"];
export type Judgement = Schemas["Judgement"];
export type Reason = Schemas["Reason"];
export type ReviewStatus = Schemas["ReviewStatus"];
/** What was found of a review, done or not. */
export type Found = Pick<ReviewStatus, "judged" | "graph" | "judgements" | "seats" | "levels" | "actions">;
/** How far a review is, and what of it is new. */
export type ReviewNews = Found & Pick<ReviewStatus, "done" | "seconds">;
export type SeatFigures = Schemas["SeatFigures"];
export type TurningPoint = Schemas["TurningPoint"];
/** The actions that a review names, by their texts. */
export type NamedActions = Schemas["ReviewStatus"]["actions"];
export type Exercise = Schemas["Exercise"];
export type Answered = Schemas["Answered"];
/** A game of one's own with decisions to be tried again. */
export type MarkedGame = Schemas["MarkedGame"];
export type Exercises = Schemas["MyExercises"];
export type PuzzleView = Schemas["PuzzleView"];
export type PuzzleHint = Schemas["PuzzleHint"];
export type AttemptResult = Schemas["AttemptResult"];
/** How somebody is doing with puzzles. */
export type Training = Schemas["MyTraining"];
export type PuzzleTheme = Training["themes"][number]["theme"];
const themes: Record<PuzzleTheme, true> = { "ticket choice": true, bottleneck: true, tempo: true, payment: true, endgame: true, district: true, "longest path": true };
export const isTheme = (name: string): name is PuzzleTheme => Object.hasOwn(themes, name);

/** A refusal of the server in words for the reader; `status` 0 is no answer at all. */
export class Refused extends Error {
  readonly status: number;
  readonly kind: string;
  /** Of a board that was refused: each mistake. */
  readonly faults: Fault[];
  /** After so many seconds it may be asked again; null where that would not help. */
  readonly again: number | null;
  constructor(status: number, kind: string, words: string, faults: Fault[] = [], again: number | null = null) {
    super(words);
    this.faults = faults;
    this.again = again;
    this.status = status;
    this.kind = kind;
  }
}

const BASE = "/api/v1";
export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const server = createClient<paths>();

let met: Promise<unknown> | null = null;
/** A first visit introduces itself alone: requests side by side would each be taken for another guest. */
function meet(): Promise<unknown> {
  if (localStorage.getItem("met")) return Promise.resolve();
  met ??= fetch(`${BASE}/me`).then((answer) => answer.ok && localStorage.setItem("met", "yes"), () => (met = null));
  return met;
}

interface Answer<T> { data?: T; error?: unknown; response: Response }

async function answerTo<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  await meet();
  const answer = await ask().catch(() => {
    throw new Refused(0, "offline", "");
  });
  if (answer.response.ok) return answer;
  const { status, statusText, headers } = answer.response;
  const problem: Problem = answer.error instanceof Object ? answer.error : {};
  const kind = kindOf(problem);
  // A server that has just begun knows its rules in a moment: whoever asks for a table waits.
  if (kind === "warming") return sleep(1000).then(() => answerTo(ask));
  throw new Refused(status, kind, problemWords(problem) || statusText, problem.faults ?? [], Number(headers.get("Retry-After")) || null);
}

/** What the server answers; a refusal is thrown. */
async function dataOf<T>(ask: () => Promise<Answer<T>>): Promise<T> {
  const { data, response } = await answerTo(ask);
  if (data === undefined) throw new Refused(response.status, "", response.statusText);
  return data;
}

/** Hear the events of a stream to its end. */
async function events(stream: ReadableStream<Uint8Array>, tell: (data: string) => void): Promise<void> {
  const [reader, decoder] = [stream.getReader(), new TextDecoder()];
  let heard = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const told = (heard + decoder.decode(part.value, { stream: true })).split("\n\n");
    heard = told.pop() ?? "";
    for (const event of told) tell(event.slice(event.indexOf("data: ") + 6));
  }
}

/** Hear what is told again and again, until it is whole or whoever gives the signal has heard enough. */
async function heard<T>(ask: () => Promise<Answer<ReadableStream<Uint8Array> | null>>, tell: (data: T) => void, signal: AbortSignal): Promise<void> {
  try {
    const stream = await dataOf(ask);
    if (stream) await events(stream, (data) => tell(JSON.parse(data) as T));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** What never changes is asked for once. */
function once<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    const known = kept.get(key);
    if (known) return known;
    const asked = ask(key);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    return asked;
  };
}

/** A position as somebody sets it up, with cards and tickets that nobody has named. */
interface Setup { edition: string; position: PositionData; unseenCards: readonly number[]; unseenTickets: readonly number[] }
const setup = ({ edition, position, unseenCards, unseenTickets }: Setup) => ({ edition, position: { ...position }, unseen_cards: [...unseenCards], unseen_tickets: [...unseenTickets] });
const path = (table_id: string) => ({ path: { table_id } });
/** A request that is sent again with the same key is done once. */
const keyed = (table_id: string, key: string) => ({ path: { table_id }, header: { "Idempotency-Key": key } });
const editions = once(() => dataOf(() => server.GET("/api/v1/editions")));
const edition = once((key) => dataOf(() => server.GET("/api/v1/editions/{key}", { params: { path: { key } } })));
const bots = once(() => dataOf(() => server.GET("/api/v1/bots")));

export const api = {
  editions: () => editions(""),
  edition,
  /** Lay a board of one's own; without a board file it is one of ours. */
  layBoard: (text: string, board: string | null) => dataOf(() => server.POST("/api/v1/editions", { body: { edition: text, board } })),
  deleteBoard: (key: string) => answerTo(() => server.DELETE("/api/v1/editions/{key}", { params: { path: { key } } })),
  geometry: once((key) => dataOf(() => server.GET("/api/v1/editions/{key}/geometry", { params: { path: { key } } }))),
  art: (key: string) => ({ day: `${BASE}/editions/${key}/board.svg?theme=light`, night: `${BASE}/editions/${key}/board.svg?theme=night` }),
  /** The whole board with its routes, as a picture. */
  picture: (key: string, theme: "day" | "night") => `${BASE}/editions/${key}/board.svg?routes=true&theme=${theme === "night" ? "night" : "light"}`,
  bots: () => bots(""),
  durations: () => dataOf(() => server.GET("/api/v1/durations")),
  startup: () => dataOf(() => server.GET("/api/v1/startup")),
  me: () => dataOf(() => server.GET("/api/v1/me")),
  rename: (name: string) => dataOf(() => server.PATCH("/api/v1/me", { body: { name } })),

  open: (table: NewTable, key: string) => dataOf(() => server.POST("/api/v1/tables", { body: table, params: { header: { "Idempotency-Key": key } } })),
  /** Games going on that everybody may watch. */
  live: () => dataOf(() => server.GET("/api/v1/tables")),
  table: (id: string) => dataOf(() => server.GET("/api/v1/tables/{table_id}", { params: path(id) })),
  invitation: (invite: string) => dataOf(() => server.POST("/api/v1/invitations", { body: { invite } })),
  join: (invite: string, name: string, seat: number | null) => dataOf(() => server.POST("/api/v1/join", { body: { invite, name, seat } })),
  reseat: (table_id: string, seat: number, wish: Schemas["Reseat"]) => dataOf(() => server.PATCH("/api/v1/tables/{table_id}/seats/{seat}", { params: { path: { table_id, seat } }, body: wish })),
  start: (id: string) => dataOf(() => server.POST("/api/v1/tables/{table_id}/start", { params: path(id) })),
  leave: (id: string) => answerTo(() => server.POST("/api/v1/tables/{table_id}/leave", { params: path(id) })),
  /** Take back all of one's seats, as one leaves them all. */
  comeBack: (id: string) => dataOf(() => server.POST("/api/v1/tables/{table_id}/return", { params: path(id) })),
  rematch: (id: string) => dataOf(() => server.POST("/api/v1/tables/{table_id}/rematch", { params: path(id) })),

  /** What a seat may know, and, while a game is played, what it may do. */
  view: (id: string, seat: number | null) => dataOf(() => server.GET("/api/v1/tables/{table_id}/view", { params: { ...path(id), query: { options: true, seat } } })),
  log: (id: string, seat: number | null, after = 0) => dataOf(() => server.GET("/api/v1/tables/{table_id}/log", { params: { ...path(id), query: { after, seat } } })),
  act: (id: string, seat: number, action: string, seen: number, pace: number | null, key: string) =>
    dataOf(() => server.POST("/api/v1/tables/{table_id}/actions", { params: { ...keyed(id, key), query: { now: true } }, body: { action, seen, seat, pace } })),
  undo: (id: string, seat: number, seen: number, key: string) => dataOf(() => server.POST("/api/v1/tables/{table_id}/undo", { params: { ...keyed(id, key), query: { now: true } }, body: { seen, seat } })),
  hold: (id: string, seat: number | null, seconds: number) => dataOf(() => server.POST("/api/v1/tables/{table_id}/hold", { params: { ...path(id), query: { seat, seconds } } })),
  moreTime: (id: string, seat: number, seen: number, key: string) => dataOf(() => server.POST("/api/v1/tables/{table_id}/more-time", { params: { ...keyed(id, key), query: { now: true } }, body: { seen, seat } })),
  goOn: (id: string, seat: number | null) => answerTo(() => server.POST("/api/v1/tables/{table_id}/go-on", { params: { ...path(id), query: { seat } } })),
  chat: (id: string, seat: number | null, text: string, key: string) => dataOf(() => server.POST("/api/v1/tables/{table_id}/chat", { params: keyed(id, key), body: { text, seat } })),
  /** What to do, again and again while it is thought about, and sharper every time; whoever gives the signal has heard enough. */
  hints: (id: string, seat: number, tell: (hints: Hints) => void, signal: AbortSignal) =>
    heard(() => server.GET("/api/v1/tables/{table_id}/hints/events", { params: { ...path(id), query: { seat } }, parseAs: "stream", signal }), tell, signal),
  counted: (id: string, seat: number | null) => dataOf(() => server.GET("/api/v1/tables/{table_id}/training", { params: { ...path(id), query: { seat } } })),
  news: (id: string, seat: number | null, after: number) => new EventSource(`${BASE}/tables/${id}/events?now=true&after=${after}${seat === null ? "" : `&seat=${seat}`}`),

  result: (id: string) => dataOf(() => server.GET("/api/v1/tables/{table_id}/result", { params: path(id) })),
  fairness: (id: string) => dataOf(() => server.GET("/api/v1/tables/{table_id}/fairness", { params: path(id) })),
  /** A whole game that is over, as somebody saw it. */
  replay: (id: string, seat: Viewer) => dataOf(() => server.GET("/api/v1/tables/{table_id}/replay", { params: { ...path(id), query: { seat } } })),
  /** What there is of a review; listening to its news has it made. */
  review: (id: string) => dataOf(() => server.GET("/api/v1/tables/{table_id}/review", { params: path(id) })),
  /** How far a review is, and about how many seconds it takes yet: nothing of what it found. */
  reviewTime: (id: string) => dataOf(() => server.GET("/api/v1/tables/{table_id}/review", { params: { ...path(id), query: { brief: true } } })),
  reviewNews: (id: string) => new EventSource(`${BASE}/tables/${id}/review/events`),
  /** Another way from a moment of a finished game. */
  branch: (id: string, wish: Omit<Schemas["Branch"], "bot">, key: string) => dataOf(() => server.POST("/api/v1/tables/{table_id}/branches", { params: keyed(id, key), body: wish })),
  /** The moment before an action, as the seat that acted knew it; and how another action would have done there. */
  exercise: (table_id: string, n: number) => dataOf(() => server.GET("/api/v1/tables/{table_id}/moments/{n}", { params: { path: { table_id, n } } })),
  exercises: () => dataOf(() => server.GET("/api/v1/me/exercises")),
  answer: (table_id: string, n: number, action: string) => dataOf(() => server.POST("/api/v1/tables/{table_id}/moments/{n}/answers", { params: { path: { table_id, n } }, body: { action } })),
  /** A moment of a finished game or a puzzle to be analysed; a position as it lies; what a move leads to; what the coach says, sharper and sharper. */
  position: (table_id: string, n: number) => dataOf(() => server.GET("/api/v1/tables/{table_id}/positions/{n}", { params: { path: { table_id, n } } })),
  puzzlePosition: (puzzle_id: string) => dataOf(() => server.GET("/api/v1/puzzles/{puzzle_id}/position", { params: { path: { puzzle_id } } })),
  analyse: (draft: Setup) => dataOf(() => server.POST("/api/v1/analysis", { body: setup(draft) })),
  tryMove: (draft: Setup, action: string) => dataOf(() => server.POST("/api/v1/analysis/moves", { body: { ...setup(draft), action } })),
  adviseOn: (draft: Setup, open_hands: boolean, tell: (advice: Advice) => void, signal: AbortSignal) =>
    heard(() => server.POST("/api/v1/analysis/advice", { body: { ...setup(draft), open_hands }, parseAs: "stream", signal }), tell, signal),
  /** A picture of a position to share, with the best moves in the reader's words. */
  positionCard: (draft: Setup, card: Omit<Schemas["PositionPicture"], keyof Schemas["Setup"]>) => dataOf(() => server.POST("/api/v1/analysis/card", { body: { ...setup(draft), ...card }, parseAs: "blob" })),
  playPosition: (draft: Setup, key: string) => dataOf(() => server.POST("/api/v1/analysis/tables", { body: setup(draft), params: { header: { "Idempotency-Key": key } } })),
  training: () => dataOf(() => server.GET("/api/v1/puzzles")),
  puzzle: (puzzle_id: string) => dataOf(() => server.GET("/api/v1/puzzles/{puzzle_id}", { params: { path: { puzzle_id } } })),
  /** A puzzle that suits, of a theme or of any. */
  nextPuzzle: (theme: PuzzleTheme | null) => dataOf(() => server.GET("/api/v1/puzzles/next", { params: { query: theme ? { theme } : {} } })),
  /** Try an answer; nothing asks for the solution. */
  attempt: (puzzle_id: string, action: string | null) => dataOf(() => server.POST("/api/v1/puzzles/{puzzle_id}/attempts", { params: { path: { puzzle_id } }, body: { action } })),
  recordLink: (id: string) => `${BASE}/tables/${id}/record`,
  poster: (table_id: string, kind: "png" | "svg") => dataOf(() => server.GET("/api/v1/tables/{table_id}/pictures/{name}", { params: { path: { table_id, name: `poster.${kind}` } }, parseAs: "blob" })),
  upload: (record: Schemas["UploadedRecord"]["record"]) => dataOf(() => server.POST("/api/v1/records", { body: { record } })),
};

export const newKey = (): string => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
