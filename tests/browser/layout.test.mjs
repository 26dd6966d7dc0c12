// Nothing overlaps, is cut off or scrolls that should not, at every size and shape of board; and the board's box stays as it is through a turn.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { autoplay, call, launch, openTable, visitor } from "../../web/scripts/driver.mjs";
import { misplaced, overprinted } from "./faults.mjs";
import { TestServer } from "./server.mjs";

const touch = true;
const TABLETS = [[768, 1024], [1024, 768], [820, 1180], [1180, 820]].map(([width, height]) => ({ width, height, touch }));
const PHONES = [[360, 740], [390, 844], [844, 390], [740, 360], [667, 375], [360, 640]].map(([width, height]) => ({ width, height, touch }));
const WINDOWS = [[1024, 768], [1180, 820], [1280, 720], [1440, 900], [1920, 1080]].map(([width, height]) => ({ width, height }));
/** Higher than wide, and with a mouse: laid out as a tablet, with zoom buttons. */
const UPRIGHT = [[768, 1024], [820, 1180], [1024, 1366], [1080, 1920], [1200, 1920], [1440, 2560]].map(([width, height]) => ({ width, height }));
const full = process.env.LAYOUTS === "all";
const tables = full
  ? [...PHONES, ...TABLETS, ...WINDOWS, ...UPRIGHT].flatMap((size) => ["usa", "new-york", "london"].map((edition) => ({ edition, size })))
  : [{ edition: "usa", size: TABLETS[2] }, { edition: "new-york", size: WINDOWS[2] }, { edition: "usa", size: WINDOWS[3] }, { edition: "london", size: PHONES[1] }, { edition: "new-york", size: PHONES[2] }];
const homes = full ? [...PHONES, ...TABLETS, ...WINDOWS] : [PHONES[0], PHONES[4], TABLETS[2], WINDOWS[2]];
const myTurn = (now) => now.view.phase === "turn" && now.view.acting.includes(now.seat);
const named = ({ width, height, touch: finger }) => `${width} x ${height}${finger ? ", touched" : ""}`;

