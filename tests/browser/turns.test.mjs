// What becomes of a turn: time runs out, it is taken back, the seat is left and taken again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { mouse } from "./hands.mjs";
import { browser, server } from "./stay.mjs";

const sign = (page) => page.locator(".hint");

test("when time runs out a bot plays that turn, and the sign says so with the way back in it", { timeout: 240_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const clock = { per: "move", seconds: 15 };
  const table = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you" }, { kind: "bot", bot: "random" }], begin: true, start: 0, clock });
  await page.goto(`/#/table/${table.id}`);
  await page.locator("[role=checkbox]").first().waitFor();
  await sign(page).getByText("Time ran out").waitFor();
  await page.getByText("time ran out, a bot plays this turn").first().waitFor();
  assert.equal(await page.getByText("left; a bot plays on").count(), 0, "nobody has left");
  await sign(page).getByText(/A bot played this turn.* It is your turn now/).waitFor();
  assert.equal(await page.locator("[role=checkbox]").count(), 0, "the bot has chosen, and the next turn is one's own");
  await sign(page).getByRole("button", { name: "I am back" }).click();
  await sign(page).getByText("Your turn", { exact: true }).waitFor();
  assert.equal((await call(page, "GET", `/tables/${table.id}`)).seats[0].away, false);
  assert.deepEqual(complaints, []);
});

for (const [name, size] of [["a phone", { width: 390, height: 844, touch: true }], ["a desktop", {}]]) {
  test(`on ${name} the clock is seen, and the sign counts the last seconds`, { timeout: 60_000 }, async () => {
    const { page, complaints } = await visitor(browser, server.base, size);
    const id = await openTable(page, "london", ["random"], { clock: { per: "move", seconds: 20 } });
    await page.goto(`/#/table/${id}`);
    await page.locator("[role=checkbox]").first().waitFor();
    const clock = page.locator('[data-seat="0"]').getByText(/0:(1[6-9]|20)$/);
    await clock.waitFor();
    assert.equal(await sign(page).getByRole("timer").count(), 0, "there is time");
    const stage = await page.locator(".stage").boundingBox();
    await sign(page).getByRole("timer", { name: /^1[0-5] seconds left$/ }).waitFor();
    assert.match(await sign(page).getByRole("timer").textContent(), /^0:1[0-5]$/);
    assert.deepEqual(await page.locator(".stage").boundingBox(), stage, "it changes the board's box");
    assert.deepEqual(complaints, []);
  });
}

/** Ada, a bot and Ben at a table; Ada has chosen her tickets and is about to draw others. */
async function amongPeople(pace) {
  const { page, complaints } = await visitor(browser, server.base, { pace });
  const seats = [{ kind: "you", name: "Ada" }, { kind: "bot", bot: "random", name: "Porter" }, { kind: "open" }];
  const { id } = await call(page, "POST", "/tables", { edition: "london", seats, start: 0 });
  const other = await visitor(browser, server.base);
  const { invitation } = await call(page, "GET", `/tables/${id}`);
  await call(other.page, "POST", "/join", { invite: invitation.invite, name: "Ben" });
  await call(page, "POST", `/tables/${id}/start`);
  await page.goto(`/#/table/${id}`);
  await page.locator("[role=checkbox]").first().waitFor();
  const { n, view } = await call(other.page, "GET", `/tables/${id}/view`);
  await call(other.page, "POST", `/tables/${id}/actions`, { action: view.you.legal[0], seen: n });
  await mouse.offer(page);
  await page.getByRole("button", { name: "Draw tickets" }).click();
  await page.locator("[role=checkbox]").first().waitFor();
  return { page, complaints, id };
}

test("the bot waits while somebody thinks about taking back, and twice as long for who likes it calm", { timeout: 240_000 }, async () => {
  const { page, complaints, id } = await amongPeople("calm");
  const until = async () => (await call(page, "GET", `/tables/${id}/view`)).undo_until;
  const undo = sign(page).getByRole("button", { name: "Undo" });
  await Promise.all([mouse.offer(page), undo.waitFor()]);
  const began = Date.now();
  await page.waitForFunction(([id, began]) => fetch(`/api/v1/tables/${id}/view`).then((told) => told.json()).then(({ undo_until }) => undo_until - began > 6000), [id, began]);
  await undo.focus();
  await sign(page).getByText("Porter waits while you think.").waitFor();
  await page.waitForTimeout(Math.max(0, began + 10_000 - Date.now()));
  assert.ok((await until()) > Date.now(), "ten seconds later it still waits");
  await page.evaluate(() => document.activeElement?.blur());
  await sign(page).getByText("Porter moves next.").waitFor();
  await sign(page).getByText(/Ben/).first().waitFor({ timeout: 15_000 });
  assert.deepEqual(complaints, []);
});

test("where bots move when one says so, they wait with it for as long as they may", { timeout: 240_000 }, async () => {
  const { page, complaints, id } = await amongPeople("isay");
  await Promise.all([mouse.offer(page), sign(page).getByText("Porter waits while you think.").waitFor()]);
  await page.waitForTimeout(10_000);
  assert.ok((await call(page, "GET", `/tables/${id}/view`)).undo_until > Date.now(), "ten seconds later the bot still waits");
  await sign(page).getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Next move" }).click();
  await sign(page).getByText(/Ben/).first().waitFor();
  assert.deepEqual(complaints, []);
});

