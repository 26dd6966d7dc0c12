// Choosing tickets: beside those one holds, with what a choice takes together; letters choose, arrows order what goes back, Enter keeps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

test("letters choose, the joint cost is told, arrows and drags order what goes back, Enter keeps", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const id = await openTable(page, "usa", ["greedy"]);
  const now = await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await call(page, "POST", `/tables/${id}/actions`, { action: "draw tickets", seen: now.n, seat: 0 });
  const { costs } = await call(page, "GET", `/tables/${id}/options`);
  const { view } = await call(page, "GET", `/tables/${id}/view`);
  await page.goto(`/#/table/${id}`);
  await page.locator("[role=checkbox]").first().waitFor();
  assert.equal(await page.locator(".offer .held .stub").count(), view.you.tickets.length, "what one holds stands beside the offer");
  await page.keyboard.press("a");
  const alone = costs.find(({ keep }) => keep.length === 1 && keep[0] === view.you.offer[0]);
  assert.match(await page.locator(".sum").textContent(), new RegExp(`A needs ${alone.pieces} .*${alone.together}\\.`), "the figures are the server's");
  const chips = page.locator(".order .chip");
  const order = async () => (await chips.allTextContents()).map((text) => text.replace(/[^A-Z]/g, "")).join("");
  assert.equal(await order(), "BC");
  await chips.first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await order(), "CB");
  const [from, to] = [await chips.nth(1).boundingBox(), await chips.nth(0).boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  assert.equal(await order(), "BC");
  // Pressed by a key after a drag, a chip is pressed; and Enter keeps with a ticket that was clicked still in focus.
  for (const chip of [0, 1]) await chips.nth(chip).press("Enter");
  assert.equal(await order(), "CB");
  for (const _ of [1, 2]) await page.locator("[role=checkbox]").first().click();
  await page.keyboard.press("Enter");
  await page.locator(".offer").waitFor({ state: "detached" });
  const after = await call(page, "GET", `/tables/${id}/view`);
  assert.ok(after.view.you.tickets.includes(view.you.offer[0]));
  assert.deepEqual(complaints, []);
});

test("on a phone on its side every ticket can be read, and the button stays in sight above the tabs", { timeout: 60_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base, { width: 844, height: 390, touch: true });
  await page.goto(`/#/table/${await openTable(page, "usa")}`);
  const tickets = page.locator("[role=checkbox]");
  await tickets.first().waitFor();
  /** What an element's middle is covered by, if by anything. */
  const covered = (part) => part.evaluate((one) => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return one.contains(hit) || hit?.contains(one) ? null : (hit?.className ?? "the edge of the window");
  });
  const tabs = await page.locator("nav").boundingBox();
  assert.equal(tabs.y + tabs.height, 390, "the tabs stand at the foot");
  for (const ticket of await tickets.all()) {
    await ticket.evaluate((one) => one.scrollIntoView({ block: "nearest" }));
    assert.equal(await covered(ticket.locator(".to b")), null, await ticket.textContent());
    await ticket.tap();
    assert.equal(await covered(page.locator("[data-keep]")), null, "the button");
    assert.deepEqual(await page.locator("nav").boundingBox(), tabs, "the tabs stay where they are");
  }
  await page.locator("[data-keep]").tap();
  await page.locator(".offer").waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
});
