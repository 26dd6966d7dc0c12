// A hint stands beside the board, never over it; it says why, points at what it speaks of, becomes sharper in place, and can be done.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { violations } from "./axe.mjs";
import { overprinted } from "./faults.mjs";
import { browser, server } from "./stay.mjs";

const onTurn = (now) => now.view.phase === "turn" && now.view.acting.includes(0);

async function hinted(size, { edition = "new-york", bots = ["random"], enough = onTurn } = {}) {
  const { page, complaints } = await visitor(browser, server.base, size);
  let id;
  do id = await openTable(page, edition, bots);
  while ((await autoplay(page, id, enough)).status === "over"); // a deal may never come to such a turn
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  await page.keyboard.press("h");
  await page.locator("[data-do-hint]").waitFor();
  return { page, complaints, id };
}

const whole = (page) => page.waitForFunction(() => document.querySelector("[data-do-hint]")?.closest("[aria-busy]").getAttribute("aria-busy") === "false");

for (const [name, size] of [["a desktop", {}], ["a phone", { width: 390, height: 844, touch: true }], ["an upright tablet", { width: 820, height: 1180, touch: true }]]) {
  test(`on ${name} it covers nothing of the board and says why`, { timeout: 60_000 }, async () => {
    const { page, complaints } = await hinted(size);
    await whole(page);
    const [panel, board] = await Promise.all([page.locator("[data-do-hint]").locator("xpath=ancestor::section[1]"), page.locator(".stage")].map((part) => part.boundingBox()));
    const apart = panel.x >= board.x + board.width - 1 || panel.x + panel.width <= board.x + 1 || panel.y >= board.y + board.height - 1;
    assert.ok(apart, `the hint ${JSON.stringify(panel)} lies over the board ${JSON.stringify(board)}`);
    assert.ok((await page.locator("article li").count()) > 0, "there is a reason");
    // A chance has its error beside it, wherever there is one.
    for (const chance of await page.locator(".chance").allTextContents()) assert.match(chance, /^\d+\s± \d+/);
    // The plan's next routes have their numbers, which lie under the names and take no press from their route.
    const numbers = await page.locator("[data-step]").allTextContents();
    assert.deepEqual(numbers.map((no) => no.trim()), ["1", "2", "3"].slice(0, numbers.length));
    assert.ok(numbers.length > 0, "the plan is numbered");
    assert.match(await page.locator(".hint .say").first().textContent(), /^On the board/);
    assert.equal(await page.evaluate(() => document.querySelector(".steps").compareDocumentPosition(document.querySelector(".names")) & Node.DOCUMENT_POSITION_FOLLOWING), 4);
    const pressed = await page.locator("[data-step]").evaluateAll((steps) => steps.flatMap((step) => {
      const box = step.getBoundingClientRect();
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return hit?.closest(".steps") ? [step.textContent] : [];
    }));
    assert.deepEqual(pressed, []);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(complaints, []);
  });
}

test("another move can be picked, and what is picked is done", { timeout: 60_000 }, async () => {
  const { page, complaints } = await hinted({});
  await whole(page);
  const other = page.getByRole("radio").first();
  await other.click();
  assert.equal(await other.getAttribute("aria-checked"), "true");
  await page.getByRole("button", { name: "Do number 2" }).click();
  await page.locator("[data-do-hint]").waitFor({ state: "detached" });
  assert.deepEqual(complaints, []);
});

test("the tickets that it serves are marked, as their places are, until another move is picked", { timeout: 120_000 }, async () => {
  let page, ringed = [];
  while (ringed.length === 0) {
    await page?.context().close();
    ({ page } = await hinted({}));
    await whole(page);
    ringed = await page.locator("[data-place]:has(.glow)").evaluateAll((all) => all.map((place) => place.dataset.place));
  }
  const marked = await page.locator(".stub.served .places").evaluateAll((all) => all.flatMap((places) => [...places.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim())).filter(Boolean));
  assert.deepEqual(marked.toSorted().filter((place, at, all) => all.indexOf(place) === at), ringed.toSorted());
  assert.equal(await page.locator(".stub.served .value").first().evaluate((end) => getComputedStyle(end).backgroundColor), await page.locator("[data-do-hint]").evaluate((button) => getComputedStyle(button).backgroundColor));
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "Do number 2" }).waitFor();
  assert.equal(await page.locator(".stub.served").count(), 0);
});

