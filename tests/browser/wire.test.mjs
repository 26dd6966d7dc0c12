// One act from the browser is one request, and one line of the stream: whatever the page needs afterwards comes with them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, openTable, visitor } from "../../web/scripts/driver.mjs";
import { BUDGET, weightUntilTable } from "../../web/scripts/weight.mjs";
import { browser, server } from "./stay.mjs";

test("a replay is one download, however far it is wound", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const id = await openTable(page, "new-york", ["random"]);
  await autoplay(page, id, () => false);
  const asked = [];
  page.on("request", (request) => request.url().includes("/replay") && asked.push(new URL(request.url()).search));
  await page.goto(`/#/replay/${id}`);
  await page.getByRole("slider").waitFor();
  for (const key of ["Home", "ArrowRight", "PageUp", "End", "ArrowLeft"]) await page.getByRole("slider").press(key);
  await page.getByRole("radio", { name: "All hands" }).click();
  await page.getByRole("slider").press("Home");
  await page.waitForTimeout(300);
  assert.deepEqual(asked, ["", "?seat=all"], "one for a spectator's eyes, one for everybody's");
});

test("an act and a rival's answer cost one request in all", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const id = await openTable(page, "usa", ["random", "random", "random"]);
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  const asked = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname.split("/").at(-1)}`);
  });
  for (const card of [1, 2]) {
    const answered = page.waitForResponse((answer) => answer.url().includes("/actions"));
    await page.keyboard.press("d");
    await answered;
    await page.waitForTimeout(card === 1 ? 300 : 0);
  }
  await page.locator(".hint:not(.them)").waitFor();
  assert.deepEqual(asked, ["POST actions", "POST actions"], "two cards drawn, three rivals' turns heard of");
});

test(`a first visit fetches at most ${BUDGET} KB of script and style until its table is shown`, { timeout: 60_000 }, async () => {
  const { fetched, kilobytes } = await weightUntilTable(browser, server.base);
  const names = fetched.map(({ name, bytes }) => `${name} ${bytes}`).join("\n");
  assert.ok(fetched.length > 5 && fetched.every(({ bytes }) => bytes > 0), `what was fetched is counted:\n${names}`);
  assert.ok(kilobytes <= BUDGET, `${kilobytes.toFixed(1)} KB:\n${names}`);
});