let server, browser;
before(async () => {
  server = await new TestServer().open();
  browser = await launch({ scrollbars: true });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A window with a desktop's scrollbars, under a finger too: they take the most room. Nothing is on its way when it is measured. */
async function window(size) {
  const opened = await visitor(browser, server.base, { ...size, mobile: false });
  await opened.page.emulateMedia({ reducedMotion: "reduce" });
  return opened;
}

/** What is wrong with how a table is laid out. */
function faults() {
  const found = [];
  const near = 1.5;
  const box = (element) => element.getBoundingClientRect();
  const shown = (element) => box(element).width > 2 && box(element).height > 2 && element.checkVisibility({ visibilityProperty: true });
  const tell = (element) => `${element.tagName.toLowerCase()}.${[...element.classList].filter((name) => !name.startsWith("svelte-")).join(".")} “${element.textContent.trim().slice(0, 30)}”`;
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push(`the page is ${page.scrollWidth} x ${page.scrollHeight}`);
  const parts = [...document.querySelectorAll(".table > :not(.sr), .hint, .market, .hand, .tickets, .lines, .table ul, .brand, .offer, nav")].filter(shown);
  parts.forEach((one, index) =>
    parts.slice(index + 1).forEach((other) => {
      if (one.contains(other) || other.contains(one) || getComputedStyle(other).position === "sticky" || one.closest(".stage") || other.closest(".stage")) return;
      const [a, b] = [one, other].map((part) => seen(part));
      const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      // The label of who moves is pulled out over the edge of its rail.
      if (wide > near && high > near && !(one.matches("ul, .rail") && other.matches(".stage")) && !(other.matches("ul, .rail") && one.matches(".stage"))) found.push(`${tell(one)} overlaps ${tell(other)}`);
    }),
  );
  /** What of an element can be seen: less where a scroller or a clip ends. */
  function seen(element) {
    const { left, top, right, bottom } = box(element);
    const part = { left, top, right, bottom };
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX !== "visible") Object.assign(part, { left: Math.max(part.left, box(at).left), right: Math.min(part.right, box(at).right) });
      if (overflowY !== "visible") Object.assign(part, { top: Math.max(part.top, box(at).top), bottom: Math.min(part.bottom, box(at).bottom) });
    }
    return part;
  }
  for (const element of document.querySelectorAll(".table :is(.say, .lead, .btn, .slot, .stack, .tag, .points, .status, .places, .word, .value, .cap, .facts, [role=checkbox], [role=tab])")) {
    if (!shown(element) || element.closest(".stage, .lines")) continue;
    const own = box(element);
    if (own.left < -near || own.right > innerWidth + near || own.top < -near || (own.bottom > innerHeight + near && !element.closest(".tix, .fill, .offer, .offer-row, .pane, .between"))) found.push(`${tell(element)} leaves the window`);
    for (let at = element.parentElement; at && !at.matches("main"); at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (/hidden|clip/.test(overflowX) && (own.right > box(at).right + near || own.left < box(at).left - near)) found.push(`${tell(element)} is cut off by ${tell(at)}`);
      if (/hidden|clip/.test(overflowY) && (own.bottom > box(at).bottom + near || own.top < box(at).top - near)) found.push(`${tell(element)} is cut off by ${tell(at)}`);
      if (/auto|scroll/.test(overflowY)) break;
    }
  }
  for (const nought of document.querySelectorAll(".stack.none .count")) {
    if (!shown(nought)) continue;
    const range = document.createRange();
    range.selectNodeContents(nought);
    const [text, outline] = [range.getBoundingClientRect(), box(nought.parentElement.querySelector(".empty"))];
    if (text.left < outline.left + 4 || text.right > outline.right - 4 || text.top < outline.top + 4 || text.bottom > outline.bottom - 4) found.push(`the nought of ${nought.parentElement.dataset.stack} stands on its outline`);
  }
  for (const element of document.querySelectorAll(".table *")) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (!shown(element) || element.closest(".stage")) continue;
    if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + near) found.push(`${tell(element)} scrolls sideways`);
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + near && !element.matches(".lines, .tix, .fill, .offer, .offer-row, .pane, .between, .seen, .hands")) found.push(`${tell(element)} scrolls`);
  }
  return [...new Set(found)];
}

/** What of an offer cannot be read, whatever the deal: with each of these tickets in every place of it and the longest beside it, at the greatest cost, a word that is broken or a line that is cut off. */
function unread(tickets) {
  const found = [];
  const offer = document.querySelector(".offer");
  const list = offer.querySelector(".tags");
  const longest = tickets.map(({ a, b }) => `${a} – ${b}`).toSorted((one, other) => other.length - one.length);
  const tag = (name) => Object.assign(document.createElement("li"), { className: list.firstElementChild?.className ?? "", innerHTML: `<b>21</b>${name}` });
  list?.replaceChildren(...longest.slice(0, 6).map(tag));
  offer.querySelector(".sum").textContent = "A needs 22 trains. With your open tickets: 44. You have 28. 16 too few for all eight.";
  for (const cost of offer.querySelectorAll(".cost")) cost.textContent = "22 trains to go";
  const places = [...offer.querySelectorAll(".to b")].map((name) => [...name.childNodes].filter(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim()));
  for (const { a, b } of tickets) {
    for (const [from, to] of places) [from.data, to.data] = [a, b];
    if (offer.scrollHeight > offer.clientHeight + 2) found.push(`the offer of ${a} – ${b} is ${offer.scrollHeight} high in ${offer.clientHeight}`);
    for (const node of places.flat()) {
      for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) found.push(`${word} is broken`);
      }
    }
  }
  return [...new Set(found)];
}

