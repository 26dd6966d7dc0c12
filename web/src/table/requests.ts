/** Requests that take more than one call: tried again while nobody answers, asked once for many wishes, a rematch that begins by itself. */
import { api, Refused, type TableInfo } from "../api";

const RETRY = 1500;

/** Ask again for as long as nobody answers; `lost` is called each time. */
export async function persist<T>(call: () => Promise<T>, lost: () => void): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Refused) || (error.status !== 0 && error.status !== 503)) throw error;
      lost();
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/** A new table with the same seats. Nobody is waited for where only bots and this device play. */
export async function rematch(id: string): Promise<TableInfo> {
  const next = await api.rematch(id);
  const alone = next.status === "open" && next.host && next.seats.every(({ kind, you }) => you || kind === "bot");
  return alone ? api.start(next.id) : next;
}

/** One reading at a time: however often it is asked for meanwhile, there is one more after it. `all` asks for everything. */
export class Reading {
  running: Promise<void> | null = null;
  private dirty = false;
  private whole = false;
  private readonly read: (all: boolean) => Promise<void>;
  private readonly fail: (error: unknown) => void;

  constructor(read: (all: boolean) => Promise<void>, fail: (error: unknown) => void) {
    this.read = read;
    this.fail = fail;
  }

  ask(all: boolean): Promise<void> {
    this.dirty = true;
    this.whole ||= all;
    this.running ??= this.catchUp().finally(() => (this.running = null));
    return this.running;
  }

  private async catchUp(): Promise<void> {
    while (this.dirty) {
      const all = this.whole;
      this.dirty = this.whole = false;
      await this.read(all).catch(this.fail);
    }
  }
}
