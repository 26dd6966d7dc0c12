// Rivals' moves: shown at the pace of this device, skipped by a press, stepped through by keys, and outlined until one acts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

/** One has drawn two cards, and two bots move. */
async function drawn(pace) {
  const { page, complaints } = await visitor(browser, server.base, { pace });
  const id = await openTable(page, "new-york", ["greedy", "greedy"]);
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  await page.keyboard.press("d");
  await page.getByText(/one more card/i).first().waitFor();
  await page.keyboard.press("d");
  return { page, complaints };
}
const strip = (page) => page.locator(".strip");

test("when I say: rivals wait for Space, then the strip is stepped through and put away by keys", { timeout: 90_000 }, async () => {
  const { page, complaints } = await drawn("isay");
  const next = page.getByRole("button", { name: "Next move" });
  await next.waitFor();
  assert.equal(await strip(page).count(), 0, "nothing is shown before it is asked for");
  for (let presses = 0; presses < 8 && (await strip(page).count()) === 0; presses += 1) {
    await page.keyboard.press("Space");
    await next.or(strip(page)).first().waitFor();
  }
  assert.equal(await page.locator(".strip .move").count(), 2, "each rival made a move");
  await page.keyboard.press("Shift+Space");
  assert.equal(await page.locator(".strip .move.on .roundel").textContent(), "1");
  await page.keyboard.press("Space");
  assert.equal(await page.locator(".strip .move.on .roundel").textContent(), "2");
  assert.equal(await page.locator(".tail").count(), 2, "what each did stands under their label");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.equal(await strip(page).count(), 0);
  assert.deepEqual(complaints, []);
});

test("P opens the pace, and the choice is kept on this device", { timeout: 90_000 }, async () => {
  const { page } = await drawn("atonce");
  await strip(page).waitFor();
  await page.keyboard.press("p");
  const menu = page.getByRole("dialog", { name: "How rivals move" });
  await menu.getByRole("radio", { name: /Calm/ }).check();
  assert.equal(await page.evaluate(() => localStorage.getItem("pace")), "calm");
  await page.keyboard.press("Escape");
  await page.locator("dialog.pace").waitFor({ state: "detached" });
  await page.keyboard.press("p");
  await menu.getByRole("button", { name: "Close" }).click();
  assert.equal(await menu.count(), 0);
});

test("calm: a skip shows all that waits at once", { timeout: 90_000 }, async () => {
  const { page } = await drawn("calm");
  await page.getByRole("button", { name: "Skip", exact: true }).click();
  await strip(page).waitFor({ timeout: 1500 });
});

/** Note every card that flies from now on: whether it is lifted first, and over whose label it lands. */
const watchFlights = () => {
  window.flights = [];
  new MutationObserver((all) => {
    for (const card of all.flatMap(({ addedNodes }) => [...addedNodes])) {
      const [flight] = card.style?.position === "fixed" ? card.getAnimations() : [];
      if (!flight) continue;
      const frames = flight.effect.getKeyframes();
      const [left, top, width, height] = ["left", "top", "width", "height"].map((side) => parseFloat(card.style[side]));
      const { e, f } = new DOMMatrix(frames.at(-1).transform);
      const [x, y] = [left + width / 2 + e, top + height / 2 + f];
      const over = ({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom;
      const label = [...document.querySelectorAll("[data-seat]")].find((one) => over(one.getBoundingClientRect()));
      window.flights.push({ lifted: frames.length > 2, seat: label ? Number(label.dataset.seat) : null });
    }
  }).observe(document.body, { childList: true });
};

test("a card that a rival takes is lifted where it lay, and flies to the rival's label", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base, { pace: "brisk" });
  const id = await openTable(page, "new-york", ["greedy", "greedy"]);
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  await page.evaluate(watchFlights);
  let taken = [];
  for (let turns = 0; taken.length === 0; turns += 1) {
    assert.ok(turns < 8, "rivals take cards");
    await page.evaluate(() => window.flights.splice(0));
    await page.keyboard.press("d");
    await page.getByText(/one more card/i).first().waitFor();
    await page.keyboard.press("d");
    await strip(page).waitFor();
    const lines = (await call(page, "GET", `/tables/${id}/log`)).filter(({ kind }) => kind === "action");
    taken = lines.slice(lines.findLastIndex(({ seat }) => seat === 0) + 1).flatMap(({ events }) => events).filter(({ kind }) => kind === "took" || kind === "drew");
  }
  const flown = (await page.evaluate(() => window.flights)).filter(({ lifted }) => lifted);
  assert.deepEqual(flown.map(({ seat }) => seat), taken.map(({ seat }) => seat));
  assert.deepEqual(complaints, []);
});

/** Play on until what rivals did since one's turn is as wanted; returns their events. */
async function since(page, id, turns, wanted) {
  for (;; turns += 3) {
    const now = await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0) && now.view.turns >= turns);
    assert.notEqual(now.status, "over", "such a turn comes");
    const lines = (await call(page, "GET", `/tables/${id}/log`)).filter(({ kind }) => kind === "action");
    const events = lines.slice(lines.findLastIndex(({ seat }) => seat === 0) + 1).flatMap(({ events }) => events);
    if (events.length > 0 && wanted(events)) return events;
  }
}

test("rivals' claims since one's turn are outlined and numbered until one acts", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const id = await openTable(page, "usa", ["greedy", "greedy"]);
  const claimed = (await since(page, id, 12, (events) => events.some(({ kind }) => kind === "claimed"))).filter(({ kind }) => kind === "claimed");
  await page.goto(`/#/table/${id}`);
  await strip(page).waitFor();
  await page.locator(".board g.last").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".board g.last").count(), claimed.length);
  for (const { seat } of claimed) assert.notEqual(await page.locator(`.board g.last.seat${seat}`).count(), 0);
  await page.keyboard.press("Escape");
  await strip(page).waitFor({ state: "detached" });
  assert.equal(await page.locator(".board g.last").count(), claimed.length, "they stay when the strip is put away");
  await page.keyboard.press("d");
  await page.getByText(/one more card/i).first().waitFor();
  assert.equal(await page.locator(".board g.last").count(), 0, "and go when one acts");
  assert.deepEqual(complaints, []);
});

test("three rivals' moves stand whole in the strip of a desktop, as signs and not as sentences", { timeout: 90_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const id = await openTable(page, "usa", ["greedy", "greedy", "greedy"]);
  // Three claims of routes with long names are more than there is room for.
  await since(page, id, 2, (events) => events.every(({ kind }) => kind !== "claimed"));
  await page.goto(`/#/table/${id}`);
  await strip(page).waitFor();
  const moves = page.locator(".strip .move");
  assert.equal(await moves.count(), 3);
  assert.equal(await page.locator(".strip .brief").count(), 0, "none is folded");
  for (const move of await moves.all()) {
    assert.match(await move.textContent(), /took|drew|claimed/, "who listens hears a sentence");
    assert.doesNotMatch(await move.locator(".what").textContent(), /took|drew|claimed/);
    assert.ok(await move.locator(".what").isVisible());
  }
  assert.deepEqual(complaints, []);
});
