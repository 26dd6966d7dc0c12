/** What calls a person back when it is their turn: a gentle two-note bell, and a notification for who looks elsewhere and wants one. */
import { t } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";

let context: AudioContext | null = null;

/** Made by the browser, so that nothing has to be fetched. */
function bell(): void {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [index, pitch] of [659.25, 880].entries()) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const at = start + index * 0.16;
    tone.type = "sine";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.08, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  }
}

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
    bell();
    if (this.wanted && document.hidden) new Notification(t("turn.yours"), { body: title, tag: table });
  }
}

export type Alerts = Readonly<AlertState>;
export const createAlerts = (): Alerts => new AlertState();
