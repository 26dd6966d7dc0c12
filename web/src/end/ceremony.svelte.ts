/** How far the end has been told: goes on by itself, by a key or a press. What a step shows is the script's. */
import type { Station, Step } from "./script";

class CeremonyState {
  at = $state(0);
  readonly script: readonly Step[];
  private readonly end: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(script: readonly Step[], end: () => void) {
    this.script = script;
    this.end = end;
    this.wait();
  }

  step = $derived.by(() => this.script[this.at] as Step);

  /** The next station; behind the last one, the end. */
  next(): void {
    const to = this.script.findIndex(({ station }, index) => index > this.at && station !== this.step.station);
    if (to < 0) this.finish();
    else this.go(to);
  }

  /** Straight to the result; from there, on. */
  skip(): void {
    if (this.step.station === "result") this.finish();
    else this.go(this.script.findIndex(({ station }) => station === "result"));
  }

  /** Somebody is there: what would go on by itself waits anew. */
  linger(): void {
    if (this.step.station === "result") this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private finish(): void {
    this.stop();
    this.end();
  }

  private go(to: number): void {
    this.at = to;
    this.wait();
  }

  private wait(): void {
    this.stop();
    this.timer = setTimeout(() => (this.at + 1 < this.script.length ? this.go(this.at + 1) : this.finish()), this.step.time);
  }
}

export type { Station };
export type Ceremony = Readonly<CeremonyState>;
export const createCeremony = (script: readonly Step[], end: () => void): Ceremony => new CeremonyState(script, end);
