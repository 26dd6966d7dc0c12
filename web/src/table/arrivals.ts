/** Who came to a table that waits, and how long ago. */
import type { Line } from "../api";
import { tongue } from "../i18n/index.svelte";

/** When whoever sits there came by an invitation, in milliseconds since 1970. */
export const joinedAt = (lines: readonly Line[], seat: number): number | undefined =>
  lines.findLast((line) => line.kind === "seat" && line.seat === seat && line.data.why === "joined")?.at;

/** "2 minutes ago": in the largest unit of which it is one at least. */
export function agoWords(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  const [unit, size] = ([["day", 86_400], ["hour", 3600], ["minute", 60]] as const).find(([, size]) => seconds >= size) ?? (["second", 1] as const);
  return new Intl.RelativeTimeFormat(tongue.language, { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
}
