/** Plays sounds by name, for those who want any. What makes them is fetched with the first; no sound is ever needed. */
import { settings } from "../settings.svelte";
import type { SoundName } from "./sounds";
import type { Playing } from "./speaker";

/** Browsers let a page sound once somebody has done something on it; before that nobody wants it to. */
const acted = () => navigator.userActivation?.hasBeenActive ?? true;

/** Play a sound; `delay` in seconds from now. */
export function play(name: SoundName, how: Playing = {}): void {
  if (settings.sounds === "none" || settings.volume === 0 || !acted()) return;
  import("./speaker").then(({ speak }) => speak(name, how), () => undefined);
}
