/** Makes sounds audible: each is made when first needed, and is as loud as this device wants them. */
import { settings } from "../settings.svelte";
import { sounds, type Sound, type SoundName } from "./sounds";
import { RATE, render } from "./synth";

export interface Playing { step?: number; delay?: number }

/** News that come all at once, after the connection was lost, are not all heard. */
const MOST = 16;

let context: AudioContext | null = null;
let sounding = 0;
const made = new Map<string, AudioBuffer>();

/** Nothing plays while the page is hidden, but for the call to one's turn where it is wanted. */
function wanted(name: SoundName): boolean {
  const { turn }: Sound = sounds[name];
  return (settings.sounds === "all" || turn === true) && (!document.hidden || (name === "turn" && settings.call)) && typeof AudioContext !== "undefined";
}

function bufferOf(audio: AudioContext, name: SoundName, step: number): AudioBuffer {
  const key = `${name} ${step}`;
  const known = made.get(key);
  if (known) return known;
  const { length, level, voice }: Sound = sounds[name];
  const samples = render(voice(step), length, level);
  const buffer = audio.createBuffer(1, samples.length, RATE);
  buffer.copyToChannel(samples, 0);
  made.set(key, buffer);
  return buffer;
}

/** Let a sound be heard; `delay` in seconds from now. */
export function speak(name: SoundName, { step = 0, delay = 0 }: Playing): void {
  if (!wanted(name) || sounding >= MOST) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const [source, loudness] = [context.createBufferSource(), context.createGain()];
  source.buffer = bufferOf(context, name, step);
  loudness.gain.value = (settings.volume / 100) ** 2;
  source.connect(loudness);
  const { passes, length }: Sound = sounds[name];
  const start = context.currentTime + delay;
  if (passes) {
    const side = context.createStereoPanner();
    side.pan.setValueAtTime(-0.7, start).linearRampToValueAtTime(0.7, start + length);
    loudness.connect(side).connect(context.destination);
  } else loudness.connect(context.destination);
  sounding += 1;
  source.onended = () => (sounding -= 1);
  source.start(start);
}
