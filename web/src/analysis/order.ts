/** The order of candidates on the screen: rows change places seldom, so that who reads them does not lose the line. */
import type { Advice } from "../api";

type Candidates = Advice["candidates"];
/** So long candidates keep their places, in milliseconds. */
export const STEADY = 2000;

export class SteadyOrder {
  private order: string[] = [];
  private since = 0;

  /** Candidates as they were last arranged; as they came where others are among them, or where that was a while ago. */
  arrange(candidates: Candidates, now: number): Candidates {
    const actions = candidates.map(({ option }) => option.action);
    const same = actions.length === this.order.length && actions.every((action) => this.order.includes(action));
    if (!same || now - this.since > STEADY) [this.order, this.since] = [actions, now];
    return candidates.toSorted((one, other) => this.order.indexOf(one.option.action) - this.order.indexOf(other.option.action));
  }
}
