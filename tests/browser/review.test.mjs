// A review as it comes: drawn from left to right while it is computed, stopped and gone on with, and found again by its address.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { call, visitor } from "../../web/scripts/driver.mjs";
import { violations } from "./axe.mjs";
import { browser, server } from "./stay.mjs";

const record = JSON.parse(readFileSync(new URL("coach-game.json", import.meta.url)));
const desk = { width: 1440, height: 900 };

test("a review comes along the game, stays where it is stopped, and its address leads back", { timeout: 240_000 }, async () => {
  const { page, context, complaints } = await visitor(browser, server.base, desk);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await call(page, "POST", "/records", { record });
  const { length } = record.log;

  // Before anybody waits for it, the replay says how long it takes.
  await page.goto(`/#/replay/${id}`);
  await page.getByRole("link", { name: /Review, about \d+ (second|minute)/ }).click();
  await page.waitForURL(/#\/review\//);

  // Dotted lines at first; figures, and lines that are solid as far as they go.
  await page.locator("path.line.rough").first().waitFor({ state: "attached" });
  await page.getByText("Reviewing", { exact: true }).waitFor();
  await page.getByText(/after \d+ of \d+ turns/).waitFor({ timeout: 60_000 });
  const solid = () => page.locator("path.line.own:not(.rough)").evaluate((path) => path.getAttribute("d").split("L").length - 1);
  const first = await solid();
  assert.ok(first > 0);
  await page.waitForFunction((before) => document.querySelector("path.line.own:not(.rough)").getAttribute("d").split("L").length - 1 > before, first);
  assert.equal(await page.locator("td.fig .mini").count(), 2);
  assert.equal(await page.getByText("Luck is counted last, over the whole game.").count(), 1);
  const found = { computing: await violations(page) };

  // Stopped: everything that was found stays, here and for whoever comes.
  await page.getByRole("button", { name: "Stop here" }).click();
  await page.getByText(/Stopped after turn \d+ of \d+\. What was found is kept\./).waitFor();
  const [stopped, marks] = [await solid(), await page.locator(".mark").count()];
  assert.ok(stopped > first);
  assert.equal(await page.locator("td.fig .mini").count(), 2);
  found.stopped = await violations(page);
  await page.getByRole("button", { name: "Go on" }).click();
  assert.ok((await solid()) >= stopped);
  await page.locator(".stamp").waitFor({ timeout: 100_000 });
  assert.equal(await solid(), length);
  assert.ok((await page.locator(".mark").count()) >= Math.min(1, marks));
  found.done = await violations(page);
  assert.deepEqual(found, { computing: [], stopped: [], done: [] });

  // Who listens has the game in a sentence; O judges choices by all cards, and back.
  await page.getByText(/ started with \d+%, .* and ended (first|second|third)\. \d+ marks?/).waitFor({ state: "attached" });
  const sights = page.getByRole("radiogroup", { name: "Choices judged by" });
  for (const name of ["All cards open", "What each knew"]) {
    await page.keyboard.press("o");
    await sights.getByRole("radio", { name, checked: true }).waitFor();
  }

  // What is chosen is in the address, and Back leads to what was chosen before.
  const cards = page.locator(".stub");
  await cards.nth(1).click();
  const second = new URL(page.url()).hash;
  assert.match(second, /\?n=\d+$/);
  assert.equal(await page.locator('.steps [data-step="2"]').count(), await page.locator(".onway").count() > 0 ? 1 : 0);
  await cards.nth(2).click();
  assert.notEqual(new URL(page.url()).hash, second);
  await page.getByRole("tab", { name: /^Marks/ }).click();
  assert.match(page.url(), /&tab=marks$/);
  await page.goBack();
  await cards.nth(2).waitFor();
  await page.goBack();
  await page.waitForFunction((hash) => location.hash === hash, second);
  assert.deepEqual(await cards.evaluateAll((all) => all.map((card) => card.getAttribute("aria-pressed"))), ["false", "true", "false"]);

  // A link for others is a path, and leads to the same.
  await page.getByRole("button", { name: "Copy link to this move" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(new URL(link).pathname, `/review/${id}`);
  const { page: other, complaints: more } = await visitor(browser, server.base, desk);
  await other.goto(`${new URL(link).pathname}${new URL(link).search}&tab=marks`);
  await other.getByRole("tab", { name: /^Marks/, selected: true }).waitFor();
  await other.locator(".stamp").waitFor();
  assert.equal(new URL(other.url()).hash.split("?")[0], `#/review/${id}`);

  // Every move is split in the table, which is laid out when it is opened.
  await other.getByText("Read the graph as a table").click();
  await other.locator("details tbody tr").first().waitFor();
  assert.equal(await other.locator("details tbody tr").count(), length);
  assert.deepEqual(await other.locator("details thead th.part").allInnerTexts(), ["Choice", "Hidden", "Luck", "Residue"]);
  assert.deepEqual(await violations(other), []);

  // Escape is a step back: from the marks to the turning points, from there to the table.
  await other.keyboard.press("Escape");
  await other.getByRole("tab", { name: "Turning points", selected: true }).waitFor();
  await other.keyboard.press("Escape");
  await other.waitForURL(`**/#/table/${id}`);
  assert.deepEqual([...complaints, ...more], []);
});