/** What is said of a route stands in one column beside it, and covers no space of it. */
function covered(route) {
  const [pop, cells] = [".pop", `[data-route="${CSS.escape(route)}"] .cells`].map((part) => document.querySelector(part).getBoundingClientRect());
  const columns = new Set([...document.querySelector(".pop > div").children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0).map(({ left }) => Math.round(left)));
  const over = pop.left < cells.right && pop.right > cells.left && pop.top < cells.bottom && pop.bottom > cells.top;
  return [...(over ? [`it lies over ${route}`] : []), ...(columns.size > 1 ? [`it has ${columns.size} columns`] : [])];
}

/** An offer can be read in this window, and on a lying board in all others of its kind; then the page is as it was. */
async function canBeRead(page, { edition, size }) {
  const { tickets } = await call(page, "GET", `/editions/${edition}`);
  await page.locator("[role=checkbox]").first().click();
  for (const other of edition === "usa" ? (size.touch ? TABLETS : WINDOWS) : [size]) {
    await page.setViewportSize(other);
    await page.evaluate(() => new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid))));
    assert.deepEqual(await page.evaluate(unread, tickets), [], `an offer in ${named(other)}`);
  }
  await page.setViewportSize(size);
  await page.reload();
  await page.locator("[role=checkbox]").first().waitFor();
}

const board = (page) => page.locator(".stage").first().boundingBox();

for (const { edition, size } of tables) {
  test(`a turn on ${edition}, ${named(size)}`, { timeout: 120_000 }, async () => {
    const { page, context } = await window(size);
    const id = await openTable(page, edition);
    await page.goto(`/#/table/${id}`);
    await page.locator("[role=checkbox]").first().waitFor();
    assert.deepEqual(await page.evaluate(faults), [], "the first offer");
    assert.deepEqual(await page.evaluate(overprinted), [], "the first offer");
    const offered = await board(page);
    if (size.width > 720 && size.height > 500) await canBeRead(page, { edition, size });
    await autoplay(page, id, myTurn);
    await page.locator(".hint:not(.them)").waitFor();
    await page.locator("[role=checkbox]").first().waitFor({ state: "detached" });
    assert.deepEqual(await page.evaluate(faults), [], "a turn");
    assert.deepEqual(await page.evaluate(misplaced), [], "a turn");
    const box = await board(page);
    if (size.width > 720 && size.height > 500) {
      assert.deepEqual(box, offered, "the first offer changes the board's box");
      for (const drawn of ["a third ticket", "a fourth"]) {
        await page.getByRole("button", { name: "Draw tickets" }).first().click();
        await page.locator("[role=checkbox]").first().waitFor();
        assert.deepEqual(await board(page), box, "an offer changes the board's box");
        await canBeRead(page, { edition, size });
        await autoplay(page, id, (now) => myTurn(now) && now.view.you.offer.length === 0);
        await page.locator("[role=checkbox]").first().waitFor({ state: "detached" });
        await page.locator(".hint:not(.them)").waitFor();
        assert.deepEqual(await board(page), box, `${drawn} changes the board's box`);
      }
      assert.deepEqual(await page.evaluate(faults), [], "with more tickets");
      const routes = await page.locator(".route:not(.able)").evaluateAll((all) => all.map(({ dataset }) => dataset.route));
      for (const route of [routes[0], routes.at(-1)]) {
        await page.locator(`[data-route="${route}"]`).focus();
        await page.keyboard.press("Enter");
        await page.locator(".pop").waitFor();
        assert.deepEqual(await page.evaluate(covered, route), [], "what is said of a route");
        assert.deepEqual(await page.evaluate(misplaced), [], "while a route is spoken of");
        await page.keyboard.press("Escape");
        await page.locator(".pop").waitFor({ state: "detached" });
      }
      const tails = await page.locator(".tail").evaluateAll((all) => all.map((tail) => tail.checkVisibility() && tail.getBoundingClientRect().height > 20));
      assert.deepEqual(tails, [true, true], "what each rival did stands under their label");
    }
    await context.close();
  });
}

