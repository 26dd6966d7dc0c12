/** What is wrong with a position is told in the reader's language: of which seat, what, and what is allowed. */
import { afterAll, expect, it } from "vitest";
import type { Edition, Fault } from "../src/api";
import { faultSentence } from "../src/boards/faults";
import { tongue, type Language } from "../src/i18n/index.svelte";
import { recordWords } from "../src/replay/faults";

afterAll(() => tongue.speak("en"));
const fault = (code: NonNullable<Fault["code"]>, values: NonNullable<Fault["values"]> = {}): Fault => ({ where: "position", what: "in the server's words", code, values });
const edition = { vehicle: "train", colours: [{ name: "purple", look: "pink" }] } as unknown as Edition;
const claimed = fault("position-claimed", { seat: 1, route: "Denver–Omaha", rule: "R-CLAIM-6" });
const FAULTS = [
  claimed,
  fault("position-cards", { card: "purple", n: 12 }),
  fault("position-unseen-cards", { seat: 0, value: 200, most: 102 }),
  fault("whole", { field: "turn", value: "9", least: 0, most: 1 }),
  fault("position-wilds"),
];

it.each<[Language, string[], string]>([
  ["en", [
    "Seat 2 cannot have claimed Denver–Omaha. Nobody may own both tracks of a double route.",
    "There are only 12 cards “pink”.",
    "Seat 1 holds 200 unseen cards; allowed: at most 102, as many as are left.",
    "“turn” is 9; allowed: a whole number from 0 to 1.",
    "With three or more wild cards face up, the five are laid anew at once.",
  ], "This saved game cannot be replayed. Where it begins: Seat 2 cannot have claimed Denver–Omaha. Nobody may own both tracks of a double route."],
  ["de", [
    "Platz 2 kann Denver–Omaha nicht haben. Niemand darf beide Gleise einer Doppelstrecke haben.",
    "Es gibt nur 12 Karten „Rosa“.",
    "Platz 1 hat 200 unbekannte Karten; erlaubt: höchstens 102, so viele wie übrig sind.",
    "„turn“ ist 9; erlaubt: eine ganze Zahl von 0 bis 1.",
    "Liegen drei oder mehr Joker offen, werden die fünf Karten sofort neu ausgelegt.",
  ], "Diese gespeicherte Partie lässt sich nicht nachspielen. Zu ihrem Beginn: Platz 2 kann Denver–Omaha nicht haben. Niemand darf beide Gleise einer Doppelstrecke haben."],
])("in %s", async (language, expected, begun) => {
  await tongue.speak(language);
  expect(FAULTS.map((one) => faultSentence(one, edition))).toEqual(expected);
  expect(recordWords([claimed])).toBe(begun);
});
