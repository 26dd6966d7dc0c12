// Puzzles: the one of the day, one missed and then solved, one given up; by mouse, keyboard and finger, by day and by night, in three languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

const axe = readFileSync(createRequire(new URL("../../web/package.json", import.meta.url)).resolve("axe-core/axe.min.js"), "utf8");
const file = new URL("../../src/allaboard/puzzles/puzzles.jsonl", import.meta.url);
const puzzles = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const phone = { width: 390, height: 844, touch: true };

/** A puzzle whose answer is a card from the deck or the market: one press, with any hand. */
const puzzle = puzzles.find(({ answers: [answer] }) => answer === "draw deck" || answer.startsWith("take "));
const [answer] = puzzle.answers;
const place = (action) => (action === "draw deck" ? "deck" : String(puzzle.position.market.indexOf(action.slice(5))));
const right = place(answer);
/** A card that is no answer, and that may be taken second, too. */
const wrong = ["deck", "0", "1", "2", "3", "4"].find((one) => one !== right && (one === "deck" || !["wild", puzzle.position.market[right]].includes(puzzle.position.market[one])));

async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(" | ")}`);
}

for (const [name, look] of [["by day", {}], ["by night", { theme: "night" }], ["on a phone", phone]]) {
  test(`today's puzzle, ${name}: from home to its solution, accessible all the way`, { timeout: 60_000 }, async () => {
    const { page, complaints } = await visitor(browser, server.base, look);
    await page.goto("/#/puzzles");
    await page.getByRole("link", { name: "Solve" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole("link", { name: "Solve" }).click();
    await page.getByRole("button", { name: "Show me" }).click();
    await page.getByRole("button", { name: "Next puzzle" }).waitFor();
    assert.match(await page.locator(".options .best").textContent(), /\d+ ± \d+/);
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await page.getByRole("button", { name: "Show me" }).waitFor();
    assert.deepEqual(complaints, []);
  });
}

const hands = {
  mouse: { take: (page, where) => page.locator(`[data-slot="${where}"]`).click(), press: (page, name) => page.getByRole("button", { name }).click() },
  keyboard: {
    take: (page, where) => page.keyboard.press(where === "deck" ? "d" : String(Number(where) + 1)),
    press: async (page, name) => {
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
      await page.evaluate(() => document.activeElement?.blur());
    },
  },
  finger: { take: (page, where) => page.locator(`[data-slot="${where}"]`).tap(), press: (page, name) => page.getByRole("button", { name }).tap() },
};

for (const [name, { take, press }] of Object.entries(hands)) {
  test(`missed at first, then solved, with ${name === "finger" ? "a finger" : `the ${name}`}`, { timeout: 60_000 }, async () => {
    const { page, complaints } = await visitor(browser, server.base, name === "finger" ? phone : {});
    await page.goto(`/#/puzzles/${puzzle.id}`);
    await page.getByRole("button", { name: "Show me" }).waitFor();
    await take(page, wrong);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    assert.equal(await page.locator(".options").count(), 0, "nothing of the solution is told");
    await press(page, "Try again");
    await take(page, right);
    await page.getByRole("button", { name: "Next puzzle" }).waitFor();
    assert.match(await page.locator(".stamp").textContent(), /Solved/);
    assert.deepEqual(complaints, []);
  });
}

for (const [locale, solve, show] of [["de-DE", "Lösen", "Zeig es mir"], ["fr-FR", "Résoudre", "Montrer la solution"]]) {
  test(`nothing is cut off in ${locale}`, { timeout: 60_000 }, async () => {
    const { page } = await visitor(browser, server.base, { locale });
    await page.goto("/#/puzzles");
    await page.getByRole("link", { name: solve }).click();
    await page.getByRole("button", { name: show }).click();
    await page.locator(".options .best").waitFor();
    const cut = await page.evaluate(() => [...document.querySelectorAll(".panel *")].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).map((one) => one.className));
    assert.deepEqual(cut, []);
  });
}