/** Whatever a rival claims is told whole under their label, which stays as high as it was. */
async function cutTails(routes) {
  const found = [];
  for (const tail of document.querySelectorAll(".tail")) {
    if (!tail.checkVisibility()) continue;
    const [line, high] = [tail.querySelector(":scope > span"), tail.offsetHeight];
    const claim = (route) => `<span class="what"><span class="said">claimed </span><b>${route}</b></span><b class="num">+10</b>`;
    for (const route of routes) {
      line.innerHTML = claim(route);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const box = line.getBoundingClientRect();
      const cut = [...line.querySelectorAll("b")].some((words) => words.getBoundingClientRect().right > box.right + 1 || words.getBoundingClientRect().bottom > box.bottom + 1);
      if (cut || line.scrollWidth > line.clientWidth + 1) found.push(`${route} is cut off`);
      // Beside a standing board is only the log below it.
      if (tail.offsetHeight !== high && !tail.closest(".prt > .rail")) found.push(`${route} makes its label ${tail.offsetHeight - high} higher`);
    }
  }
  return [...new Set(found)];
}

/** What others did lies over the board's key, a box in its own units. */
function keyCovered({ key, view: [left, top, wide] }) {
  const [sheet, strip] = [".stage .sheet svg", ".stage [data-over-board][role=group]"].map((part) => document.querySelector(part)?.getBoundingClientRect());
  if (!key || !strip) return false;
  const scale = sheet.width / wide;
  const [x, y] = [sheet.left + (key[0] - left) * scale, sheet.top + (key[1] - top) * scale];
  return x < strip.right && x + key[2] * scale > strip.left && y < strip.bottom && y + key[3] * scale > strip.top;
}

for (const edition of full ? ["usa", "new-york", "london"] : ["london"]) {
  test(`names, key and what rivals did can be read in every window, ${edition}`, { timeout: 180_000 }, async () => {
    const { page, context } = await window(TABLETS[0]);
    const id = await openTable(page, edition, ["greedy", "greedy", "greedy"]);
    await autoplay(page, id, (now) => myTurn(now) && now.view.turns >= 16);
    const [{ routes }, plan] = [await call(page, "GET", `/editions/${edition}`), await call(page, "GET", `/editions/${edition}/geometry`)];
    const longest = [...new Set(routes.map(({ name }) => name.replace(/\/.*$/, "").replace("–", " – ")))].toSorted((one, other) => other.length - one.length).slice(0, 8);
    for (const size of full ? [...PHONES, ...TABLETS, ...WINDOWS] : [PHONES[5], TABLETS[2], WINDOWS[2]]) {
      await page.setViewportSize(size);
      await page.goto(`/#/table/${id}`);
      await page.reload();
      await page.locator(".stage [data-over-board][role=group]").waitFor();
      await page.evaluate(() => document.fonts.ready);
      assert.deepEqual([...(await page.evaluate(faults)), ...(await page.evaluate(overprinted))], [], named(size));
      const whole = page.getByRole("button", { name: "Whole board" });
      if (PHONES.includes(size) && (await whole.isVisible())) {
        await whole.click();
        assert.deepEqual(await page.evaluate(overprinted), [], `the whole board, ${named(size)}`);
      }
      assert.equal(await page.evaluate(keyCovered, plan), false, `the board's key is covered, ${named(size)}`);
      assert.deepEqual(await page.evaluate(cutTails, longest), [], named(size));
    }
    await context.close();
  });
}

