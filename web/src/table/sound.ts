/** A gentle two-note bell when it is your turn; made by the browser, so that nothing has to be fetched. */
import { settings } from "../settings.svelte";

let context: AudioContext | null = null;

export function bell(): void {
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
