/** How fast rivals' moves are shown on this device: news wait here until the move before them was seen. The game and its clocks go on regardless. */
import type { Line, TableInfo } from "../api";
import { settings, type Pace } from "../settings.svelte";

/** Between two moves, in milliseconds; null waits for a word. */
const MOVES: Record<Pace, number | null> = { calm: 2000, brisk: 1000, atonce: 0, isay: null };
/** The second card of a turn follows the first. */
const SECOND = 400;
/** Longer than this no person's move is held back, however slowly bots are shown. */
const PATIENCE = 2000;

export type Mover = "own" | "person" | "bot";

/** Who moves in a seat. */
export function moverOf(seat: TableInfo["seats"][number] | undefined): Mover {
  return seat?.you ? "own" : seat?.kind === "bot" || seat?.away ? "bot" : "person";
}

/** Seconds between two actions of bots that one's own next act asks for: none for who wants to see them at once, otherwise what the table has. */
export function botPace(info: TableInfo | null): number | null {
  return settings.pace === "atonce" ? 0 : (info?.options.pace ?? null);
}

export class Pacer {
  /** How many lines wait. */
  held = $state(0);
  private queue: Line[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private shownAt = -Infinity;
  private shownSeat: number | null = null;
  private readonly tell: (line: Line) => void;
  private readonly mover: (seat: number) => Mover;

  constructor(tell: (line: Line) => void, mover: (seat: number) => Mover) {
    this.tell = tell;
    this.mover = mover;
  }

  put(line: Line): void {
    this.queue.push(line);
    if (line.kind === "action" && line.seat !== null && this.mover(line.seat) === "person") this.patience ??= setTimeout(() => this.flush(), MOVES[settings.pace] ?? PATIENCE);
    this.go();
  }

  /** The next move now. */
  step(): void {
    this.show();
    this.go();
  }

  /** Everything now. */
  flush(): void {
    while (this.queue.length > 0) this.show();
    this.stop();
  }

  clear(): void {
    this.queue = [];
    this.held = 0;
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    this.patience = undefined;
  }

  /** Show what may be shown, and wait for the rest. */
  private go(): void {
    clearTimeout(this.timer);
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      const wait = document.hidden ? 0 : this.waitFor(next);
      if (wait === null) break;
      if (wait > 0) {
        this.timer = setTimeout(() => this.step(), wait);
        break;
      }
      this.show();
    }
    this.held = this.queue.length;
  }

  private waitFor({ kind, seat }: Line): number | null {
    if (kind !== "action" || seat === null || this.mover(seat) === "own") return 0;
    const pace = MOVES[settings.pace];
    // Who said nothing yet has seen nothing yet: the first move after one's own is shown like any other.
    const apart = seat === this.shownSeat ? Math.min(SECOND, pace ?? SECOND) : pace;
    return apart === null ? null : Math.max(0, this.shownAt + apart - performance.now());
  }

  private show(): void {
    const line = this.queue.shift();
    this.held = this.queue.length;
    if (!line) return;
    if (this.queue.length === 0) this.stop();
    if (line.kind === "action") [this.shownAt, this.shownSeat] = [performance.now(), line.seat];
    this.tell(line);
  }
}
