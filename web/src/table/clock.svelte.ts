/** The clock of a move: what is left of it, second by second, to whoever reads it. */
import { createSubscriber } from "svelte/reactivity";

/** So few seconds are told in the sign. */
export const FEW = 15;

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

/** Whole seconds until a moment, the one that runs counted. */
export function secondsUntil(deadline: number): number {
  ticking();
  return Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
}

/** Minutes and seconds, with hours where there are any. */
export function clockWords(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
