/** Sounds as numbers: voices that are shaped, put one after the other, added up and brought to a level. Knows neither browser nor game. */

export const RATE = 32_000;

/** What is heard at a moment, in seconds from its beginning. It is asked sample after sample and may remember: every rendering needs a new one. */
export type Voice = (t: number) => number;

const TURN = 2 * Math.PI;

/** A tone that rises or falls by `bend` hertz a second, with overtones: each a part of the one before. */
export function tone(pitch: number, { bend = 0, overtones = 0, parts = 4 } = {}): Voice {
  return (t) => {
    const phase = TURN * (pitch + (bend * t) / 2) * t;
    let sum = 0;
    for (let part = 1, loud = 1; part <= parts && loud > 0; part += 1, loud *= overtones) sum += loud * Math.sin(part * phase);
    return sum;
  };
}

/** Noise between two pitches; the same each time, so that what is measured is what is heard. */
export function noise(low: number, high: number): Voice {
  let [seed, slow, fast] = [12_345, 0, 0];
  const [toSlow, toFast] = [low, high].map((pitch) => 1 - Math.exp((-TURN * pitch) / RATE)) as [number, number];
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    const sample = seed / 2 ** 31;
    fast += toFast * (sample - fast);
    slow += toSlow * (fast - slow);
    return fast - slow;
  };
}

/** Struck: there at once, and gone by 1/e every `fall` seconds. */
export const struck = (voice: Voice, fall: number, attack = 0.002): Voice => (t) => voice(t) * Math.min(1, t / attack) * Math.exp(-t / fall);

/** Blown: swells, stays and goes within `length` seconds. */
export const blown = (voice: Voice, length: number, attack = 0.03, release = 0.08): Voice => (t) =>
  t > length ? 0 : voice(t) * Math.min(1, t / attack, (length - t) / release);

/** Loudness as a function of time. */
export const shaped = (voice: Voice, loudness: (t: number) => number): Voice => (t) => voice(t) * loudness(t);

export const after = (delay: number, voice: Voice, loudness = 1): Voice => (t) => (t < delay ? 0 : loudness * voice(t - delay));

export const together = (...voices: Voice[]): Voice => (t) => voices.reduce((sum, voice) => sum + voice(t), 0);

/** Half-tones up from a pitch. */
export const steps = (pitch: number, count: number): number => pitch * 2 ** (count / 12);

/** The end is faded, so that no sound stops with a click. */
const FADE = 0.006;

/** A voice for so many seconds, its loudest moment `level` decibels below full scale. */
export function render(voice: Voice, length: number, level: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(length * RATE));
  let peak = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const t = index / RATE;
    const sample = voice(t) * Math.min(1, (length - t) / FADE);
    samples[index] = sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const gain = peak > 0 ? 10 ** (level / 20) / peak : 0;
  return samples.map((sample) => sample * gain);
}
