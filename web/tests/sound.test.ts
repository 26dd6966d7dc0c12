/** Sounds, measured sample by sample: as long and as loud as the design has them. */
import { describe, expect, it } from "vitest";
import { render as drawn } from "svelte/server";
import { sounds, type Sound, type SoundName } from "../src/sound/sounds";
import { RATE, render, steps } from "../src/sound/synth";
import { LANDING } from "../src/board/marks";
import Vehicles from "../src/board/Vehicles.svelte";
import { heard, Hearing, turned } from "../src/table/sounds";
import type { Edition, Geometry, Line } from "../src/api";
import usa from "../fixtures/usa.json";

/** Milliseconds and decibels below full scale, as section 7 of the design lists them; the station bell is of section 5. */
const DESIGNED: Record<SoundName, [length: number, level: number]> = {
  card: [90, -24], deck: [160, -24], rival: [80, -32], piece: [60, -22], toot: [180, -24], tickets: [240, -26], done: [350, -20], impossible: [200, -28],
  refused: [80, -30], undo: [250, -26], turn: [700, -18], clock15: [300, -20], clock5: [500, -18], late: [500, -20], whistle: [600, -18], shuffle: [420, -28], curtain: [350, -28],
  chat: [50, -32], home: [900, -18], flap: [30, -34], stamp: [140, -18], missed: [160, -26], path: [2500, -26], leaving: [1900, -14],
};
const all = Object.entries(sounds) as [SoundName, Sound][];
const samplesOf = ({ voice, length, level }: Sound, step = 0) => render(voice(step), length, level);
const loudest = (samples: Float32Array, from = 0, to = 1) => samples.subarray(from * samples.length, to * samples.length).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe.each(all)("%s", (name, sound) => {
  const [length, level] = DESIGNED[name];
  const samples = samplesOf(sound);

  it("is as long and as loud as designed", () => {
    expect((1000 * samples.length) / RATE).toBeCloseTo(length, 0);
    expect(20 * Math.log10(loudest(samples))).toBeCloseTo(level, 2);
  });

  it("begins and ends without a click, and is heard for most of its length", () => {
    const most = loudest(samples);
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.2 * most);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.02 * most);
    expect(loudest(samples, 0.5, 0.9)).toBeGreaterThan(0.0005 * most);
  });

  it("has no pitch of silence in it: it swings about zero", () => {
    const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
    expect(Math.abs(mean)).toBeLessThan(0.1 * loudest(samples));
  });
});

describe("what rises", () => {
  it("rises by half-tones", () => {
    expect(steps(440, 12)).toBeCloseTo(880);
    const crossings = (samples: Float32Array) => samples.reduce((count, sample, index) => count + Number(index > 0 && sample >= 0 !== (samples[index - 1] ?? 0) >= 0), 0);
    expect(crossings(samplesOf(sounds.piece, 8))).toBeGreaterThan(crossings(samplesOf(sounds.piece)));
  });
});

const edition = { vehicle: "train", colours: [{ name: "red" }, { name: "blue" }], routes: [{ name: "A–B", length: 3 }] } as unknown as Edition;
const line = (...events: object[]): Line => ({ n: 1, at: 0, kind: "action", seat: 0, events, data: {}, acting: [], over: false }) as unknown as Line;

describe("a line of the log", () => {
  it("sounds once for every piece", () => {
    const claim = line({ kind: "claimed", seat: 1, route: "A–B" });
    expect(heard(claim, 0, edition).map(({ sound, step }) => [sound, step])).toEqual([["piece", 0], ["piece", 1], ["piece", 2]]);
    expect(heard(claim, 0, { ...edition, vehicle: "taxi" }).map(({ sound }) => sound)).toEqual(["piece", "piece", "toot"]);
  });

  it("sounds with the pieces as they land on the board, quick enough for six of them to be there before the next move", () => {
    const { body } = drawn(Vehicles, { props: { geometry: usa.geometry as unknown as Geometry, owners: { "Calgary–Winnipeg": 0 }, only: new Set(["Calgary–Winnipeg"]) } });
    const waits = [...body.matchAll(/--wait: ?(\d+)ms/g)].map(([, wait]) => Number(wait));
    const told = heard(line({ kind: "claimed", seat: 1, route: "Calgary–Winnipeg" }), 0, usa.edition as unknown as Edition);
    expect(waits.length).toBeGreaterThan(3);
    expect(told.map(({ delay = 0 }) => Math.round(1000 * delay))).toEqual(waits);
    expect(LANDING * 6).toBeLessThan(1000 - 140);
  });

  it("is heard where the discards become a deck", () => expect(heard(line({ kind: "reshuffled", seat: null, deck: 40 }), 0, edition).map(({ sound }) => sound)).toEqual(["shuffle"]));

  it("tells one's own cards from a rival's, and says nothing of what a rival drew", () => {
    expect(heard(line({ kind: "took", seat: 0, card: "blue" }), 0, edition)).toEqual([{ sound: "card", step: 2 }]);
    expect(heard(line({ kind: "took", seat: 1, card: "blue" }), 0, edition)).toEqual([{ sound: "rival" }]);
    expect(heard(line({ kind: "drew", seat: 1 }), 0, edition)).toEqual([{ sound: "rival" }]);
    expect(heard(line({ kind: "took", seat: 1, card: "blue" }), null, edition)).toEqual([{ sound: "rival" }]);
  });

  it("whistles the last round in once, though the move that brings it is taken back and made again", () => {
    const hearing = new Hearing();
    const last = line({ kind: "claimed", seat: 0, route: "A–B" }, { kind: "final round", seat: 0 });
    const counts = [1, 2].map(() => hearing.of(last, 0, edition).filter(({ sound }) => sound === "whistle").length);
    expect(counts).toEqual([1, 0]);
  });

  it("sounds for the last round, for messages of others and for what is taken back", () => {
    expect(heard(line({ kind: "final round", seat: 1 }), 0, edition)[0]?.sound).toBe("whistle");
    expect(heard({ ...line(), kind: "chat", seat: 1 } as Line, 0, edition)).toEqual([{ sound: "chat" }]);
    expect(heard({ ...line(), kind: "chat", seat: 0 } as Line, 0, edition)).toEqual([]);
    expect(heard({ ...line(), kind: "undo", seat: 1 } as Line, 0, edition)).toEqual([{ sound: "undo" }]);
  });
});

describe("a ticket", () => {
  const standing = (state: "open" | "done" | "impossible") => new Map([["A–B", { state }]]);
  it("sounds when it is finished or lost, not when it is first seen", () => {
    expect(turned(standing("open"), standing("done"))[0]?.sound).toBe("done");
    expect(turned(standing("open"), standing("impossible"))[0]?.sound).toBe("impossible");
    expect(turned(new Map(), standing("done"))).toEqual([]);
    expect(turned(standing("done"), standing("done"))).toEqual([]);
  });
});
