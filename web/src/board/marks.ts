/** A guess: a seat may want to join two places. */
export interface Arc { a: string; b: string; seat: number; label: string }

/** A route that a hint speaks of: its number, and whether it is to be claimed now, next or later. */
export interface Step { route: string; no: number; when: "now" | "next" | "later" }

/** The routes of a plan in their order; the one that is claimed at once, if any, is its first. */
export function planSteps(plan: readonly string[], claimed: string | null): Step[] {
  const next = claimed === null ? 0 : 1;
  return plan.map((route, index) => ({ route, no: index + 1, when: index < next ? "now" : index === next ? "next" : "later" }));
}

/** Between two pieces that land, in milliseconds: each is seen and heard. */
export const LANDING = 80;

/** What stands out on a board right now. */
export interface Marks {
  /** Routes that can be claimed and join what is yours, and those that can be claimed elsewhere. */
  strong: ReadonlySet<string>;
  weak: ReadonlySet<string>;
  /** A way to a ticket. */
  way: ReadonlySet<string>;
  /** What is counted at the end: the way of a ticket, the longest path. */
  path?: ReadonlySet<string>;
  /** The plan behind a hint. */
  steps: readonly Step[];
  selected: string | null;
  hovered: string | null;
  /** Twins that nobody may claim any more. */
  closed: ReadonlySet<string>;
  /** Just claimed: their pieces land. */
  fresh: ReadonlySet<string>;
  /** Rivals' claims since one's turn: whose, which move it was, and whether it is the one that is looked at. */
  last: readonly { route: string; seat: number; step: number; now: boolean }[];
  lit: ReadonlySet<string>;
  /** Seats whose pieces are veiled, so that others stand out. */
  faded: ReadonlySet<number>;
  /** The ends of one's tickets, or of what is counted: they keep their names where others are too small for one, or have none. */
  own: ReadonlySet<string>;
  pins: Record<string, string>;
  /** What a rival's lines suggest. */
  arcs: readonly Arc[];
}

const none: ReadonlySet<string> = new Set();
export const noMarks: Marks = { strong: none, weak: none, way: none, steps: [], selected: null, hovered: null, closed: none, fresh: none, lit: none, faded: new Set(), last: [], own: none, pins: {}, arcs: [] };
