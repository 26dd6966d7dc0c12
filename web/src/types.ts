/** The shapes of a game as the server tells it: view, events, options, result, geometry. What an address answers is schema.ts. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Look = "red" | "orange" | "yellow" | "green" | "blue" | "pink" | "black" | "white" | "grey" | "wild";
export type Vehicle = "train" | "taxi" | "bus";
export type Phase = View["phase"];
export type Cards = Record<string, number>;

export interface Ticket { name: string; a: string; b: string; points: number }
export interface RouteFacts { name: string; a: string; b: string; length: number; colour: string | null; ferries: number; points: number; twin: string | null }

export interface Edition {
  id: string;
  title: string;
  players: [number, number];
  pieces: number;
  piece: string;
  vehicle: Vehicle;
  wild: string;
  wildCards: number;
  colours: { name: string; look: Look; cards: number }[];
  startingHand: number;
  setup: { offer: number; keep: number; giveBack: string };
  offer: { offer: number; keep: number; order: string };
  twinClosedUpTo: number;
  routePoints: Record<string, number>;
  pointsShown: boolean;
  longestPath: number;
  attraction: number;
  /** Joining all places of a district scores. */
  districts: boolean;
  finalRoundAt: number;
  tieBreaks: string[];
  board: string;
  routes: RouteFacts[];
  tickets: Ticket[];
}

export interface Cell { x: number; y: number; angle: number; length: number; symbol: Look | null; vehicle: string; scale: [number, number] }
export interface PlacedRoute {
  name: string;
  a: string;
  b: string;
  look: Look;
  twin: number | null;
  rail: string;
  bridge: boolean;
  cells: Cell[];
}
export interface PlacedLocation {
  name: string;
  x: number;
  y: number;
  district: number | null;
  badge: [number, number] | null;
  label: { lines: string[]; anchor: "start" | "middle" | "end"; x: number; baselines: number[] };
}
export interface Geometry {
  board: string;
  title: string;
  subtitle: string;
  view: [number, number, number, number];
  cell: { height: number; radius: number; symbol: number; unit: number };
  marker: number;
  name_size: number;
  vehicle: Vehicle;
  routes: PlacedRoute[];
  locations: PlacedLocation[];
  districts: { name: string; points: number; colour: string }[];
}

/** A seat as all may know it; of a finished game, where everybody's things are shown, with its hand and tickets. */
export type SeatView = Schemas["SeatView"] & Partial<Schemas["OpenSeatView"]>;
export type OwnView = Schemas["OwnView"];
export type View = Omit<Schemas["View"], "seats"> & { seats: SeatView[] };
export type GameEvent = Schemas["LogLine"]["events"][number];
/** An event of one kind. */
export type EventOf<Kind extends GameEvent["kind"]> = Extract<GameEvent, { kind: Kind }>;
/** A line of a table's log: an action with what it brought about, a message, somebody coming or going. */
export type Line = Schemas["LogLine"];

export type Claim = Schemas["ClaimRouteData"];
export type Keep = Schemas["KeepTicketsData"];
/** Why a route cannot be claimed. */
export type Refusal = Omit<Schemas["RefusedRoutes"], "routes">;
/** How a ticket stands: what a shortest way still open would take. */
export type Way = Schemas["TicketStatus"];

export interface TicketScore { ticket: string; complete: boolean; points: number }
export interface ScoreSheet {
  seat: number;
  routes: number;
  tickets: TicketScore[];
  ticket_points: number;
  longest_path: number;
  longest_path_points: number;
  longest_path_routes: string[];
  attractions: string[];
  attraction_points: number;
  districts: string[];
  district_points: number;
  total: number;
}
export interface Result { final: boolean; sheets: ScoreSheet[]; winners: number[]; tie_break: string | null }

export type SeatKind = "person" | "bot" | "open" | "remote";
export interface SeatInfo { seat: number; kind: SeatKind; name: string; bot: string | null; level: number | null; yours: boolean; away: boolean }
