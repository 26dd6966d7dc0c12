import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { de as coachingDe } from "../src/i18n/coaching/de";
import { en as coachingEn } from "../src/i18n/coaching/en";
import { fr as coachingFr } from "../src/i18n/coaching/fr";
import { de as plainDe } from "../src/i18n/de";
import { en as plainEn } from "../src/i18n/en";
import { fr as plainFr } from "../src/i18n/fr";
import { t, tongue, type Catalogue, type CoachingCatalogue, type Key } from "../src/i18n/index.svelte";
import { optionWords } from "../src/labels";
import type { Action, Edition } from "../src/api";

type Whole = Catalogue & CoachingCatalogue;
const en: Whole = { ...plainEn, ...coachingEn };
const fr: Whole = { ...plainFr, ...coachingFr };
const de: Whole = { ...plainDe, ...coachingDe };
const others: Record<string, Whole> = { fr, de };
const keys = Object.keys(en) as Key[];
const forms = (message: string | Record<string, string>) => (typeof message === "string" ? [message] : Object.values(message));
const gaps = (message: string | Record<string, string>) => [...new Set(forms(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

describe.each(Object.entries(others))("the catalogue %s", (_, catalogue) => {
  it("has every message and no other", () => expect(Object.keys(catalogue).sort()).toEqual([...keys].sort()));
  it("leaves no message empty", () => expect(keys.filter((key) => forms(catalogue[key] as string).some((form) => form.trim() === ""))).toEqual([]));
  it("fills the gaps that English has", () => {
    const odd = keys.filter((key) => gaps(catalogue[key] as string).some((gap) => !gaps(en[key] as string).includes(gap) && gap !== "{wilds}" && gap !== "{wild}"));
    expect(odd).toEqual([]);
  });
});

describe("the words", () => {
  it.each([
    ["en", ["Take green", "Take a taxi card"]],
    ["de", ["Grün nehmen", "Eine Taxikarte nehmen"]],
    ["fr", ["Prendre une carte verte", "Prendre une carte taxi"]],
  ] as const)("of %s name a card that is taken", async (language, told) => {
    await tongue.speak(language);
    const edition = { vehicle: "taxi", colours: [{ name: "green", look: "green" }] } as unknown as Edition;
    expect(["green", "wild"].map((card) => optionWords(edition, { kind: "take", card } as Action))).toEqual(told);
    await tongue.speak("en");
  });
  it("of French swallow a vowel before another", async () => {
    await tongue.speak("fr");
    expect(["Åsa", "Émile", "Marlene"].map((name) => t("turn.of", { name }))).toEqual(["Au tour d’Åsa", "Au tour d’Émile", "Au tour de Marlene"]);
    await tongue.speak("en");
  });
  const odd = (catalogue: Whole, pattern: RegExp) => keys.filter((key) => forms(catalogue[key] as string).some((form) => pattern.test(form)));

  it("of French have narrow spaces before high signs, its own quotation marks and apostrophes", () => {
    expect(odd(fr, /[^\u202f][;:!?»%]|«[^\u202f]|['"]|\s…/)).toEqual([]);
  });
  it("of German have its own quotation marks", () => expect(odd(de, /["'»«]|„[^“]*$/)).toEqual([]));
  // One word for one thing: these are the other ones.
  it("of French call a route, a ticket, a site, a bot, a seat and the board always the same", () => {
    expect(odd(fr, /liaison|destination|attractions|trajet|sur le plan\b|[Aa]ccompli|[Tt]ermin(e|ez) \{ticket|décidé\b|[Rr]empli|des bots|siège|engagement|route prend |ferry prend /)).toEqual([]);
  });
  it("of German call a game that is played always the same", () => {
    expect(odd(de, /([Dd](as|ie|iese[srmn]?|er)|[Ee]in(em|es)?|[Kk]ein|ganze|[Dd]eine|mögliche[ns]?|durchgespielte[ns]?) Spiele?n?\b/)).toEqual([]);
  });
  it("of German name a colour, and speak of a clock of any length", async () => {
    await tongue.speak("de");
    expect(t("route.facts", { n: 3, colour: t("colour.white") })).toBe("3 Felder in Weiß.");
    expect(["1 Minute", "1 Tag", "30 Sekunden"].map((time) => t("clock.out.move", { clock: t("clock.per.move", { time }) }))).toEqual(
      ["1 Minute", "1 Tag", "30 Sekunden"].map((time) => `${time} pro Zug. Ist die Zeit um, spielt ein Bot diesen einen Zug.`),
    );
    await tongue.speak("en");
  });
  it("of German call a district, the longest path, the market, the chance and the board always the same", () => {
    expect(odd(de, /Bezirk|[Ll]ängste Strecke gehört|[Oo]ffene Auslage|Siegchance|(auf|zu)m? de[mn] Plan\b|[Gg]anzer Plan|Konkurrenz|Gespräch|[Gg]espeichertes Spiel|zusehen|Tisch gibt es keine Tipps/)).toEqual([]);
  });
});

describe("the words of the coach's screens", () => {
  it("stand in no other catalogue", () => expect(Object.keys(coachingEn).filter((key) => key in plainEn)).toEqual([]));
  it("come in the language that is spoken, and in each that is chosen later", async () => {
    const { tongue: fresh } = await vi.importActual<typeof import("../src/i18n/index.svelte")>("../src/i18n/index.svelte?fresh");
    await fresh.speak("en");
    expect(fresh.template("analysis.moves")).toBe("analysis.moves");
    const asked = fresh.coach();
    await fresh.speak("fr");
    await asked;
    expect([fresh.template("analysis.moves"), fresh.template("home")]).toEqual([coachingFr["analysis.moves"], plainFr.home]);
    await fresh.speak("de");
    expect([fresh.template("analysis.moves"), fresh.template("home")]).toEqual([coachingDe["analysis.moves"], plainDe.home]);
  });
});

describe.each([["en", plainEn], ["fr", plainFr], ["de", plainDe], ["coaching/en", coachingEn], ["coaching/fr", coachingFr], ["coaching/de", coachingDe]])("the file of %s", (name, messages) => {
  const text = readFileSync(new URL(`../src/i18n/${name}.ts`, import.meta.url), "utf8");

  it("holds one key a line, so that a change of a message is a change of its line", () => {
    const begun = text.split("\n").flatMap((line) => /^ {2}(?:"([\w.-]+)"|(\w+)): .*,$/.exec(line)?.slice(1).filter(Boolean) ?? []);
    expect(begun).toEqual(Object.keys(messages));
  });
});

describe("the source", () => {
  const folder = new URL("../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes("i18n/"));
  const text = files.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");

  it("asks only for messages that exist", () => {
    const asked = [...text.matchAll(/\bt\("([\w.]+)"/g)].map((match) => match[1] ?? "");
    expect(asked.filter((key) => !(key in en))).toEqual([]);
  });
  it("leaves no gap of a message open", () => {
    const bare = [...text.matchAll(/\bt\("([\w.]+)"\)/g)].map((match) => match[1] as Key);
    expect(bare.filter((key) => gaps(en[key] as string).length > 0)).toEqual([]);
  });
  it("shows the title of an edition as the catalogue has it", () => {
    const raw = files.filter((name) => name.endsWith(".svelte") && /edition\.title\b|\)\?\.title\b/.test(readFileSync(new URL(name, folder), "utf8")));
    expect(raw).toEqual([]);
  });
  it("uses every message", () => {
    const prefixes = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? "");
    const quoted = new Set([...text.matchAll(/"([\w.-]+)"/g)].map((match) => match[1]));
    const unused = keys.filter((key) => !quoted.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
  });
  it("asks for words of the coach on its screens alone", () => {
    const coach = /^(analysis|review|puzzles)\/|^screens\/(Analysis|Review|Exercise|Puzzles?)Screen\./;
    const elsewhere = files.filter((name) => !coach.test(name)).map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
    const quoted = new Set([...elsewhere.matchAll(/\bt\(["`]([\w.-]+)/g)].map((match) => match[1] ?? ""));
    expect(Object.keys(coachingEn).filter((key) => [...quoted].some((part) => (part.endsWith(".") ? key.startsWith(part) : key === part)))).toEqual([]);
  });
});
