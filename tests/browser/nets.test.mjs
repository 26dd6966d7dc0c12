// A trained net at a table of the page: the one of examples/nets is offered for its own board, chosen there, and plays a whole game.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { autoplay, call, launch, visitor } from "../../web/scripts/driver.mjs";
import { mouse } from "./hands.mjs";
import { TestServer } from "./server.mjs";

const NET = "ppo-new-york-2";
let server, browser;

before(async () => {
  server = await new TestServer({ ALLABOARD_NETS: fileURLToPath(new URL("../../examples/nets", import.meta.url)) }).open();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

test("a net is offered where it can play, takes its seat and plays to the end", { timeout: 180_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  await page.locator(".poster", { hasText: "New York" }).click();
  const rival = page.getByLabel("Bot at seat 2");
  const offered = () => rival.locator("option", { hasText: NET }).count();
  assert.equal(await offered(), 0, "it knows no table of three");
  await page.getByRole("button", { name: "Remove seat 3" }).click();
  assert.equal(await offered(), 1);
  await rival.selectOption(NET);
  await page.getByRole("button", { name: "Play", exact: true }).locator("visible=true").click();
  await page.locator("[role=checkbox]").first().waitFor();
  await mouse.offer(page);
  const id = page.url().split("/").at(-1);
  await autoplay(page, id, () => false);
  await page.locator(".finale").waitFor();
  const record = await call(page, "GET", `/tables/${id}/record`);
  assert.equal(record.seats[1].bot, NET);
  assert.deepEqual(complaints, []);
});
