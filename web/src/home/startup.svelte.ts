/** How far a server is that has just begun: asked for again and again until everything is ready, so that nothing need be reloaded. */
import { api, sleep, type StartupStatus } from "../api";

const PAUSE = 1000;

export class Startup {
  status = $state.raw<StartupStatus | null>(null);
  /** Until the first answer nobody is told to wait. */
  playable = $derived(this.status?.playable ?? true);
  failed = $derived(this.status?.parts.some(({ state }) => state === "failed") ?? false);
  private watching = true;

  async watch(): Promise<void> {
    while (this.watching && !this.status?.ready && !this.failed) {
      this.status = await api.startup().catch(() => this.status);
      if (!this.status?.ready) await sleep(PAUSE);
    }
  }

  stop(): void {
    this.watching = false;
  }

  /** Wait until a game with bots can begin. */
  async untilPlayable(): Promise<void> {
    while (this.watching && !this.playable && !this.failed) await sleep(PAUSE / 4);
  }
}
