// Puzzles: today's is failed, hinted at and solved; it explains itself, counts for the season ticket, is shared and analysed; training goes on;
// yesterday's; marks of one's own games.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { call, visitor } from "../../web/scripts/driver.mjs";
import { violations } from "./axe.mjs";
import { handsOf } from "./pressing.mjs";
import { browser, server } from "./stay.mjs";

const file = new URL("../../src/allaboard/puzzles/puzzles.jsonl", import.meta.url);
const puzzles = new Map(readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)).map((puzzle) => [puzzle.id, puzzle]));

const desk = { width: 1440, height: 900 };
const looks = {
  mouse: { ...desk, locale: "en-GB" },
  keyboard: { ...desk, theme: "night", locale: "de-DE" },
  finger: { width: 390, height: 844, touch: true, locale: "fr-FR" },
};
const words = {
  "en-GB": { hint: "Hint.", again: "Try again", show: "Show me", next: "Next puzzle", share: "Share", analyse: "Analyse it", own: "No open marks of your own", copied: "Copied", why: "Why", tryIt: "Try it" },
  "de-DE": { hint: "Hinweis.", again: "Noch einmal", show: "Zeig es mir", next: "Nächstes Rätsel", share: "Teilen", analyse: "Analysieren", own: "Keine offenen Zeichen", copied: "Kopiert", why: "Warum", tryIt: "Versuchen" },
  "fr-FR": { hint: "Indice.", again: "Réessayer", show: "Montrer la solution", next: "Énigme suivante", share: "Partager", analyse: "Analyser", own: "Aucune marque à retenter", copied: "Copié", why: "Pourquoi", tryIt: "Essayer" },
};

/** Do an action as at any table, with the cards that it names. */
async function act(page, hands, now, option) {
  const { press, claim } = handsOf(page, hands);
  const chooser = page.locator(".own > .sheet, .pop");
  switch (option.kind) {
    case "draw deck":
      return press(page.locator("[data-slot=deck]"));
    case "take":
      return press(page.locator(`[data-slot="${now.view.market.indexOf(option.card)}"]`));
    case "draw tickets":
      return page.keyboard.press("t");
    case "keep":
      for (const [index, ticket] of now.view.you.offer.entries()) if (option.keep.includes(ticket)) await press(page.locator("[role=checkbox]").nth(index));
      return press(page.locator("button.keep"));
    default:
  }
  await claim(option.route);
  const sure = chooser.locator(".btn.pri");
  await sure.waitFor({ timeout: 3000 }).catch(() => undefined); // one way to pay, and no question
  if (!(await sure.count())) return undefined;
  const more = chooser.locator(".more button");
  if (await more.count()) await press(more);
  const wanted = Object.entries(option.payment).flatMap(([card, count]) => Array(count).fill(`k-${card}`)).toSorted().join();
  for (const way of await chooser.locator("[role=radio]").all()) {
    const cards = await way.locator(".card").evaluateAll((all) => all.map((card) => [...card.classList].find((name) => name.startsWith("k-"))));
    if (cards.toSorted().join() === wanted) await (hands === "finger" ? way.tap() : way.click());
  }
  return press(sure);
}

/** A place of the board, the market, the deck, one's tickets (on a phone behind their tab) or the offer. */
const RINGS = ".glow, .market.pointed, [data-slot=deck].advised, .tickets.pointed, nav .pointed, .ticket.pointed";