test("among people a turn can be taken back before the next bot moves, or given on at once", { timeout: 240_000 }, async () => {
  const { page, complaints } = await amongPeople();
  // It is there for four seconds: waited for before it can come.
  await Promise.all([mouse.offer(page), sign(page).getByText("Porter moves next.").waitFor().then(() => page.keyboard.press("u"))]);
  await page.locator("[role=checkbox]").first().waitFor();
  await Promise.all([mouse.offer(page), sign(page).getByRole("button", { name: "Go on" }).click()]);
  await sign(page).getByText(/Ben/).first().waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("u");
  await page.getByText("Too late to undo. Porter").waitFor();
  assert.deepEqual(complaints, []);
});

test("against bots alone one press takes back one's turn and what they answered", { timeout: 240_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const id = await openTable(page, "usa", ["greedy"]);
  const own = (now) => now.view.phase === "turn" && now.view.acting.includes(0);
  // A card that the bot uncovers ends it: played on until it claims, or draws from the deck.
  let before, after, claim;
  do {
    before = await autoplay(page, id, own);
    assert.notEqual(before.status, "over", "such a turn comes");
    const { legal } = await call(page, "GET", `/tables/${id}/options`);
    claim = legal.find(({ kind }) => kind === "claim");
    const { action } = claim ?? legal.find(({ kind }) => kind === "draw deck") ?? legal[0];
    await call(page, "POST", `/tables/${id}/actions`, { action, seen: before.n, seat: 0 });
    after = await autoplay(page, id, own);
  } while (!claim || !after.can_undo || after.status === "over");
  await page.goto(`/#/table/${id}`);
  await sign(page).getByRole("button", { name: /Take back my turn and \d+ bot moves?/ }).click();
  await page.getByText("You took your last move back, and what bots had answered").first().waitFor();
  const now = await call(page, "GET", `/tables/${id}/view`);
  const shown = ({ view: { routes, acting, you, market, deck } }) => ({ routes, acting, hand: you.hand, market, deck });
  assert.deepEqual(shown(now), shown(before));
  await sign(page).getByText("Your turn", { exact: true }).waitFor();
  assert.equal(await sign(page).getByRole("button", { name: /Take back/ }).count(), 0, "what came before was not taken back with it");
  assert.deepEqual(complaints, []);
});

test("who left takes the seat back from the menu, and Escape works as before", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const { id } = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you" }, { kind: "bot", bot: "random" }], begin: true, pace: 10 });
  await call(page, "POST", `/tables/${id}/leave`).catch(() => undefined); // it answers nothing
  await page.goto(`/#/table/${id}`);
  await sign(page).getByText("A bot plays for you until you are back.").waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Take my seat back" }).click();
  await page.locator("dialog:modal").waitFor({ state: "detached" });
  await page.locator("[role=checkbox]").first().waitFor();
  const route = page.locator(".route").first();
  await route.focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog.pop").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog.pop").waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
});

test("who is back while others move is told what a bot did", { timeout: 120_000 }, async () => {
  const [{ page, complaints }, other] = [await visitor(browser, server.base), await visitor(browser, server.base)];
  const { id, invitation } = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you", name: "Ada" }, { kind: "open" }], start: 0, pace: 0 });
  await call(other.page, "POST", "/join", { invite: invitation.invite, name: "Ben" });
  await call(page, "POST", `/tables/${id}/start`);
  await call(page, "POST", `/tables/${id}/leave`).catch(() => undefined); // it answers nothing
  const { n, view } = await call(other.page, "GET", `/tables/${id}/view`);
  await call(other.page, "POST", `/tables/${id}/actions`, { action: view.you.legal[0], seen: n });
  await autoplay(other.page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(1));
  await page.goto(`/#/table/${id}`);
  await sign(page).getByRole("button", { name: "I am back" }).click();
  await sign(page).getByText("Welcome back").waitFor();
  await sign(page).getByText(/A bot played \d+ turns? for you/).waitFor();
  await sign(page).getByRole("button", { name: "What did it do?" }).click();
  await sign(page).getByText(/^It (took|claimed|drew)/).waitFor();
  assert.deepEqual(complaints, []);
});

test("after the end the board shows all points, and tickets as they ended", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const id = await openTable(page, "new-york", ["random"]);
  await autoplay(page, id, (now) => now.status === "over");
  const { sheets } = await call(page, "GET", `/tables/${id}/result`);
  await page.goto(`/#/table/${id}`);
  await page.getByRole("button", { name: "Look at the board" }).click();
  await page.locator("[data-seat]").first().waitFor();
  await page.waitForFunction((totals) => totals.every((total, seat) => document.querySelector(`[data-seat="${seat}"] .points`)?.textContent === String(total)), sheets.map(({ total }) => total));
  assert.equal(await page.getByText(/to go$/).count(), 0, "nothing is on its way any more");
  assert.deepEqual(complaints, []);
});

test("an address without a game says so in one sentence, and in no pattern", { timeout: 120_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const unknown = "k3v9m2x7q4w8r5t6y2z9";
  for (const address of ["replay/xyz", "table/xyz", `replay/${unknown}`, `table/${unknown}`]) {
    await page.goto(`/#/${address}`);
    await page.getByText("No game is kept at this address.").waitFor();
    const said = await page.locator("main").textContent();
    assert.ok(!/[\^$]|no such table.*no such table/i.test(said), said);
  }
  await page.goto("/some/where");
  await page.getByRole("heading", { name: "No such place" }).waitFor();
});
