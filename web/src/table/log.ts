/** Lines of a table's log as sentences with gaps: what was done in a turn becomes one entry. Words come from the catalogue. */
import type { Key } from "../i18n/index.svelte";
import type { Cards, GameEvent, Line } from "../api";

export interface Entry {
  n: number;
  /** Of several actions that are one entry the first; `n` is the last. */
  first?: number;
  at: number;
  seat: number | null;
  key: Key;
  cards?: Cards;
  /** All cards of the turn that the reader knows: those drawn from the deck are only their own. */
  got?: Cards;
  route?: string;
  count?: number;
  points?: number | null;
  tickets?: string[];
  text?: string;
  deck?: number;
}

const count = (cards: string[]): Cards => cards.reduce<Cards>((sum, card) => ({ ...sum, [card]: (sum[card] ?? 0) + 1 }), {});

function drawn(entry: Entry, seen: string[], blind: number): Entry {
  const some = seen.length > 0;
  const key: Key = blind === 0 ? "log.took" : blind === 1 ? (some ? "log.took.deck" : "log.deck.one") : "log.deck.two";
  return { ...entry, key, cards: count(seen), deck: blind };
}

function single(line: Line, event: GameEvent): Entry | null {
  const base = { n: line.n, at: line.at, seat: event.seat };
  switch (event.kind) {
    case "claimed":
      return { ...base, key: "log.claimed", route: event.route ?? "", cards: event.payment ?? {}, points: event.points ?? null };
    case "offered":
      return { ...base, key: "log.offered", count: event.tickets ?? 0 };
    case "kept":
      return { ...base, key: "log.kept", count: typeof event.kept === "number" ? event.kept : 0, tickets: event.keep ?? [] };
    case "chose":
      return { ...base, key: "log.chose" };
    case "cleared":
      return { ...base, key: "log.cleared", cards: count((event.market ?? []).filter((card) => card !== null)) };
    case "reshuffled":
      return { ...base, key: "log.reshuffled", count: event.deck ?? 0 };
    case "skipped":
      return { ...base, key: "log.skipped" };
    case "final round":
      return { ...base, key: "log.final" };
    case "ended":
      return { ...base, key: event.by === "final round" ? "log.ended" : "log.stuck" };
    default:
      return null;
  }
}

/** A rival's move without their name, as it stands under their label and in the strip. */
const TOLD: Partial<Record<Key, Key>> = {
  "log.took": "tail.took", "log.took.deck": "tail.took.deck", "log.deck.one": "tail.deck.one", "log.deck.two": "tail.deck.two",
  "log.claimed": "tail.claimed", "log.offered": "tail.offered", "log.kept": "tail.kept", "log.skipped": "tail.skipped",
};

/** A move: `brief` is its message without a name. */
export interface Move extends Entry { seat: number; brief: Key }

/** The moves among the entries of a log. */
export function movesOf(log: Entry[]): Move[] {
  return log.flatMap((entry) => {
    const brief = TOLD[entry.key];
    return brief !== undefined && entry.seat !== null ? [{ ...entry, brief, seat: entry.seat }] : [];
  });
}

/** The moves of a game as it stands, each turn one of them: without those that were taken back, whatever came between the cards of a turn. */
export function standing(lines: Line[]): Entry[] {
  const kept: Line[] = [];
  for (const line of lines) {
    if (line.kind === "undo") {
      for (let left = line.data.actions ?? 1; left > 0; left -= 1) kept.splice(kept.findLastIndex(({ kind }) => kind === "action"), 1);
    } else if (line.kind !== "more") kept.push({ ...line, events: line.events.filter(({ kind }) => kind !== "cleared" && kind !== "reshuffled") } as Line);
  }
  return entries(kept);
}

function seated(data: Extract<Line, { kind: "seat" }>["data"]): Key {
  if (data.why === "time") return data.away ? "log.time.stays" : "log.time";
  if (data.why === "came back") return "log.back";
  return "away" in data && (data.kind === "bot" || data.away) ? "log.left" : "log.sat";
}

/** The log as entries, oldest first. */
export function entries(lines: Line[]): Entry[] {
  const told: Entry[] = [];
  let open: { entry: Entry; seen: string[]; got: string[]; blind: number } | null = null;
  const draw = (line: Line, event: Extract<GameEvent, { kind: "took" | "drew" }>) => {
    if (open?.entry.seat !== event.seat || told.at(-1) !== open?.entry) {
      open = { entry: { n: line.n, first: line.n, at: line.at, seat: event.seat, key: "log.took" }, seen: [], got: [], blind: 0 };
      told.push(open.entry);
    }
    if (event.kind === "took" && event.card) open.seen.push(event.card);
    else open.blind += 1;
    if (event.card) open.got.push(event.card);
    open.entry = drawn({ ...open.entry, n: line.n, got: count(open.got) }, open.seen, open.blind);
    told[told.length - 1] = open.entry;
    if (open.seen.length + open.blind === 2) open = null;
  };
  for (const line of lines) {
    if (line.kind === "undo") told.push({ n: line.n, at: line.at, seat: line.seat, key: (line.data.actions ?? 1) > 1 ? "log.undo.more" : "log.undo" });
    if (line.kind === "more") told.push({ n: line.n, at: line.at, seat: line.seat, key: "log.more" });
    if (line.kind === "start") told.push({ n: line.n, at: line.at, seat: null, key: "log.start" });
    if (line.kind === "seat" && line.data.why !== "erased") told.push({ n: line.n, at: line.at, seat: line.seat, key: seated(line.data) });
    for (const event of line.events) {
      if (event.kind === "drew" || event.kind === "took") draw(line, event);
      else {
        const entry = single(line, event);
        if (entry) told.push(entry);
      }
    }
  }
  return told;
}

/** An entry as everybody may read it, without what its own seat knows (R-SECRET-2). */
export function publicEntry({ got: _got, tickets: _tickets, ...entry }: Entry): Entry {
  return entry;
}

/** What one did oneself is told in the second person: other languages have other verbs for it. */
const OWN: Partial<Record<Key, Key>> = {
  "log.took": "log.took.you",
  "log.took.deck": "log.took.deck.you",
  "log.deck.one": "log.deck.one.you",
  "log.deck.two": "log.deck.two.you",
  "log.claimed": "log.claimed.you",
  "log.offered": "log.offered.you",
  "log.kept": "log.kept.you",
  "log.chose": "log.chose.you",
  "log.skipped": "log.skipped.you",
  "log.final": "log.final.you",
  "log.undo": "log.undo.you",
  "log.undo.more": "log.undo.more.you",
  "log.more": "log.more.you",
  "log.back": "log.back.you",
  "log.left": "log.left.you",
  "log.sat": "log.sat.you",
};
export const keyFor = (entry: Entry, you: boolean): Key => (you ? OWN[entry.key] : undefined) ?? entry.key;

export interface Message { n: number; at: number; seat: number | null; text: string }

export function messages(lines: Line[]): Message[] {
  return lines.flatMap((line) => (line.kind === "chat" && !line.data.erased ? [{ n: line.n, at: line.at, seat: line.seat, text: line.data.text }] : []));
}
