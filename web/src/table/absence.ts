/** Whether a bot plays for a seat because its time ran out or its player left: told by the lines of the log, as the server tells it. */
import type { Line } from "../api";

export interface Absence {
  /** A bot plays the turn that is on: time for it ran out. */
  missing: boolean;
  /** A bot plays until the person is back. */
  away: boolean;
  /** Time ran out, so often in a row. */
  missed: number;
  /** So many turns a bot has played since the person acted. */
  played: number;
  /** The person has said that they are back, and not acted since. */
  back: boolean;
}

export const present: Absence = { missing: false, away: false, missed: 0, played: 0, back: false };

function follow(before: Absence, line: Line, seat: number): Absence {
  if (line.kind === "seat" && "away" in line.data) {
    const { away, why } = line.data;
    if (why === "time") return { ...before, away, missing: true, missed: before.missed + 1, back: false };
    if (why === "came back") return { ...before, away, missed: 0, back: true };
    return away ? { ...before, away, back: false } : before;
  }
  if (line.kind !== "action") return before;
  if (!line.data.stand_in) return present;
  return line.acting.includes(seat) ? before : { ...before, missing: false, played: before.played + 1 };
}

export function absenceOf(lines: Line[], seat: number | null): Absence {
  return seat === null ? present : lines.reduce((before, line) => (line.seat === seat ? follow(before, line, seat) : before), present);
}
