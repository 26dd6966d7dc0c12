/** A hint that becomes sharper, held still for who reads it: what is recommended changes seldom, and only for a reason that will last. */
import { STEADY, SteadyOrder } from "../analysis/order";
import type { Hints } from "../api";

export class SteadyHints {
  /** What is shown. */
  private shown: Hints | null = null;
  private since = 0;
  private rows = new SteadyOrder();
  /** Whether what stands first was judged, and is not known to be worse than another: it can be done. */
  firm = false;
  /** Whether what stands first is what the last hint told recommends. */
  current = true;
  /** Milliseconds after which that hint is to be told again: its recommendation came too soon after the one before. */
  wait = 0;

  /** The hint as it is to be shown now: another move stands first once the errors part, or nothing more is thought, and never too soon after a change. */
  tell(hints: Hints, now: number): Hints {
    const [best] = hints.candidates;
    const action = this.shown?.candidates[0]?.option.action ?? best?.option.action;
    const first = hints.candidates.find(({ option }) => option.action === action);
    const changes = first !== best;
    const parted = changes && (!hints.thinking || !first || (first.chance !== null && best?.chance !== null && !first.level));
    this.wait = parted ? Math.max(0, this.since + STEADY - now) : 0;
    this.current = !changes || (parted && this.wait === 0);
    if (!this.shown || (changes && this.current)) this.since = now;
    if (!hints.thinking) this.rows = new SteadyOrder();
    const [top, why] = this.current ? [best, hints] : [first ?? this.shown?.candidates[0], this.shown ?? hints];
    const others = hints.candidates.filter(({ option }) => option.action !== top?.option.action);
    this.shown = { ...hints, candidates: [...(top ? [top] : []), ...this.rows.arrange(others, now)], reasons: why.reasons, plan: why.plan };
    this.firm = this.wait === 0 && (!hints.thinking || (top?.chance ?? null) !== null);
    return this.shown;
  }
}
