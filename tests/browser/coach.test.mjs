// The coach: a game is finished and reviewed, a mark is opened as an exercise, failed and passed, and played on from; any position is analysed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { autoplay, call, launch, openTable, visitor } from "../../web/scripts/driver.mjs";
import { violations } from "./axe.mjs";
import { handsOf, middleOf } from "./pressing.mjs";
import { TestServer } from "./server.mjs";

// One recorded game, reviewed with few games a decision. Worlds are numbered, so that it has the same marks in every run; a game that is
// played anew may have none, or one that an answer does not confirm.
const record = JSON.parse(readFileSync(new URL("coach-game.json", import.meta.url)));
const WORST = "Midtown West–Times Square"; // claimed with action 20, where a card was better

let server, browser, uploaded;
before(async () => {
  server = await new TestServer({ ALLABOARD_REVIEW_GAMES: "600" }).open();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const desk = { width: 1440, height: 900 };
const looks = {
  mouse: { ...desk, locale: "en-GB" },
  keyboard: { ...desk, theme: "night", locale: "de-DE" },
  finger: { width: 390, height: 844, touch: true, locale: "fr-FR" },
};
const words = {
  "en-GB": { graph: /Chance to win/, marks: /^Marks/, seat: "Seat", practise: "Practise this", ask: "What would you do?", better: "Better:", notYet: "Not yet", hint: "Hint.", again: "Try again", passed: "Passed", playOn: "Play on from here", choose: "Choose seat and cards", anew: "Dealt anew" },
  "de-DE": { graph: /Gewinnchance jedes Platzes/, marks: /^Zeichen/, seat: "Platz", practise: "Das üben", ask: "Was würdest du tun?", better: "Besser:", notYet: "Noch nicht", hint: "Hinweis.", again: "Noch einmal", passed: "Bestanden", playOn: "Ab hier weiterspielen", choose: "Platz und Karten wählen", anew: "Neu verteilt" },
  "fr-FR": { graph: /Chance de gagner de chaque place/, marks: /^Marques/, seat: "Place", practise: "Travailler ce coup", ask: "Que feriez-vous", better: "Mieux", notYet: "Pas encore", hint: "Indice.", again: "Réessayer", passed: "Réussi", playOn: "Continuer à partir d’ici", choose: "Choisir la place et les cartes", anew: "Redistribuées" },
};

/** The game that all hands review: its id. */
const upload = async (page) => (uploaded ??= (await call(page, "POST", "/records", { record })).id);
async function reviewDone(page, id) {
  while ((await call(page, "GET", `/tables/${id}/review`)).kind !== "done") await page.waitForTimeout(200);
}

for (const [hands, look] of Object.entries(looks)) {
  test(`a game is finished and reviewed, a mark failed and passed, and played on from, by ${hands}, ${look.locale}`, { timeout: 240_000 }, async () => {
    const { page, complaints } = await visitor(browser, server.base, look);
    const { press, claim } = handsOf(page, hands);
    const said = words[look.locale];
    const id = await upload(page);

    // A game that one plays to its end is reviewed by one press, there or in its replay.
    const own = (await call(page, "POST", `/tables/${id}/branches`, { n: record.log.length - 4, seat: 0, bot: "greedy" })).id;
    await autoplay(page, own, () => false);
    await page.goto(`/#/table/${own}`);
    await page.locator(".finale table").waitFor();
    if (hands === "keyboard") await press(page.locator(`a[href="#/replay/${own}"]`).first());
    await press(page.locator(`a[href="#/review/${own}"]`).first());
    await page.getByRole("slider", { name: said.graph }).waitFor();
    await reviewDone(page, own);
    await page.getByRole("progressbar").waitFor({ state: "detached" });

    // The recorded one is reviewed once, for all hands.
    await page.goto(`/#/review/${id}`);
    await page.getByRole("slider", { name: said.graph }).waitFor();
    await press(page.getByRole(hands === "finger" ? "button" : "tab", { name: said.marks }));
    const mark = page.locator("li button", { hasText: WORST.replace("–", " – ") });
    await mark.waitFor({ timeout: 180_000 });
    await reviewDone(page, id); // until then marks come and go
    const found = { review: await violations(page) };
    // Whose review it is can be chosen on a phone as well.
    if (hands === "finger") {
      await page.getByRole("combobox", { name: said.seat }).selectOption("1");
      assert.match(await page.locator(".sheet h2").first().innerText(), /Porter/);
    }
    // Which card it was the coach knows.
    const { best } = (await call(page, "GET", `/tables/${id}/review`)).review.judgements.find(({ n }) => n === 20);
    const { market } = (await call(page, "GET", `/tables/${id}/moments/20`)).now.view;
    const deck = best === "draw deck";
    const better = `[data-slot="${deck ? "deck" : market.indexOf(best.replace("take ", ""))}"]`;
    await press(mark);
    await press(page.getByRole("link", { name: said.practise }));
    await page.waitForURL(/#\/exercise\//);
    await page.getByText(said.ask).first().waitFor();
    assert.ok(!(await page.locator("body").innerText()).includes(said.better), "what was better is not told yet");
    found.exercise = await violations(page);
    if (hands === "keyboard") {
      await page.keyboard.press("h");
      await page.getByText(said.hint).waitFor();
      assert.equal(await page.locator(".notice, [role=alert]").count(), 0, "the hint of a table is not asked for");
    }

    // What was played is not good enough, and brings the hint; what was better passes.
    await claim(WORST);
    const sure = page.locator(".sheet .btn.pri, .pop .btn.pri");
    await Promise.race([sure.waitFor(), page.getByText(said.notYet).first().waitFor()]);
    if (await sure.count()) await press(sure.first());
    await page.getByText(said.notYet).first().waitFor();
    await page.getByText(said.hint).waitFor();
    await page.locator(deck ? `${better}.advised` : ".market.pointed").waitFor(); // what the hint speaks of is ringed
    found["not yet"] = await violations(page);
    const again = page.getByRole("button", { name: said.again });
    await (hands === "keyboard" ? page.keyboard.press("Enter") : press(again));
    await again.waitFor({ state: "detached" });
    await press(page.locator(better));
    await page.getByText(said.passed).first().waitFor();
    found.passed = await violations(page);
    assert.deepEqual(found, { review: [], exercise: [], "not yet": [], passed: [] });

    // One press begins with the cards as they were; the smaller button asks first.
    const playOn = (at) => at.getByRole("button", { name: said.playOn, exact: true });
    if (hands === "keyboard") {
      await press(page.getByRole("button", { name: said.choose }));
      await page.locator("dialog").getByText(said.anew).click();
      await press(playOn(page.locator("dialog")));
    } else await press(playOn(page));
    await page.waitForURL(/#\/table\//);
    assert.ok(!page.url().includes(id), "a table of its own");
    await page.locator(".hint").first().waitFor();
    assert.equal((await call(page, "GET", `/tables/${id}`)).status, "record");
    assert.deepEqual(complaints, []);
  });
}

test("what is said of an answer is what its trial found, whatever the review said of the same move", { timeout: 120_000 }, async () => {
  const { page, context } = await visitor(browser, server.base, desk);
  const id = await upload(page);
  await page.goto(`/#/review/${id}`);
  await reviewDone(page, id);
  const { options } = (await call(page, "GET", `/tables/${id}/moments/20`)).now;
  const option = options.legal.find(({ route }) => route === WORST);
  await context.route("**/moments/20/answers", (route) => route.fulfill({ json: { option, passed: true, level: false, same: true, chance: 0.5, error: 0.01, behind: 0.02 } }));
  await page.goto(`/#/exercise/${id}/20`);
  await page.getByText("What would you do?").waitFor();
  await handsOf(page, "mouse").claim(WORST);
  const sure = page.locator(".pop .btn.pri");
  const answer = page.locator(".answer");
  await Promise.race([sure.waitFor(), answer.waitFor()]);
  if (await sure.count()) await sure.click();
  await answer.getByText("2 points short of the best.").waitFor();
  assert.match(await page.locator(".sign, .hint").first().innerText(), /50 ± 2/);
  await context.close();
});

test("at a table for training one sees what can be counted and guessed, and puts it away", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base, desk);
  const id = await openTable(page, "new-york", ["random"], { training: true });
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.getByText("turns left").waitFor();
  const { cards } = await call(page, "GET", `/tables/${id}/training`);
  const under = await page.locator(".stack .left").evaluateAll((parts) => parts.map(({ dataset }) => dataset.unseen));
  assert.deepEqual(under.map(Number), [...cards.filter(({ card }) => card !== "wild"), cards.find(({ card }) => card === "wild")].map(({ unseen }) => unseen));
  await page.keyboard.press("g");
  await page.getByText("turns left").waitFor({ state: "detached" });
  assert.equal(await page.locator(".stack .left").count(), 0);
  assert.deepEqual(complaints, []);
});

test("a position is set up, a move tried and taken back, and the link opens it again", { timeout: 180_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base, desk);
  await page.evaluate(() => localStorage.setItem("edition", "new-york"));
  await page.goto("/#/analysis");
  await page.getByText("Position fits").waitFor();
  const { x, y } = await middleOf(page, WORST);
  await page.mouse.click(x, y);
  await page.getByRole("button", { name: "More: green" }).click();
  await page.getByText("Position fits").waitFor();
  await page.locator(".candidate").first().waitFor();
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("treeitem").nth(1).waitFor();
  await page.getByRole("treeitem").first().click();
  // A second line from the same position: who opens the link finds both.
  await page.getByRole("combobox", { name: "Another move" }).selectOption("draw tickets");
  await page.getByRole("treeitem").nth(2).waitFor();
  // It gets a name, which the link holds as well.
  await page.getByRole("button", { name: "Name this line" }).click();
  await page.getByRole("textbox", { name: "Name this line" }).fill("More tickets");
  await page.keyboard.press("Enter");
  await page.getByRole("treeitem", { name: /^More tickets/ }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.waitForFunction(() => location.hash.length > 60);
  const told = await page.getByRole("treeitem").allTextContents();

  // Somebody else opens what the address holds.
  const { page: other, complaints: more } = await visitor(browser, server.base, { ...looks.finger, locale: "en-GB" });
  await other.goto(new URL(page.url()).hash.replace(/^/, "/"));
  await other.getByRole("button", { name: "Lines 2" }).tap();
  await other.getByRole("treeitem", { name: /^More tickets/ }).waitFor();
  assert.deepEqual(await violations(other), []);
  assert.deepEqual((await other.getByRole("treeitem").allTextContents()).map((text) => text.replace(/\d+ ?± .*$/, "")), told.map((text) => text.replace(/\d+ ?± .*$/, "")));
  await other.getByRole("button", { name: "Share" }).tap();
  await other.getByRole("button", { name: "Play from here" }).tap();
  await other.waitForURL(/#\/table\//);
  await other.locator(".hint").first().waitFor();
  const { view } = await call(other, "GET", `/tables/${other.url().split("/").at(-1)}/view`);
  assert.equal(view.routes[WORST], 0);
  assert.deepEqual([...complaints, ...more], []);
});

test("what cannot be is named, and the moves before it stay", { timeout: 120_000 }, async () => {
  const { page } = await visitor(browser, server.base, desk);
  await page.evaluate(() => localStorage.setItem("edition", "new-york"));
  await page.goto("/#/analysis");
  await page.locator(".candidate").first().waitFor();
  for (let pressed = 0; pressed < 9; pressed += 1) await page.getByRole("button", { name: "More: green" }).click();
  await page.getByText(/There are only \d+ cards “green”/).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Position fits").waitFor();
});
