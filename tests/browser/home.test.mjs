// The home page: the guide, a board of one's own, the list of games to watch, and once more against the same bots.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { mouse } from "./hands.mjs";
import { browser, server } from "./stay.mjs";

const HARBOUR = new URL("../editions/boards/", import.meta.url).pathname;

test("the guide speaks of each thing once, whether or not it is answered", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base, { tips: true });
  await page.getByRole("button", { name: "Start the guide" }).click();
  await page.getByText("Choose your tickets").waitFor();
  await mouse.offer(page);
  await page.getByText("See where you are going").waitFor();
  for (let card = 0; card < 2; card += 1) {
    await page.locator("[data-slot=deck][aria-disabled=false]").click();
    if (card === 0) await page.getByRole("heading", { name: "One more card" }).waitFor();
  }
  await page.locator(".hint:not(.them)").waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.getByText("See where you are going").count(), 0);
});

test("a board of one's own is played on, and is still there at the next visit", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const files = page.locator('input[accept^=".toml"]');
  await files.setInputFiles([`${HARBOUR}harbour.board.toml`]);
  await page.getByText("Choose the edition’s file").waitFor();
  await files.setInputFiles(["harbour.toml", "harbour.board.toml"].map((name) => HARBOUR + name));
  await page.locator(".poster.chosen", { hasText: "Harbour" }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).locator("visible=true").click();
  await mouse.offer(page);
  await page.locator('[data-place="Station"]').waitFor();
  await page.goto("/#/");
  await page.reload();
  await page.locator(".poster", { hasText: "Harbour" }).waitFor();
  await page.getByRole("button", { name: /^Delete .*Harbour/ }).click();
  await page.getByRole("button", { name: /^Really delete .*Harbour/ }).click();
  await page.locator(".poster", { hasText: "Harbour" }).waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".poster").first().waitFor();
  await page.getByLabel("A board of your own").waitFor({ state: "attached" });
  assert.equal(await page.locator(".poster", { hasText: "Harbour" }).count(), 0);
});

test("where a server takes no uploads, none are offered", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  await page.route("**/api/v1/me", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), uploads: false } });
  });
  await page.reload();
  await page.locator(".poster").first().waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator("input[type=file]").count(), 0);
});

test("a table is listed for everybody only if its host says so", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  await page.getByRole("button", { name: /No clock/ }).click();
  const listed = page.getByLabel("Listed under Watch");
  for (const wanted of [false, true]) {
    await listed.setChecked(wanted);
    await page.getByRole("button", { name: "Play", exact: true }).locator("visible=true").click();
    await page.locator("[role=checkbox]").first().waitFor();
    const id = page.url().split("/").at(-1);
    assert.equal((await call(page, "GET", "/tables")).some((table) => table.id === id), wanted);
    await page.goto("/#/");
    await page.getByRole("button", { name: /No clock/ }).click();
  }
});

test("against bots, a rematch begins at once", { timeout: 120_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const id = await openTable(page, "new-york", ["greedy"]);
  await autoplay(page, id, () => false);
  await page.goto(`/#/table/${id}`);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.locator("[role=checkbox]").first().waitFor();
  assert.ok(!page.url().endsWith(id));
});
