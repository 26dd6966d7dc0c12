// Reload, back button, a killed server, two tabs: the page comes back to the truth by itself, and no action is sent twice.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { mouse } from "./hands.mjs";
import { browser, server } from "./stay.mjs";

async function seated() {
  const { page, context } = await visitor(browser, server.base);
  const id = await openTable(page, "new-york", ["random"]);
  await page.goto(`/#/table/${id}`);
  await page.locator("[role=checkbox]").first().waitFor();
  await mouse.offer(page);
  await page.locator(".hint:not(.them)").waitFor();
  return { page, context, id };
}
const count = async (page, id) => (await call(page, "GET", `/tables/${id}/log`)).filter(({ kind, seat }) => kind === "action" && seat === 0).length;

test("a reload and the back button lead back to the same table", { timeout: 60_000 }, async () => {
  const { page } = await seated();
  await page.locator("[data-slot=deck]").click();
  await page.reload();
  await page.getByText("Take one more card").waitFor();
  await page.goto("/#/");
  await page.getByText("Where to today?").waitFor();
  await page.goBack();
  await page.getByText("Take one more card").waitFor();
});

test("two tabs stay in step", { timeout: 60_000 }, async () => {
  const { page, context, id } = await seated();
  const other = await context.newPage();
  await other.goto(`/#/table/${id}`);
  await other.locator(".hint:not(.them)").waitFor();
  await page.locator("[data-slot=deck]").click();
  await other.getByText("Take one more card").waitFor();
});

test("an answer that is lost is asked for again, and the action is done once", { timeout: 60_000 }, async () => {
  const { page, id } = await seated();
  const before = await count(page, id);
  let lost = 0;
  await page.route("**/actions*", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.locator("[data-slot=deck]").click();
  await page.getByText("Take one more card").waitFor();
  assert.ok(lost > 1, "it was sent again");
  assert.equal(await count(page, id), before + 1);
});

test("a killed server is noticed, and play goes on when it is back", { timeout: 240_000, skip: process.env.BASE ? "needs a server of its own" : false }, async () => {
  const { page, id } = await seated();
  const before = await count(page, id);
  await server.kill("SIGKILL");
  await page.getByText("Connection lost").waitFor();
  await server.start();
  await page.getByText("Connection lost").waitFor({ state: "detached", timeout: 60_000 });
  await page.locator("[data-slot=deck]").click();
  await page.getByText("Take one more card").waitFor();
  assert.equal(await count(page, id), before + 1);
});
