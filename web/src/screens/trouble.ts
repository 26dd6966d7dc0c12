/** Why a screen cannot be shown, in the reader's words: for a link that leads nowhere, whatever the server says of its form. */
import { Refused } from "../api";
import { t } from "../i18n/index.svelte";

export function troubleWords(error: unknown): string {
  if (!(error instanceof Refused) || error.status === 0) return t("connection.none");
  return [404, 422].includes(error.status) ? t("lost.link") : error.message;
}
