// The coach: a finished game is reviewed, a mark is opened as an exercise, failed and passed, and played on from; any position is analysed.
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
const looks = { mouse: desk, finger: { width: 390, height: 844, touch: true }, keyboard: { ...desk, theme: "night" } };
for (const [hands, look] of Object.entries(looks)) {
  test(`a game is reviewed, a mark failed and passed, and played on from, by ${hands}`, { timeout: 240_000 }, async () => {
    const { page, complaints } = await visitor(browser, server.base, look);
    const { press, claim } = handsOf(page, hands);
    // Reviewed once, for all hands.
    uploaded ??= (await call(page, "POST", "/records", { record })).id;
    const id = uploaded;
    await page.goto(`/#/review/${id}`);
    await page.getByRole("slider", { name: /Chance to win/ }).waitFor();
    await press(page.getByRole(hands === "finger" ? "button" : "tab", { name: /^Marks/ }));
    const mark = page.locator("li button", { hasText: WORST.replace("–", " – ") });
    await mark.waitFor({ timeout: 180_000 });
    const found = { review: await violations(page) };
    // Whose review it is can be chosen on a phone as well.
    if (hands === "finger") {
      await page.getByRole("combobox", { name: "Seat" }).selectOption("1");
      assert.match(await page.locator(".sheet h2").first().innerText(), /Porter/);
    }
    // Which card it was the coach knows.
    const { best } = (await call(page, "GET", `/tables/${id}/review`)).review.judgements.find(({ n }) => n === 20);
    const { market } = (await call(page, "GET", `/tables/${id}/moments/20`)).now.view;
    const deck = best === "draw deck";
    const better = `[data-slot="${deck ? "deck" : market.indexOf(best.replace("take ", ""))}"]`;
    await press(mark);
    await press(page.getByRole("link", { name: "Practise this" }));
    await page.waitForURL(/#\/exercise\//);
    await page.getByText("What would you do?").waitFor();
    assert.ok(!(await page.locator("body").innerText()).includes("Better:"), "what was better is not told yet");
    found.exercise = await violations(page);

    // What was played is not good enough, and brings the hint; what was better passes.
    await claim(WORST);
    const sure = page.locator(".sheet .btn.pri, .pop .btn.pri");
    await Promise.race([sure.waitFor(), page.getByText("Not yet").first().waitFor()]);
    if (await sure.count()) await press(sure.first());
    await page.getByText("Not yet").first().waitFor();
    await page.getByText("Hint.").waitFor();
    await page.locator(deck ? `${better}.advised` : ".market.pointed").waitFor(); // what the hint speaks of is ringed
    found["not yet"] = await violations(page);
    await press(page.getByRole("button", { name: "Try again" }));
    await press(page.locator(better));
    await page.getByText("Passed").first().waitFor();
    found.passed = await violations(page);
    assert.deepEqual(found, { review: [], exercise: [], "not yet": [], passed: [] });

    await press(page.getByRole("button", { name: "Play on from here" }));
    await press(page.locator("dialog").getByRole("button", { name: "Play on from here" }));
    await page.waitForURL(/#\/table\//);
    assert.ok(!page.url().includes(id), "a table of its own");
    await page.locator(".hint").first().waitFor();
    assert.equal((await call(page, "GET", `/tables/${id}`)).status, "record");
    assert.deepEqual(complaints, []);
  });
}

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
  const { page: other, complaints: more } = await visitor(browser, server.base, looks.finger);
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
