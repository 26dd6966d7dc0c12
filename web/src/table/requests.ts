/** Requests that take more than one call: tried again while nobody answers, a rematch that begins by itself. */
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
