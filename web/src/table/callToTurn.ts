/** Calls a person to their turn: by a chime, and who looks elsewhere and wants to be called by a notification too. The title tells it in any case. */
import { t } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";
import { play } from "../sound/player";

const mayNotify = () => typeof Notification !== "undefined" && Notification.permission === "granted";

/** One notification a table: a later one takes the place of an earlier one. */
export function callToTurn(table: string, title: string): void {
  play("turn");
  if (document.hidden && settings.call && mayNotify()) new Notification(t("turn.yours"), { body: title, tag: table });
}