test("its moves are picked by the keys of a radio group, and Enter does the one that is picked", { timeout: 60_000 }, async () => {
  const { page, complaints } = await hinted({});
  await whole(page);
  const rows = page.getByRole("radio");
  await page.locator("[data-do-hint]").focus();
  await page.keyboard.press("Tab");
  assert.ok(await rows.first().evaluate((row) => row === document.activeElement), "one stop for the group");
  for (const [key, row] of [["ArrowDown", 0], ["ArrowDown", 1], ["ArrowUp", 0]]) {
    await page.keyboard.press(key);
    await page.waitForFunction((row) => document.activeElement === document.querySelectorAll("[role=radio]")[row] && document.activeElement.getAttribute("aria-checked") === "true", row);
  }
  const acted = page.waitForResponse((answer) => answer.url().includes("/actions"));
  await page.keyboard.press("Enter");
  assert.ok((await acted).ok());
  assert.deepEqual(complaints, []);
});

test("nothing can be done before there is a verdict, and what is recommended keeps still", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base, {});
  const id = await openTable(page, "usa", ["random"]);
  await autoplay(page, id, onTurn);
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  await page.evaluate(() => {
    window.told = [];
    const look = () => {
      const [title, button] = ["article h2", "[data-do-hint]"].map((part) => document.querySelector(part));
      const last = window.told.at(-1);
      const now = { title: title?.textContent, judged: Boolean(document.querySelector("article .chance")), live: button ? !button.disabled : false, at: performance.now() };
      if (title && (last?.title !== now.title || last.live !== now.live)) window.told.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.keyboard.press("h");
  await page.locator("[data-do-hint]").waitFor();
  await whole(page);
  const told = await page.evaluate(() => window.told);
  assert.equal(told[0].live, false, "the first line is no verdict");
  assert.equal(told.at(-1).live || (await page.locator("[data-do-hint]").isEnabled()), true);
  const titled = told.filter((one, at) => at === 0 || told[at - 1].title !== one.title);
  for (let at = 1; at < titled.length; at += 1) assert.ok(titled[at].at - titled[at - 1].at > 1900, JSON.stringify(titled));
});

test("Escape closes it, Enter does it", { timeout: 60_000 }, async () => {
  const { page } = await hinted({});
  await page.keyboard.press("Escape");
  await page.locator("[data-do-hint]").waitFor({ state: "detached" });
  await page.keyboard.press("h");
  // Enter does nothing before there is a verdict.
  await page.locator("[data-do-hint]:enabled").waitFor();
  const acted = page.waitForResponse((answer) => answer.url().includes("/actions"));
  await page.keyboard.press("Enter");
  assert.ok((await acted).ok());
});

// Many players, a low screen, or tickets on offer leave least room.
for (const [name, size, more] of [
  ["a laptop with five players", { width: 1280, height: 720 }, { edition: "usa", bots: ["random", "random", "random", "random"] }],
  ["a tablet on its side with five players", { width: 1180, height: 820, touch: true }, { edition: "usa", bots: ["random", "random", "random", "random"], enough: (now) => onTurn(now) && now.view.turns > 5 }],
  ["a low tablet on its side with five players", { width: 1024, height: 768, touch: true }, { edition: "usa", bots: ["random", "random", "random", "random"], enough: (now) => onTurn(now) && now.view.turns > 5 }],
  ["an upright tablet", { width: 820, height: 1180, touch: true }, {}],
  ["an upright tablet with a lying board", { width: 820, height: 1180, touch: true }, { edition: "usa" }],
  ["an upright tablet while tickets are chosen", { width: 820, height: 1180, touch: true }, { enough: (now) => now.view.phase === "choosing tickets" }],
  ["a phone while tickets are chosen", { width: 390, height: 844, touch: true }, { enough: (now) => now.view.phase === "choosing tickets" }],
]) {
  test(`on ${name} what to do is in sight, with its button`, { timeout: 60_000 }, async () => {
    const { page, complaints } = await hinted(size, more);
    await whole(page);
    for (const part of [page.locator("article h2"), page.locator("[data-do-hint]")]) {
      const { y, height } = await part.boundingBox();
      assert.ok(y + height <= size.height, `it ends at ${y + height}`);
      assert.ok(await part.evaluate((one) => { const box = one.getBoundingClientRect(); return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 3)); }), "it is not covered");
    }
    assert.deepEqual(complaints, []);
  });
}

