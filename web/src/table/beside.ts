/** Where a note stands that speaks of something on the screen: beside it, with a beak that points at it; of the board, in its corner. */

export interface Place { side: "left" | "above" | "below" | "within"; style: string; light?: string }

const WIDE = 320;
/** A note's height at most, between the note and its subject, and around the subject. */
const [HIGH, GAP, PAD] = [230, 16, 8];
const inside = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

export function beside(subject: Element | null): Place | null {
  if (!subject) return null;
  const { left, top, right, bottom, width, height } = subject.getBoundingClientRect();
  const [across, down] = [window.innerWidth, window.innerHeight];
  if (width === 0 || height === 0) return null;
  if (subject.matches(".stage")) return { side: "within", style: `left:${left + PAD}px;bottom:${down - bottom + PAD}px` };
  const light = `left:${left - PAD}px;top:${top - PAD}px;width:${width + 2 * PAD}px;height:${height + 2 * PAD}px`;
  if (left > WIDE + 2 * GAP) {
    const at = inside(top, GAP, down - HIGH - GAP);
    return { side: "left", light, style: `right:${across - left + PAD + GAP}px;top:${at}px;--beak:${inside((top + bottom) / 2 - at - 8, 12, HIGH - 40)}px` };
  }
  const wide = Math.min(WIDE, across - 2 * PAD);
  const at = inside((left + right - wide) / 2, PAD, across - wide - PAD);
  const beak = `--beak:${inside((left + right) / 2 - at - 8, 16, wide - 32)}px`;
  if (top > HIGH + GAP) return { side: "above", light, style: `left:${at}px;bottom:${down - top + PAD + GAP}px;${beak}` };
  return { side: "below", light, style: `left:${at}px;top:${bottom + PAD + GAP}px;${beak}` };
}
