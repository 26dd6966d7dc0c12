/** Refusals reach the reader in their language: by code, by rule, by kind; what nobody knows in the server's words. */
import { afterAll, expect, it } from "vitest";
import { tongue, type Language } from "../src/i18n/index.svelte";
import { problemWords, type Problem } from "../src/problems";

afterAll(() => tongue.speak("en"));
const problem = (kind: string, more: Problem = {}): Problem => ({ type: `urn:allaboard:problem:${kind}`, detail: "in the server's words", ...more });

it.each<[Language, string[]]>([
  ["en", ["You have 8 unfinished games. Finish or leave one first.", "Too fast. Try again in 1 second.", "This edition is for 2 to 4 players.", "It is not your turn.", "The rules do not allow this now (R-TICKET-3).", "That move came too late: the game had moved on.", "This is too large for the server."]],
  ["de", ["Du hast 8 offene Partien. Spiel zuerst eine zu Ende oder verlass sie.", "Zu schnell. Versuch es in 1 Sekunde noch einmal.", "Diese Ausgabe ist für 2 bis 4 Spieler.", "Du bist nicht am Zug.", "Die Regeln erlauben das jetzt nicht (R-TICKET-3).", "Der Zug kam zu spät: Die Partie war schon weiter.", "Das ist dem Server zu groß."]],
])("in %s", async (language, expected) => {
  await tongue.speak(language);
  const refusals = [
    problem("limit", { code: "your-tables-full", most: 8 }), problem("limit", { code: "requests", seconds: 1 }), problem("invalid", { code: "players", least: 2, most: 4 }),
    problem("illegal", { rule: "R-TURN-1" }), problem("illegal", { rule: "R-TICKET-3" }), problem("stale"), problem("too-large"),
  ];
  expect(refusals.map(problemWords)).toEqual(expected);
  expect([problem("invalid"), problem("a kind of tomorrow")].map(problemWords)).toEqual(Array(2).fill("in the server's words"));
});
