/** The sounds of the table: how long each is, how loud at its loudest, and what it is made of. When they are played is for others. */
import { after, blown, noise, shaped, steps, struck, together, tone, type Voice } from "./synth";

export interface Sound {
  /** Seconds. */
  length: number;
  /** Decibels below full scale. */
  level: number;
  /** `step` varies it: half-tones for what rises, which of several otherwise. */
  voice: (step: number) => Voice;
  /** Also heard by those who want to hear of turns only. */
  turn?: true;
  /** Passes from left to right. */
  passes?: true;
}

const snap = (pitch: number, fall = 0.012): Voice => struck(noise(0.5 * pitch, 2 * pitch), fall, 0.001);
const wood = (pitch: number, fall = 0.012): Voice => together(struck(tone(pitch, { overtones: 0.4 }), fall, 0.001), struck(noise(900, 3000), 0.004, 0.0005));
const bell = (pitch: number, fall = 0.18): Voice => together(struck(tone(pitch), fall), struck(tone(2.76 * pitch), 0.4 * fall), struck(tone(5.4 * pitch), 0.15 * fall));
const thud = (pitch: number, fall: number): Voice => together(struck(tone(pitch, { bend: -1.5 * pitch }), fall), struck(noise(40, 300), 0.5 * fall));
const soft = (voice: Voice): Voice => (t) => 0.5 * voice(t);
const chime = (pitch: number): Voice => struck(tone(pitch, { overtones: 0.25, parts: 3 }), 0.16, 0.012);

export const sounds = {
  card: { length: 0.09, level: -24, voice: (step) => snap(steps(2200, step)) },
  deck: { length: 0.16, level: -24, voice: () => together(shaped(noise(1200, 4000), (t) => (t < 0.09 ? 2.2 * t : 0)), after(0.085, snap(2200))) },
  rival: { length: 0.08, level: -32, voice: () => snap(900, 0.016) },
  piece: { length: 0.06, level: -22, voice: (step) => wood(steps(620, step)) },
  toot: { length: 0.18, level: -24, voice: () => blown(together(tone(392, { overtones: 0.55, parts: 6 }), tone(494, { overtones: 0.55, parts: 6 })), 0.17, 0.012, 0.05) },
  tickets: { length: 0.24, level: -26, voice: () => together(snap(1800), after(0.08, snap(2100), 0.85), after(0.16, snap(2500), 0.9)) },
  done: { length: 0.35, level: -20, voice: () => together(snap(1500, 0.008), after(0.05, bell(1760, 0.11), 0.6)) },
  impossible: { length: 0.2, level: -28, voice: () => thud(150, 0.05) },
  refused: { length: 0.08, level: -30, voice: () => wood(260, 0.02) },
  undo: { length: 0.25, level: -26, voice: () => together(...[0, 1, 2, 3].map((n) => after(0.06 * n, wood(steps(740, -n)), 1 - 0.15 * n))) },
  turn: { length: 0.7, level: -18, voice: () => together(chime(659.25), after(0.2, chime(880))), turn: true },
  clock15: { length: 0.3, level: -20, voice: () => bell(1319, 0.1), turn: true },
  clock5: { length: 0.5, level: -18, voice: () => together(bell(1319, 0.1), after(0.2, bell(1319, 0.1))), turn: true },
  late: { length: 0.5, level: -20, voice: () => together(chime(587), after(0.2, chime(440))), turn: true },
  whistle: { length: 0.6, level: -18, voice: () => blown(together(trill(2350), soft(noise(2000, 5000))), 0.58, 0.03, 0.1), turn: true },
  shuffle: { length: 0.42, level: -28, voice: () => riffle(18, 0.36) },
  curtain: { length: 0.35, level: -28, voice: () => shaped(noise(200, 1800), (t) => Math.sin((Math.PI * Math.min(t, 0.35)) / 0.35)) },
  chat: { length: 0.05, level: -32, voice: () => wood(1400, 0.006) },
  home: { length: 0.9, level: -18, voice: () => together(bell(988, 0.24), after(0.35, bell(988, 0.2), 0.8)) },
  flap: { length: 0.03, level: -34, voice: (step) => snap(steps(1500, step), 0.006) },
  stamp: { length: 0.14, level: -18, voice: () => together(thud(170, 0.03), struck(noise(300, 1600), 0.012)) },
  missed: { length: 0.16, level: -26, voice: () => thud(95, 0.045) },
  path: { length: 2.5, level: -26, voice: () => joints(2.5) },
  leaving: { length: 1.9, level: -14, voice: () => together(blown(horn(), 0.75, 0.06, 0.2), after(0.55, passing(1.35), 0.5)), passes: true },
} satisfies Record<string, Sound>;

export type SoundName = keyof typeof sounds;

/** The pea in a guard's whistle. */
function trill(pitch: number): Voice {
  const whistle = tone(pitch);
  return (t) => whistle(t) * (0.65 + 0.35 * Math.sin(2 * Math.PI * 28 * t));
}

/** The edges of so many cards that fall into each other, faster and faster, and the pack that is pushed together. */
function riffle(cards: number, time: number): Voice {
  const edges = Array.from({ length: cards }, (_, n) => after(time * Math.sqrt(n / cards), snap(1400 + 60 * n, 0.006), 0.5 + (0.5 * n) / cards));
  return together(...edges, after(time - 0.02, snap(900, 0.014)));
}

/** Wheels over rail joints, two and two, from six a second to fourteen. */
function joints(length: number): Voice {
  const struck: Voice[] = [];
  for (let at = 0; at < length - 0.05; at += 1 / (6 + (8 * at) / length)) struck.push(after(at, wood(300, 0.014)), after(at + 0.035, wood(270, 0.012), 0.7));
  return together(...struck);
}

/** A steam horn: three pipes that do not quite agree. */
const horn = (): Voice => together(...[233, 294.5, 350].map((pitch) => tone(pitch, { overtones: 0.5, parts: 5 })));

/** A train that passes: its breath and its wheels, louder and then gone. */
function passing(length: number): Voice {
  const wheels = joints(length);
  const steam = noise(120, 900);
  const breath = (t: number) => 0.6 + 0.4 * Math.sin(2 * Math.PI * (5 + 2 * t) * t);
  return shaped((t) => 2 * wheels(t) + 1.5 * steam(t) * breath(t), (t) => Math.max(0, Math.sin((Math.PI * t) / length)));
}