for (const size of homes) {
  test(`home, ${named(size)}`, { timeout: 60_000 }, async () => {
    const { page, context } = await window(size);
    const [wide, posters] = await page.evaluate(() => [document.documentElement.scrollWidth - document.documentElement.clientWidth, [...document.querySelectorAll(".poster")].map((one) => one.getBoundingClientRect()).map(({ left, right }) => left >= 0 && right <= innerWidth)]);
    assert.equal(wide, 0, "the page scrolls sideways");
    const plates = await page.locator(".poster .title").evaluateAll((all) => all.map((plate) => plate.offsetHeight));
    if (size.height > 500) assert.deepEqual(plates, plates.map(() => plates[0]), "a title has a line more than the others");
    if (size.width > 720) assert.ok(posters.every(Boolean), "a poster is off the screen");
    await page.locator(".poster").last().click();
    const chosen = await page.locator(".poster.chosen").boundingBox();
    assert.ok(chosen.x >= 0 && chosen.x + chosen.width <= size.width, "the chosen poster is off the screen");
    if (size.height < 500) {
      // On its side a phone shows posters, one's table and Play at once.
      const [wall, book, play] = await page.evaluate(() => [".posters", ".book", ".playbar"].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()));
      assert.ok(wall.bottom <= play.top && wall.right <= book.left && book.top < size.height / 2 && play.bottom <= size.height, JSON.stringify({ wall, book, play }));
      assert.deepEqual(await page.evaluate(misplaced), []);
    }
    await context.close();
  });
}

test("a replay opens where the game begins, and Home and End lead to its ends", { timeout: 120_000 }, async () => {
  const { page, context } = await visitor(browser, server.base, { width: 1280, height: 720 });
  const id = await openTable(page, "new-york", ["random"]);
  await autoplay(page, id, () => false);
  await page.goto(`/#/replay/${id}`);
  const current = page.locator(".log .current");
  const inSight = () => current.evaluate((row) => { const [own, list] = [row, row.closest(".lines")].map((part) => part.getBoundingClientRect()); return own.top >= list.top - 1 && own.bottom <= list.bottom + 1; });
  await current.waitFor();
  assert.match(await current.textContent(), /The game begins/);
  assert.ok(await inSight());
  await page.keyboard.press("End");
  await page.waitForFunction(() => /over/.test(document.querySelector(".log .current")?.parentElement.lastElementChild.textContent ?? "") && document.querySelector("[role=slider]").getAttribute("aria-valuenow") === document.querySelector("[role=slider]").getAttribute("aria-valuemax"));
  assert.ok(await inSight());
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector("[role=slider]").getAttribute("aria-valuenow") === "0");
  assert.match(await current.textContent(), /The game begins/);
  await context.close();
});

