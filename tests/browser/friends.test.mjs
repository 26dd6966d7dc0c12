// Two people by invitation while a third watches; two people at one device; what none of them may see.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, visitor } from "../../web/scripts/driver.mjs";
import { mouse, playToTheEnd } from "./hands.mjs";
import { browser, server } from "./stay.mjs";

test("two browsers play by invitation, a third watches", { timeout: 400_000 }, async () => {
  const [host, guest, watcher] = await Promise.all([1, 2, 3].map(() => visitor(browser, server.base)));
  const table = await call(host.page, "POST", "/tables", { edition: "new-york", seats: [{ kind: "you", name: "Ada" }, { kind: "open" }], name: "Ada" });
  await host.page.goto(`/#/table/${table.id}`);
  await host.page.getByText("Waiting for a friend").waitFor();
  await guest.page.goto(table.invitation.link.replace(/^.*\/#/, "/#"));
  await guest.page.getByLabel("Your name").fill("Ben");
  await guest.page.getByRole("button", { name: "Take the seat" }).click();
  await host.page.getByText("Everybody is here").waitFor();
  await host.page.getByRole("button", { name: "Start the game" }).click();
  await watcher.page.goto(`/#/table/${table.id}`);
  await Promise.all([host, guest].map(({ page }) => page.locator("[role=checkbox]").first().waitFor()));
  await watcher.page.locator(".hint").waitFor();
  assert.equal(await watcher.page.locator("[data-stack]").count(), 0, "a spectator sees no hand");
  await Promise.all([playToTheEnd(host.page, mouse, { most: 3000 }), playToTheEnd(guest.page, mouse, { most: 3000 })]);
  await watcher.page.locator(".finale").waitFor();
  for (const { complaints } of [host, guest, watcher]) assert.deepEqual(complaints, []);
});

test("at one device a curtain falls between the players", { timeout: 120_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const table = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you", name: "Ada" }, { kind: "you", name: "Ben" }], begin: true, start: 0 });
  await page.goto(`/#/table/${table.id}`);
  await page.getByRole("heading", { name: /your turn/ }).waitFor();
  assert.ok(!asked.some((url) => /\/(view|options|log|events)/.test(url)), "no hand is asked for behind the curtain");
  await page.getByRole("button", { name: "Show my cards" }).click();
  await page.locator("[role=checkbox]").first().waitFor();
  await mouse.offer(page);
  await page.getByRole("heading", { name: "Ben, your turn" }).waitFor();
  assert.equal(await page.locator("[data-stack], [role=checkbox]").count(), 0);
});

test("people at a table can talk", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const table = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you" }, { kind: "bot", bot: "random" }], begin: true });
  await page.goto(`/#/table/${table.id}`);
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByLabel("Say something").fill("<b>All aboard</b>");
  await page.keyboard.press("Enter");
  await page.getByText("<b>All aboard</b>").waitFor();
});
