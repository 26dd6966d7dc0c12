/** What is wrong with a saved game is told whole in the reader's language: where, what, and what is allowed. */
import { afterAll, expect, it } from "vitest";
import type { Fault } from "../src/api";
import { tongue, type Language } from "../src/i18n/index.svelte";
import { recordWords } from "../src/replay/faults";

afterAll(() => tongue.speak("en"));
const fault = (code: NonNullable<Fault["code"]>, values: NonNullable<Fault["values"]> = {}): Fault => ({ where: "record", what: "in the server's words", code, values });
const FAULTS = [
  fault("record-format", { format: "allaboard-record/1" }),
  fault("record-lacks", { list: "deal, log" }),
  fault("whole", { line: 3, field: "seat", value: 7, least: 0, most: 1 }),
  fault("key", { field: "milk", list: "format, edition" }),
  fault("record-secret", { field: "seed", value: "12", n: 64 }),
  fault("record-unplayable", { line: 9, action: "“draw deck”", rule: "R-TURN-1" }),
  fault("record-rules", { value: 2, allowed: 1 }),
];

it.each<[Language, string[]]>([
  ["en", [
    "This file is not a saved game. Its format is not allaboard-record/1, or it names no edition.",
    "This saved game cannot be replayed. It lacks deal, log.",
    "This saved game cannot be replayed. Line 3 of its log: “seat” is 7; allowed: a whole number from 0 to 1.",
    "This saved game cannot be replayed. “milk” is not a known key; allowed: format, edition.",
    "This saved game cannot be replayed. “seed” is 12; allowed: 64 hexadecimal digits, or null.",
    "This saved game cannot be replayed. Line 9 of its log: “draw deck” cannot be played then. It is not your turn.",
    "This saved game cannot be replayed. It was played by version 2 of the rules; here version 1 is played.",
  ]],
  ["de", [
    "Diese Datei ist keine gespeicherte Partie. Ihr Format ist nicht allaboard-record/1, oder sie nennt keine Ausgabe.",
    "Diese gespeicherte Partie lässt sich nicht nachspielen. Es fehlt: deal, log.",
    "Diese gespeicherte Partie lässt sich nicht nachspielen. Zeile 3 ihres Protokolls: „seat“ ist 7; erlaubt: eine ganze Zahl von 0 bis 1.",
    "Diese gespeicherte Partie lässt sich nicht nachspielen. „milk“ ist kein bekannter Schlüssel; erlaubt: format, edition.",
    "Diese gespeicherte Partie lässt sich nicht nachspielen. „seed“ ist 12; erlaubt: 64 hexadezimale Ziffern, oder null.",
    "Diese gespeicherte Partie lässt sich nicht nachspielen. Zeile 9 ihres Protokolls: “draw deck” ist dort nicht spielbar. Du bist nicht am Zug.",
    "Diese gespeicherte Partie lässt sich nicht nachspielen. Sie wurde nach Fassung 2 der Regeln gespielt; hier gilt Fassung 1.",
  ]],
])("in %s", async (language, expected) => {
  await tongue.speak(language);
  expect(FAULTS.map((one) => recordWords([one]))).toEqual(expected);
  expect(recordWords([])).toBe(expected[0]?.split(". ")[0] + ".");
});
