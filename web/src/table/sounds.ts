/** What of a table is heard: which sounds belong to a line of the log, to a ticket that is finished or lost, to a clock that runs out. */
import { LANDING } from "../board/marks";
import { play } from "../sound/player";
import { FEW } from "./clock.svelte";
import type { SoundName } from "../sound/sounds";
import type { Edition, Line, TicketStatus } from "../api";

export interface Heard { sound: SoundName; step?: number; delay?: number }

/** One click a piece, rising, as the board shows them; what drives by itself toots instead of the last. */
function placed(edition: Pick<Edition, "vehicle">, pieces: number): Heard[] {
  return Array.from({ length: pieces }, (_, step) =>
    step === pieces - 1 && edition.vehicle !== "train" ? { sound: "toot", delay: (step * LANDING) / 1000 } : { sound: "piece", step, delay: (step * LANDING) / 1000 },
  );
}

/** The sounds of a line, for who sits at `own`. */
export function heard(line: Line, own: number | null, edition: Edition): Heard[] {
  if (line.kind === "undo") return [{ sound: "undo" }];
  if (line.kind === "chat") return line.seat === own && own !== null ? [] : [{ sound: "chat" }];
  if (line.kind === "seat") return line.data.why === "time" && line.seat === own ? [{ sound: "late" }] : [];
  return line.events.flatMap((event): Heard[] => {
    const mine = event.seat === own && own !== null;
    switch (event.kind) {
      case "took":
        return [mine ? { sound: "card", step: edition.colours.findIndex(({ name }) => name === event.card) + 1 } : { sound: "rival" }];
      case "drew":
        return [{ sound: mine ? "deck" : "rival" }];
      case "claimed":
        return placed(edition, edition.routes.find(({ name }) => name === event.route)?.length ?? 0);
      case "offered":
        return mine ? [{ sound: "tickets" }] : [];
      case "reshuffled":
        return [{ sound: "shuffle", delay: 0.1 }];
      case "final round":
        return [{ sound: "whistle", delay: 0.5 }];
      default:
        return [];
    }
  });
}

/** Who hears a table: the last round is whistled in once, however often the move that brings it is taken back. */
export class Hearing {
  private whistled = false;

  of(line: Line, own: number | null, edition: Edition): Heard[] {
    const all = heard(line, own, edition).filter(({ sound }) => sound !== "whistle" || !this.whistled);
    this.whistled ||= all.some(({ sound }) => sound === "whistle");
    return all;
  }

  hear(line: Line, own: number | null, edition: Edition): void {
    for (const { sound, ...how } of this.of(line, own, edition)) play(sound, how);
  }
}

type Standings = ReadonlyMap<string, Pick<TicketStatus, "state">>;

/** Tickets that were still open a moment ago. */
export function turned(before: Standings, now: Standings): Heard[] {
  return [...now].flatMap(([ticket, { state }]): Heard[] => {
    const was = before.get(ticket)?.state;
    if (was === undefined || was === state) return [];
    return state === "done" ? [{ sound: "done", delay: 0.3 }] : state === "impossible" ? [{ sound: "impossible", delay: 0.3 }] : [];
  });
}

/** Remembers how one seat's tickets stood, and plays what became of them. */
export class TicketSounds {
  private seat: number | null = null;
  private before: Standings = new Map();

  hear(seat: number | null, now: Standings): void {
    if (seat === this.seat) for (const { sound, ...how } of turned(this.before, now)) play(sound, how);
    this.seat = seat;
    this.before = now;
  }
}

/** Ring when few and when five seconds are left until a moment; returns what stops it. */
export function hearClock(deadline: number): () => void {
  const timers = ([["clock15", FEW], ["clock5", 5]] as const).flatMap(([sound, seconds]) => {
    const wait = deadline - Date.now() - 1000 * seconds;
    return wait > 0 ? [setTimeout(() => play(sound), wait)] : [];
  });
  return () => timers.forEach(clearTimeout);
}
