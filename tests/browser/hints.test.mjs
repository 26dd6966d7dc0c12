// A hint stands beside the board, never over it; it says why, points at what it speaks of, becomes sharper in place, and can be done.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

async function hinted(size) {
  const { page, complaints } = await visitor(browser, server.base, size);
  const id = await openTable(page, "new-york", ["random"]);
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  await page.keyboard.press("h");
  await page.locator("[data-do-hint]").waitFor();
  return { page, complaints };
}

const whole = (page) => page.waitForFunction(() => document.querySelector("[data-do-hint]")?.closest("[aria-busy]").getAttribute("aria-busy") === "false");

for (const [name, size] of [["a desktop", {}], ["a phone", { width: 390, height: 844, touch: true }], ["an upright tablet", { width: 820, height: 1180, touch: true }]]) {
  test(`on ${name} it covers nothing of the board and says why`, { timeout: 60_000 }, async () => {
    const { page, complaints } = await hinted(size);
    await whole(page);
    const [panel, board] = await Promise.all([page.locator("[data-do-hint]").locator("xpath=ancestor::section[1]"), page.locator(".stage")].map((part) => part.boundingBox()));
    const apart = panel.x >= board.x + board.width - 1 || panel.x + panel.width <= board.x + 1 || panel.y >= board.y + board.height - 1;
    assert.ok(apart, `the hint ${JSON.stringify(panel)} lies over the board ${JSON.stringify(board)}`);
    const level = await page.getByText("too close to tell apart").count();
    assert.ok((await page.locator("article li").count()) + level > 0, "there is a reason, or the moves are level");
    // A chance has its error beside it, wherever there is one.
    for (const chance of await page.locator(".chance").allTextContents()) assert.match(chance, /^\d+\s± \d+/);
    assert.deepEqual(complaints, []);
  });
}

test("another move can be picked, and what is picked is done", { timeout: 60_000 }, async () => {
  const { page, complaints } = await hinted({});
  await whole(page);
  const other = page.getByRole("radio").first();
  await other.click();
  assert.equal(await other.getAttribute("aria-checked"), "true");
  await page.getByRole("button", { name: "Do 2" }).click();
  await page.locator("[data-do-hint]").waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
});

test("Escape closes it, Enter does it", { timeout: 60_000 }, async () => {
  const { page } = await hinted({});
  await page.keyboard.press("Escape");
  await page.locator("[data-do-hint]").waitFor({ state: "detached" });
  await page.keyboard.press("h");
  await page.locator("[data-do-hint]").waitFor();
  const acted = page.waitForResponse((answer) => answer.url().includes("/actions"));
  await page.keyboard.press("Enter");
  assert.ok((await acted).ok());
});