for (const [hands, look] of Object.entries(looks)) {
  test(`today's puzzle is failed, hinted at, solved and shared, and training goes on, by ${hands}, ${look.locale}`, { timeout: 600_000 }, async () => {
    const { page, context, complaints } = await visitor(browser, server.base, look);
    const said = words[look.locale];
    const { press } = handsOf(page, hands);
    const found = {};
    const check = async (name) => {
      const list = await violations(page);
      if (list.length > 0) found[name] = list;
    };
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => {
      navigator.share = (told) => {
        window.shared = told;
        return Promise.resolve();
      };
    });

    await page.goto("/#/puzzles");
    const solve = page.locator(".asked a.btn.pri");
    await solve.waitFor();
    await page.getByText(said.own).waitFor();
    await check("puzzles");
    const { today } = await call(page, "GET", "/puzzles");
    const { now } = await call(page, "GET", `/puzzles/${today}`);
    const { answers } = puzzles.get(today);
    const legal = now.options.legal;
    const right = legal.find(({ action }) => action === answers[0]);
    const wrong = legal.find(({ action, kind }) => !answers.includes(action) && ["draw deck", "take"].includes(kind)) ?? legal.find(({ action }) => !answers.includes(action));
    await press(solve);
    await page.waitForURL(/#\/puzzles\/[0-9a-f]{10}/);
    await page.locator(".panel .do .btn").first().waitFor();
    assert.equal(await page.getByText(said.hint).count(), 0, "nothing is hinted at before something was tried");
    await check("question");

    await act(page, hands, now, wrong);
    const again = page.getByRole("button", { name: said.again });
    await again.waitFor();
    await page.getByText(said.hint).waitFor();
    assert.equal(await page.locator(".why, .options").count(), 0, "the answer is not told yet");
    assert.ok((await page.locator(RINGS).count()) > 0, "what the hint speaks of is ringed");
    await check("not yet");
    // A key presses what stands there, wherever the answer has left the focus.
    await (hands === "keyboard" ? page.keyboard.press("Enter") : press(again));
    await again.waitFor({ state: "detached" });

    await act(page, hands, now, right);
    await page.locator(".stamp").waitFor();
    assert.ok((await page.locator(".why li").count()) >= 2, "it explains itself: the answer, and what looked natural");
    assert.match(await page.locator(".why li").first().innerText(), /\d/, "and why, with figures");
    assert.match(await page.locator(".rated").innerText(), /^[\d.,\s]+± \d+/, "the rating has its band");
    const [best, second] = await page.locator(".options > li > b.num").allInnerTexts();
    assert.ok(parseInt(best, 10) > parseInt(second, 10));
    await check("solved");

    await press(page.getByRole("button", { name: said.share }));
    let told;
    if (hands === "finger") {
      const shared = await page.waitForFunction(() => window.shared);
      told = await shared.evaluate(({ text, url }) => `${text} ${url}`);
    } else {
      await page.getByText(said.copied).waitFor();
      told = await page.evaluate(() => navigator.clipboard.readText());
    }
    assert.ok(told.endsWith(`${server.base}/puzzles/${today}`), told);
    assert.ok(!told.includes(right.route ?? right.card ?? right.action), "what is shared does not tell the answer");

    // What is shared leads here again; the analysis board lays the same position.
    await page.goto(`/puzzles/${today}`);
    await page.locator(".stamp").waitFor();
    await press(page.getByRole("link", { name: said.analyse, exact: true }));
    await page.waitForURL(/#\/analysis/);
    await page.locator(".candidate").first().waitFor();
    await page.locator(".analysis [data-route]").first().waitFor();
    const { position } = await call(page, "GET", `/puzzles/${today}/position`);
    const routes = await page.locator("[data-route]").evaluateAll((all) => all.map((route) => route.getAttribute("aria-label")));
    assert.equal(routes.filter((label) => /\d$/.test(label)).length, position.claimed.flat().length, "the name of a claimed route ends with its seat");
    await page.goBack();
    await page.locator(".stamp").waitFor();

    // Training goes on with another one.
    await press(page.getByRole("button", { name: said.next }));
    await page.waitForURL((url) => /#\/puzzles\/[0-9a-f]{10}/.test(url.hash) && !url.hash.includes(today));
    await page.getByRole("button", { name: said.show }).waitFor();

    // The season ticket has its first punch; yesterday's puzzle is there for those who missed it, and explained to those who know it.
    await page.goto("/#/puzzles");
    await page.locator(".season .hole.solved").waitFor();
    assert.equal(await page.locator(".season .hole.solved").count(), 1);
    assert.match(await page.locator(".season h2").innerText(), /\b1\b/);
    const { streak, yesterday } = await call(page, "GET", "/puzzles");
    assert.equal(streak, 1);
    if (yesterday.answer === null) {
      await press(page.getByRole("link", { name: said.tryIt, exact: true }));
      await page.waitForURL(new RegExp(`#/puzzles/${yesterday.id}`));
      const show = page.getByRole("button", { name: said.show });
      await show.waitFor();
      await (hands === "keyboard" ? page.keyboard.press("s") : press(show));
      await page.locator(".why li").first().waitFor();
      await page.goto("/#/puzzles");
    }
    await page.getByRole("link", { name: said.why, exact: true }).waitFor();
    await check("yesterday");
    assert.deepEqual(found, {});
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test("marks of one's own games are exercises", { timeout: 120_000 }, async () => {
  const { page, context } = await visitor(browser, server.base, { ...looks.finger, locale: "en-GB" });
  const marks = [{ n: 41, turn: 14, mark: "dead end", loss: 0.124 }, { n: 20, turn: 7, mark: "delay", loss: 0.036 }];
  const games = [{ table: "abc", edition: "usa", players: 3, ended: Date.now(), marks }, { table: "def", edition: "new-york", players: 2, ended: 0, marks: marks.slice(1) }];
  await context.route("**/api/v1/me/exercises", (route) => route.fulfill({ json: { games, marks: 7 } }));
  await page.goto("/#/puzzles");
  const own = page.locator(".own");
  await own.getByText("North America").waitFor();
  await own.getByText("7 marks to try again").waitFor();
  const links = await own.getByRole("link").evaluateAll((all) => all.map((link) => [link.getAttribute("aria-label") ?? link.textContent, link.getAttribute("href")]));
  assert.deepEqual(links, [
    ["Dead end, Turn 14, −12", "#/exercise/abc/41"], ["Delay, Turn 7, −4", "#/exercise/abc/20"], ["Delay, Turn 7, −4", "#/exercise/def/20"],
    ["Practise my marks", "#/exercise/abc/41"],
  ]);
  assert.deepEqual(await violations(page), []);
  await context.close();
});