// The board keeps its height before the hint does, and the button is in sight without scrolling.
for (const [width, height] of [[360, 640], [390, 700], [390, 844]]) {
  test(`on a phone of ${width} x ${height} New York keeps its height beside a hint, and the button is in sight`, { timeout: 60_000 }, async () => {
    const size = { width, height, touch: true };
    const { page, complaints } = await hinted(size);
    await whole(page);
    const [board, button] = await Promise.all([".stage", "[data-do-hint]"].map((part) => page.locator(part).boundingBox()));
    assert.ok(board.height >= 320, `the board is ${board.height} high`);
    assert.ok(button.y + button.height <= height, `the button ends at ${button.y + button.height}`);
    // However long the words before it are.
    await page.locator("article h2").evaluate((title) => (title.textContent = "Midtown West – United Nations, Central Park – Chinatown, ".repeat(3)));
    assert.equal(await page.locator("[data-do-hint]").evaluate((one) => { const box = one.getBoundingClientRect(); return one.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 3)); }), true, "the button is covered");
    assert.deepEqual(await page.evaluate(overprinted), []);
    assert.deepEqual(complaints, []);
  });
}

test("Enter keeps the tickets that are chosen beside a hint, on a phone too", { timeout: 60_000 }, async () => {
  for (const size of [{}, { width: 390, height: 844, touch: true }]) {
    const choosing = (now) => now.view.phase === "choosing tickets";
    const { page, id } = await hinted(size, { enough: choosing });
    await whole(page);
    const { view } = await call(page, "GET", `/tables/${id}/view`);
    for (const letter of ["a", "b"].slice(0, view.you.offer.length)) await page.keyboard.press(letter);
    const acted = page.waitForResponse((answer) => answer.url().includes("/actions"));
    await page.keyboard.press("Enter");
    assert.ok((await acted).ok());
    assert.deepEqual((await call(page, "GET", `/tables/${id}/view`)).view.you.tickets.toSorted(), view.you.offer.slice(0, 2).toSorted());
    await page.context().close();
  }
});

test("tickets that it would keep are pointed at, and kept", { timeout: 60_000 }, async () => {
  const { page, id } = await hinted({}, { enough: (now) => now.view.phase === "choosing tickets" });
  await whole(page);
  const hinted_ = (await page.locator("article h2").textContent()).replace(/^Keep /, "");
  const pointed = await page.locator(".ticket.advised").count();
  assert.equal(pointed, hinted_.split(/, (?:and )?| and /).length);
  await page.locator("[data-do-hint]").click();
  await page.locator("[data-do-hint]").waitFor({ state: "detached" });
  assert.equal((await call(page, "GET", `/tables/${id}/view`)).view.you.tickets.length, pointed);
});

test("where claims are asked about, a claim of a hint is too", { timeout: 120_000 }, async () => {
  const rich = (now) => onTurn(now) && Object.values(now.view.you.hand).some((count) => count >= 3);
  const headed = (page) => page.locator("article h2").textContent().then((title) => title.startsWith("Claim"));
  let page, complaints, id, claim;
  do {
    await page?.context().close();
    ({ page, complaints, id } = await hinted({ width: 820, height: 1180, touch: true }, { enough: rich }));
    await whole(page);
    claim = page.getByRole("radio", { name: /Claim/ }).first();
  } while (!(await headed(page)) && (await claim.count()) === 0);
  if (!(await headed(page))) await claim.click();
  const { n } = await call(page, "GET", `/tables/${id}/view`);
  await page.locator("[data-do-hint]").click();
  await page.locator(".acts .btn.pri").waitFor();
  assert.equal((await call(page, "GET", `/tables/${id}/view`)).n, n, "nothing was sent");
  const acted = page.waitForResponse((answer) => answer.url().includes("/actions"));
  await page.locator(".acts .btn.pri").click();
  assert.ok((await acted).ok());
  assert.deepEqual(complaints, []);
});

for (const [locale, width, height] of [["de-DE", 1024, 768], ["fr-FR", 820, 1180]]) {
  test(`the sign has room for it in ${locale} at ${width} x ${height}`, { timeout: 60_000 }, async () => {
    const { page } = await hinted({ width, height, locale, touch: true }, { edition: "usa", enough: (now) => onTurn(now) && now.can_undo });
    await page.locator(".hint .do .btn:nth-child(3)").waitFor();
    const [lines, over] = await page.locator(".hint .say").evaluate((say) => {
      const words = say.querySelector("p");
      return [Math.round(words.offsetHeight / parseFloat(getComputedStyle(words).lineHeight)), say.scrollHeight - say.clientHeight];
    });
    assert.ok(lines <= 2, `${lines} lines`);
    assert.equal(over, 0);
  });
}
