/** Where something stands that speaks of something else on the screen: beside it, with a beak that points at it, and covering nothing of it if it can. */
import type { Box } from "../board/camera.svelte";

export type Side = "above" | "below" | "left" | "right";
interface Size { width: number; height: number }
export interface Stand { side: Side; left: number; top: number; /** Where along that side the beak is; null where it would point at nothing. */ beak: number | null }

/** Around what is lit, and from there to the note. */
const [PAD, GAP] = [8, 24];
/** Half of a beak, and how far it stays from a corner. */
const [BEAK, CORNER] = [8, 12];
const inside = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
const shared = (from: number, to: number, low: number, high: number) => Math.max(0, Math.min(to, high) - Math.max(from, low));

/** Where a note's beak is, to point at the middle of what it speaks of. */
function beakAt(side: Side, left: number, top: number, { width, height }: Size, subject: Box): number {
  const upright = side === "above" || side === "below";
  const [middle, from, long] = upright ? [(subject.left + subject.right) / 2, left, width] : [(subject.top + subject.bottom) / 2, top, height];
  return inside(middle - from - BEAK, CORNER, long - CORNER - 2 * BEAK);
}

/** Along the side: in the middle of it, with one of its ends, or between. */
const ALONG = [0.5, 0, 1, 0.25, 0.75];
/** Along an edge of the board: in a corner, or between, where no corner is free. */
const EDGE = [0, 1, 0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875];

/** On the first of these sides that has room within the area, `gap` away; else where it covers the least of its subject, then of what else is spoken of. */
export function stand(subject: Box, size: Size, area: Size, sides: readonly Side[], gap: number, edge = 8, others: readonly Box[] = []): Stand {
  const { width, height } = size;
  const tried = ALONG.flatMap((part) => sides.map((side) => ({ part, side }))).map(({ part, side }) => {
    const across = side === "left" ? subject.left - gap - width : side === "right" ? subject.right + gap : subject.left + part * (subject.right - subject.left - width);
    const down = side === "above" ? subject.top - gap - height : side === "below" ? subject.bottom + gap : subject.top + part * (subject.bottom - subject.top - height);
    const [left, top] = [inside(across, edge, Math.max(edge, area.width - width - edge)), inside(down, edge, Math.max(edge, area.height - height - edge))];
    const over = (box: Box) => shared(left, left + width, box.left, box.right) * shared(top, top + height, box.top, box.bottom);
    const covered = over(subject);
    const beyond = others.reduce((sum, box) => sum + over(box), 0);
    return { side, left, top, covered, beyond, beak: covered > 0 ? null : beakAt(side, left, top, size, subject) };
  });
  return tried.reduce((best, one) => (one.covered < best.covered || (one.covered === best.covered && one.beyond < best.beyond) ? one : best));
}

/** Across the direction of what lies on the board: above or below what lies, left or right of what stands. */
export const across = ({ left, top, right, bottom }: Box): readonly Side[] => (right - left >= bottom - top ? ["above", "below", "right", "left"] : ["right", "left", "above", "below"]);

/** Where on the board a note covers least of what it should leave free: in a corner if it can, its foot first, and there the left; else between them. */
export function corner(board: Box, { width, height }: Size, others: readonly Box[]): { left: number; top: number } {
  const along = (from: number, to: number) => EDGE.map((part) => from + part * (to - from));
  const [lefts, tops] = [along(board.left + PAD, board.right - PAD - width), along(board.bottom - PAD - height, board.top + PAD)];
  const covered = ({ left, top }: { left: number; top: number }) => others.reduce((sum, box) => sum + shared(left, left + width, box.left, box.right) * shared(top, top + height, box.top, box.bottom), 0);
  const spots = tops.flatMap((top, down) => lefts.map((left, across) => ({ left: Math.max(left, PAD), top: Math.max(top, PAD), far: Math.floor(down / 2) + Math.floor(across / 2) })));
  const { left, top } = spots.toSorted((one, other) => one.far - other.far).reduce((best, one) => (covered(one) < covered(best) ? one : best));
  return { left, top };
}

export interface Note { side: Side | "within"; style: string; light?: string }

/** A note of the guide and the light on what it speaks of, both within the window; of the board, in a corner of it. It leaves the `whole` that its subject is part of free, and the `others` that it speaks of too, if it can. */
export function beside(subject: Element | null, size: Size, { whole = null, others = [] }: { whole?: Element | null; others?: readonly Element[] } = {}): Note | null {
  if (!subject) return null;
  const box = subject.getBoundingClientRect();
  const { left, top, right, bottom, width, height } = box;
  const area = { width: window.innerWidth, height: window.innerHeight };
  if (width === 0 || height === 0) return null;
  if (subject.matches(".stage")) {
    const at = corner(box, size, others.map((other) => other.getBoundingClientRect()));
    return { side: "within", style: `left:${at.left}px;top:${at.top}px` };
  }
  const lit = { left: Math.max(left - PAD, 2), top: Math.max(top - PAD, 2), right: Math.min(right + PAD, area.width - 2), bottom: Math.min(bottom + PAD, area.height - 2) };
  const sides = ["left", "above", "below", "right"] as const;
  const free = others.map((other) => other.getBoundingClientRect());
  const round = whole ? stand(whole.getBoundingClientRect(), size, area, sides, GAP, PAD, free) : null;
  const at = round && round.beak !== null ? { ...round, beak: beakAt(round.side, round.left, round.top, size, box) } : stand(box, size, area, sides, GAP, PAD, free);
  return {
    side: at.beak === null ? "within" : at.side,
    style: `left:${at.left}px;top:${at.top}px;--beak:${at.beak ?? 0}px`,
    light: `left:${lit.left}px;top:${lit.top}px;width:${lit.right - lit.left}px;height:${lit.bottom - lit.top}px`,
  };
}
