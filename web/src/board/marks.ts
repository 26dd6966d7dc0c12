/** A guess: a seat may want to join two places. */
export interface Arc { a: string; b: string; seat: number; label: string }

/** What stands out on a board right now. */
export interface Marks {
  /** Routes that can be claimed and join what is yours, and those that can be claimed elsewhere. */
  strong: ReadonlySet<string>;
  weak: ReadonlySet<string>;
  /** A way to a ticket, a bot's plan, a longest path. */
  way: ReadonlySet<string>;
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
  /** The ends of one's tickets: they keep their names where others are too small for one. */
  own: ReadonlySet<string>;
  pins: Record<string, string>;
  /** What a rival's lines suggest. */
  arcs: readonly Arc[];
  /** Routes that the words beside the board number, from 1; null where a number is no route. */
  steps: readonly (string | null)[];
}

const none: ReadonlySet<string> = new Set();
export const noMarks: Marks = { strong: none, weak: none, way: none, selected: null, hovered: null, closed: none, fresh: none, lit: none, faded: new Set(), last: [], own: none, pins: {}, arcs: [], steps: [] };
