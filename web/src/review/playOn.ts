/** Playing on from a moment of a finished game: a table of one's own, with bots in the other seats. */
import { api, Refused } from "../api";
import { t } from "../i18n/index.svelte";
import { router } from "../router.svelte";

/** Begin it and go there; tells why it was refused, or nothing. */
export async function playOn(id: string, from: { n: number; seat: number; anew: boolean }, key: string): Promise<string> {
  try {
    const table = await api.branch(id, from, key);
    router.go(`/table/${table.id}`);
    return "";
  } catch (error) {
    return error instanceof Refused ? error.message || t("connection.none") : t("connection.none");
  }
}