test("a replay of a standing board has three columns", { timeout: 120_000 }, async () => {
  const { page, context } = await window(WINDOWS[2]);
  const id = await openTable(page, "new-york", ["greedy"]);
  await autoplay(page, id, () => false);
  // The chances of a review that nobody has waited for: one that sways.
  const { steps } = await call(page, "GET", `/tables/${id}/replay`);
  const sway = (n) => 0.5 + 0.3 * Math.sin(n);
  const graph = { games: 1, steps: steps.map((_, n) => ({ before: [sway(n), 1 - sway(n)], after: [1, 0] })) };
  await page.route("**/review", (route) => route.fulfill({ json: { kind: "done", done: 1, seconds: null, graph: null, review: { graph }, actions: {} } }));
  await page.goto(`/#/replay/${id}?n=12`);
  const slider = page.getByRole("slider");
  await slider.waitFor();
  const band = await page.locator(".chances").boundingBox();
  await page.mouse.click(band.x + 20, band.y + band.height / 2);
  const reached = Number(await slider.getAttribute("aria-valuenow"));
  assert.ok(Math.abs(reached - steps.length / 2) <= 1, "a press on the band goes to that moment");
  await page.goto(`/#/replay/${id}?n=12`);
  await page.reload();
  await page.waitForFunction(() => document.querySelector("[role=slider]")?.getAttribute("aria-valuenow") === "12");
  assert.equal(await slider.getAttribute("aria-orientation"), "vertical");
  assert.ok((await board(page)).width > 500, "the board is a stamp");
  assert.deepEqual(await page.evaluate(faults), []);
  await slider.focus();
  for (const n of [13, 14, 15]) {
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction((at) => document.querySelector("[role=slider]").getAttribute("aria-valuenow") === at, String(n));
    // The first card of two belongs to the turn's one entry.
    assert.ok(await page.locator(".lines .current").isVisible(), `the timetable shows move ${n}`);
    // Sign, label, timetable and counter tell the same number.
    const [from, to = from] = (await page.locator(".lines .current .no").textContent()).split("–").map(Number);
    assert.ok(from <= n && n <= to, `row ${from} to ${to} for move ${n}`);
    assert.deepEqual(await page.locator(".hint .lead, .label .flag").allTextContents(), [`Move ${n}`, `Move ${n}`]);
    assert.match(await page.locator(".controls .at").textContent(), new RegExp(`^${n} / `));
  }
  await page.getByRole("radio", { name: "All hands" }).click();
  await page.locator(".hands").waitFor();
  assert.deepEqual(await page.evaluate(faults), [], "with all hands");
  await page.getByRole("radio", { name: "Public" }).click();
  for (const [width, height, least] of [[390, 844, 400], [360, 640, 200]]) {
    await page.setViewportSize({ width, height });
    await page.locator(".replay.phone").waitFor();
    assert.ok((await board(page)).height >= least, `of ${width} x ${height} the board has ${(await board(page)).height}`);
    assert.ok((await page.locator(".hint .say p").boundingBox()).height < 40, "what happened is told in two lines");
    assert.deepEqual(await page.evaluate(misplaced), []);
  }
  await context.close();
});

/** Names, places and routes that lie under the zoom buttons. */
function underZoom() {
  const [left, top, right, bottom] = ["left", "top", "right", "bottom"].map((side) => document.querySelector(".zoom").getBoundingClientRect()[side]);
  const crosses = (box) => Math.min(right, box.right) - Math.max(left, box.left) > 1 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
  return [...document.querySelectorAll(".names text, [data-place], [data-route] .cells")].filter((part) => crosses(part.getBoundingClientRect())).map((part) => part.textContent.trim() || (part.dataset.place ?? part.closest("[data-route]").dataset.route));
}

for (const edition of full ? ["usa", "new-york", "london"] : ["new-york"]) {
  for (const [kind, sizes] of [["a tablet", TABLETS], ["a wide window", WINDOWS], ["an upright window", UPRIGHT]]) {
    test(`on ${kind} board, market, hand and tickets are seen at once, and zoom buttons cover nothing, ${edition}`, { timeout: 120_000 }, async () => {
      const { page, context } = await window(sizes[2]);
      const id = await openTable(page, edition);
      await autoplay(page, id, myTurn);
      for (const { width, height } of sizes) {
        await page.setViewportSize({ width, height });
        await page.goto(`/#/table/${id}`);
        await page.reload();
        await page.locator(".hint:not(.them)").waitFor();
        const parts = await page.evaluate(() => [".stage", ".market", ".hand", ".tickets"].map((part) => document.querySelector(part)?.getBoundingClientRect().toJSON()));
        for (const box of parts) assert.ok(box && box.height > 20 && box.left >= 0 && box.top >= 0 && box.right <= width + 1 && box.top + 20 <= height, `${width} x ${height}: ${JSON.stringify(parts)}`);
        assert.equal(await page.locator("[role=tab]", { hasText: "Tickets" }).count(), 0);
        if (!sizes[0].touch) assert.deepEqual(await page.evaluate(underZoom), [], `${width} x ${height}`);
        if (edition !== "new-york" || width < height) continue;
        // A standing board stands between what is common and what is one's own.
        const [rail, stage, mine] = await page.evaluate(() => [".rail", ".stage", ".mine"].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()));
        assert.ok(rail.right <= stage.left + 1 && stage.right <= mine.left + 1 && Math.min(rail.height, stage.height, mine.height) > 0.95 * height, `${width} x ${height} has no three columns`);
      }
      await context.close();
    });
  }
}

