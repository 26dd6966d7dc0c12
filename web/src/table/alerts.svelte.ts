/** What calls a person back when it is their turn: a chime, and a notification for who looks elsewhere and wants one. */
import { t } from "../i18n/index.svelte";
import { play } from "../sound/player";

class AlertState {
  /** Notifications were asked for at this table, and granted. */
  wanted = $state(false);
  /** Worth a button: the browser can notify, and nobody has refused it. */
  offered = $derived(typeof Notification !== "undefined" && !this.wanted && Notification.permission !== "denied");

  async ask(): Promise<void> {
    this.wanted = (await Notification.requestPermission()) === "granted";
  }

  /** One notification a table: a later one takes the place of an earlier one. */
  turn(table: string, title: string): void {
    play("turn");
    if (this.wanted && document.hidden) new Notification(t("turn.yours"), { body: title, tag: table });
  }
}

export type Alerts = Readonly<AlertState>;
export const createAlerts = (): Alerts => new AlertState();
