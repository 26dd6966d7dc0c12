import { beforeAll, describe, expect, it } from "vitest";
import type { BotInfo } from "../src/api";
import { characters, fitting, gentle, levelsOf, steady } from "../src/home/characters";
import { tongue } from "../src/i18n/index.svelte";

const bot = (name: string, level: number | null = null): BotInfo => ({ name, summary: "", level, edition: null, players: null });
const ranked = [bot("easy", 1), bot("normal", 2), bot("hard", 3), bot("expert", 4), bot("random"), bot("racer")];
const unranked = [bot("random"), bot("greedy"), bot("racer"), bot("collector"), bot("search")];

beforeAll(() => tongue.speak("en"));

describe("the cast", () => {
  it.each(["en", "de", "fr"] as const)("has names of its own in %s, each another one", async (language) => {
    await tongue.speak(language);
    const everybody = ["easy", "normal", "hard", "expert", "random", "greedy", "racer", "collector", "blocker", "planner", "distilled", "search"].map((name) => bot(name));
    const names = characters(everybody).map(({ name }) => name);
    expect(new Set(names).size).toBe(everybody.length);
    expect(names[0]).toBe({ en: "Porter", de: "Gepäckträger", fr: "Porteur" }[language]);
    await tongue.speak("en");
  });
  it("keeps the server's order, levels and all", () => expect(characters(ranked).map(({ level }) => level)).toEqual([1, 2, 3, 4, null, null]));
  it("calls the bot that was trained a learner, not distilled", () => expect(characters([bot("distilled")])[0]?.name).toBe("Learner"));
  it("lets a bot of another package keep its own name", () => expect(characters([bot("my_bots")])[0]?.name).toBe("my_bots"));
  it("offers a trained net only where it can play", () => {
    const net = { ...bot("ppo"), edition: "new-york", players: 2 };
    const offered = (edition: string, players: number) => fitting([bot("easy"), net], edition, players).map(({ name }) => name);
    expect([offered("new-york", 2), offered("new-york", 3), offered("usa", 2)]).toEqual([["easy", "ppo"], ["easy"], ["easy"]]);
  });
  it("counts its levels", () => expect([levelsOf(characters(ranked)), levelsOf(characters(unranked))]).toEqual([4, 0]));
});

describe("opponents for somebody who chose none", () => {
  it("are of the second level and around it", () => expect(steady(characters(ranked), 2).map((one) => one.bot)).toEqual(["normal", "easy"]));
  it("come from the middle where nobody is ranked", () => expect(steady(characters(unranked), 2).map((one) => one.bot)).toEqual(["greedy", "racer"]));
  it("are never the same one twice", () => {
    const chosen = steady(characters(ranked), 4).map((one) => one.bot);
    expect(new Set(chosen).size).toBe(4);
  });
  it("are gentle for the guide", () => expect([gentle(characters(ranked))?.bot, gentle(characters(unranked))?.bot]).toEqual(["easy", "greedy"]));
});