test("four at a lying board can read everything in the smallest window", { timeout: 120_000 }, async () => {
  const { page, context } = await window(WINDOWS[0]);
  const id = await openTable(page, "london", ["greedy", "greedy", "greedy"]);
  await page.goto(`/#/table/${id}`);
  await page.locator(".zoom").waitFor();
  assert.deepEqual(await page.evaluate(underZoom), [], "the zoom buttons cover a name, a place or a route");
  await autoplay(page, id, () => false);
  await page.reload();
  await page.locator(".finale table").waitFor();
  const cut = await page.locator(".finale .tickets .places").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
  assert.deepEqual(cut, [], "the tickets that are revealed");
  await page.goto(`/#/replay/${id}?n=12`);
  await page.getByRole("slider").waitFor();
  const [say, acts] = await page.locator(".hint .say, .hint .do").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  assert.ok(say.right <= acts.left + 1 && say.width > 250, `what happened stands beside its buttons: ${JSON.stringify({ say, acts })}`);
  await context.close();
});

test("a phone goes back to where it read", { timeout: 60_000 }, async () => {
  const { page, context } = await window(PHONES[1]);
  const id = await openTable(page, "usa");
  await autoplay(page, id, myTurn);
  await page.goto(`/#/table/${id}`);
  await page.getByRole("button", { name: "Whole board" }).click();
  const names = await page.locator(".names text").allTextContents();
  const { view } = await call(page, "GET", `/tables/${id}/view`);
  for (const place of view.you.tickets.flatMap((name) => name.split("–"))) assert.ok(names.some((name) => place.includes(name)), `${place} has lost its name`);
  await page.getByRole("button", { name: "Back to reading size" }).click();
  await page.getByRole("button", { name: "Whole board" }).waitFor();
  await context.close();
});

test("a double click beside the routes shows the whole board, and another leads back", { timeout: 60_000 }, async () => {
  const { page, context } = await window({ width: 1440, height: 900 });
  const id = await openTable(page, "usa");
  await autoplay(page, id, myTurn);
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  const wide = async () => Math.round((await page.locator(".stage [data-place]").evaluateAll((all) => {
    const across = all.map((one) => one.getBoundingClientRect().x);
    return Math.max(...across) - Math.min(...across);
  })));
  const rest = await wide();
  const { x, y } = await page.locator(".stage").boundingBox();
  for (const _ of [1, 2, 3]) await page.keyboard.press("+");
  await page.waitForTimeout(400);
  const close = await wide();
  assert.ok(close > 1.2 * rest);
  await page.mouse.dblclick(x + 6, y + 6);
  await page.waitForTimeout(400);
  assert.equal(await wide(), rest);
  await page.mouse.dblclick(x + 6, y + 6);
  await page.waitForTimeout(400);
  assert.equal(await wide(), close);
  await context.close();
});

test("on a laptop every stub says how much is to go", { timeout: 90_000 }, async () => {
  for (const edition of ["usa", "new-york"]) {
    const { page, context } = await window(WINDOWS[2]);
    const id = await openTable(page, edition);
    await autoplay(page, id, myTurn);
    await page.goto(`/#/table/${id}`);
    await page.locator(".tickets .stub").first().waitFor();
    const told = await page.locator(".tickets .stub.open").evaluateAll((all) => all.map((stub) => {
      const status = stub.querySelector(".status");
      const words = status.querySelector(".words") ?? status;
      const whole = words.getBoundingClientRect().width > 20 && status.scrollWidth <= status.clientWidth + 1 && status.scrollHeight <= status.clientHeight + 1;
      return `${words.textContent.trim()}${whole ? "" : ", cut off"}`;
    }));
    assert.ok(told.length > 0);
    for (const words of told) assert.match(words, /^\d+ (trains?|taxis?) to go$/);
    await context.close();
  }
});
