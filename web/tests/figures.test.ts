/** Figures are written as the reader's language writes them, wherever they stand. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chanceWords, inParts, inPoints, oneDigit, percent, shares, signed, spread } from "../src/i18n/figures";
import { tongue, type Language } from "../src/i18n/index.svelte";

describe.each<[Language, string[]]>([
  ["en", ["31%", "1.7", "−0.4", "+1,250", "−7", "52 ± 2"]],
  ["fr", ["31\u00a0%", "1,7", "−0,4", "+1\u202f250", "−7", "52 ± 2"]],
  ["de", ["31\u00a0%", "1,7", "−0,4", "+1.250", "−7", "52 ± 2"]],
])("in %s", (language, expected) => {
  it("are written as it writes them", async () => {
    await tongue.speak(language);
    // Which of the narrow spaces stands before the sign is the browser's to say.
    expect([percent(0.312).replace("\u202f", "\u00a0"), oneDigit(1.68), oneDigit(-0.42), signed(1250), signed(-7), chanceWords(0.519, 0.011)]).toEqual(expected);
  });
});

it("know no minus nothing, and no error below one point", () => expect([Object.is(inPoints(-0.001), 0), spread(0.0001), spread(0.02)]).toEqual([true, 1, 4]));

describe("parts of a whole", () => {
  const sum = (parts: number[]) => parts.reduce((all, part) => all + part, 0);
  it("add up to it as they are printed", () => {
    // from a fair share to a win: rounded one by one, these come to 101
    expect(inParts([1 / 3, 0.187, 0.277, 0.206, -0.0013])).toEqual([33, 19, 28, 20, 0]);
    for (let seed = 1; seed < 400; seed += 1) {
      const parts = [0.25, Math.sin(seed), Math.cos(3 * seed), Math.sin(7 * seed) / 3];
      const [told, total] = [inParts(parts), inPoints(sum(parts))];
      expect(sum(told)).toBe(total);
      told.forEach((part, at) => expect(Math.abs(part - 100 * (parts[at] ?? 0))).toBeLessThan(1.001));
    }
  });
  it("make a hundred where each has a share, whatever luck took from whom", async () => {
    await tongue.speak("en");
    expect([shares([1 / 3, 1 / 3, 1 / 3]), shares([1.12, 0.2, -0.32]), shares([0.005, 0.995]), shares([0, 0])]).toEqual([["34%", "33%", "33%"], ["85%", "15%", "0%"], ["1%", "99%"], ["0%", "0%"]]);
  });
});

it("are made in one place: nobody else formats numbers", () => {
  const folder = new URL("../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes("i18n/"));
  expect(files.filter((name) => /Intl\.NumberFormat|Math\.round\([12]00 \* |replace\(.*%/.test(readFileSync(new URL(name, folder), "utf8")))).toEqual([]);
});
