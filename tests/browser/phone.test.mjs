// Phones: what is spoken of stays in sight, figures and words have their room, and what one comes for is seen at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

const ALL = [{ width: 360, height: 740, touch: true }, { width: 390, height: 844, touch: true }];
const SIZES = process.env.LAYOUTS === "all" ? ALL : ALL.slice(0, 1);
/** Phones on their side, and a tablet upright: the guide has the least room there. */
const GUIDED = [...SIZES, ...[[667, 375], [844, 390], [820, 1180]].map(([width, height]) => ({ width, height, touch: true }))];
const named = ({ width, height }) => `${width} x ${height}`;
const myTurn = (now) => now.view.phase === "turn" && now.view.acting.includes(0);

/** Somebody at a table on their turn. */
async function seated(size, edition, prepare = async () => undefined) {
  const { page, context, complaints } = await visitor(browser, server.base, size);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const id = await openTable(page, edition);
  await autoplay(page, id, myTurn);
  await prepare(page);
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  return { page, context, complaints };
}

/** The spaces of a route that cannot be seen: off the board's area, or under something that lies over it. */
const hidden = (page, route) =>
  page.locator(`[data-route="${route}"] .cells`).evaluate((outline) => {
    const area = document.querySelector(".stage").getBoundingClientRect();
    const spaces = outline.getAttribute("d").match(/M/g).length;
    const round = outline.getTotalLength() / spaces;
    return Array.from({ length: spaces }, (_, space) => {
      const corners = [0, 0.5].map((half) => outline.getPointAtLength((space + half) * round).matrixTransform(outline.getScreenCTM()));
      const [x, y] = [(corners[0].x + corners[1].x) / 2, (corners[0].y + corners[1].y) / 2];
      const seen = x > area.left && x < area.right && y > area.top && y < area.bottom && !document.elementFromPoint(x, y)?.closest("[data-over-board], .own, dialog");
      return seen ? null : `space ${space + 1} at ${Math.round(x)}, ${Math.round(y)}`;
    }).filter(Boolean);
  });

test("from the whole board there is a way back to reading size beside a hint too", { timeout: 90_000 }, async () => {
  const { page, complaints } = await seated(ALL[1], "usa");
  await page.getByRole("button", { name: "Hint" }).first().tap();
  await page.locator(".panel h2").waitFor();
  await page.getByText("Whole board").tap();
  const back = page.getByRole("button", { name: "Back to reading size" });
  await back.tap();
  await back.waitFor({ state: "detached" });
  await page.getByText("Whole board").waitFor();
  assert.deepEqual(complaints, []);
});

for (const [locale, width, height] of [["fr-FR", 360, 640], ["fr-FR", 844, 390], ["de-DE", 390, 844]]) {
  test(`the sign keeps its height and what others did covers no route, ${locale}, ${width} x ${height}`, { timeout: 120_000 }, async () => {
    const { page, context, complaints } = await visitor(browser, server.base, { width, height, locale, touch: true });
    await page.emulateMedia({ reducedMotion: "reduce" });
    let id;
    do id = await openTable(page, "new-york");
    while (!(await autoplay(page, id, (now) => myTurn(now) && now.view.turns > 6 && now.can_undo)).can_undo);
    await page.goto(`/#/table/${id}`);
    await page.locator(".card.slim").waitFor();
    const boxOf = (part) => page.locator(part).first().boundingBox();
    const [sign, board, hand, tabs] = await Promise.all([".own > .hint", ".stage", ".hand", ".own > nav"].map(boxOf));
    assert.equal(sign.height, 56);
    assert.equal(await page.locator(".hint .say").evaluate((say) => say.scrollHeight - say.clientHeight), 0);
    assert.ok(hand.y + hand.height <= tabs.y + 1, `the hand ends at ${hand.y + hand.height}, the tabs begin at ${tabs.y}`);
    const [left, deck] = await Promise.all(["[data-slot=deck] .left", "[data-slot=deck]"].map(boxOf));
    assert.ok(left.x >= deck.x - 1 && left.x + left.width <= deck.x + deck.width + 1, "the deck's count is as wide as the deck at most");
    const routes = await page.locator(".route").evaluateAll((all) => all.map((route) => route.dataset.route));
    const covered = [];
    for (const route of routes) covered.push(...(await hidden(page, route)).map((space) => `${route}, ${space}`));
    assert.deepEqual(covered, []);
    // The next moment has another sentence; the board stays.
    await page.locator("[data-slot=deck]").tap();
    await page.waitForFunction(() => !document.querySelector(".card.slim"));
    assert.deepEqual(await boxOf(".stage"), board);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

for (const size of SIZES) {
  test(`answers and hints leave their route in sight, ${named(size)}`, { timeout: 120_000 }, async () => {
    const { page, context, complaints } = await seated(size, "usa");
    const routes = await page.locator(".route").evaluateAll((all) => all.map((route) => route.dataset.route));
    for (const route of routes.filter((_, index) => index % 9 === 0)) {
      await page.locator(`[data-route="${route}"]`).focus();
      await page.keyboard.press("Enter");
      await page.locator(".own > .sheet").waitFor();
      await page.waitForFunction(() => document.querySelector(".stage").getBoundingClientRect().bottom <= document.querySelector(".own").getBoundingClientRect().top + 1);
      assert.deepEqual(await hidden(page, route), [], route);
      await page.locator(".own > .sheet .btn").last().click();
      await page.locator(".own > .sheet").waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("[aria-busy=false] [data-do-hint]").waitFor();
    for (const one of [page.locator("article h2"), ...(await page.getByRole("radio").all())]) {
      if ((await one.getAttribute("role")) === "radio") await one.click();
      const said = await one.textContent();
      const route = routes.find((name) => said.includes(`Claim ${name.replace(/\/.*$/, "").replace("–", " – ")}`));
      if (route) assert.deepEqual(await hidden(page, route), [], `the hint speaks of ${route}`);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });

  for (const edition of ["usa", "new-york"]) {
    test(`with ten cards of every colour all counts are whole, ${edition}, ${named(size)}`, { timeout: 60_000 }, async () => {
      const { page, context } = await seated(size, edition, (page) =>
        page.route("**/view?*", async (route) => {
          const answer = await route.fetch();
          const now = await answer.json();
          if (now.view?.you) {
            const { colours } = await page.evaluate(() => fetch(`/api/v1/editions/${localStorage.getItem("tried")}`).then((told) => told.json()));
            for (const card of [...colours.map(({ name }) => name), "wild"]) now.view.you.hand[card] = 10;
            for (const seat of now.view.seats) Object.assign(seat, { cards: 24, pieces: 45, tickets: 12, points: 101 });
          }
          await route.fulfill({ response: answer, json: now });
        }).then(() => page.evaluate((edition) => localStorage.setItem("tried", edition), edition)),
      );
      const wrong = await page.evaluate(() => {
        const found = [];
        for (const count of document.querySelectorAll(".hand .count")) {
          const [own, stack] = [count.getBoundingClientRect(), count.closest(".stack").getBoundingClientRect()];
          if (count.textContent !== "10" || count.scrollWidth > count.clientWidth + 1) found.push(`“${count.textContent}” is ${count.scrollWidth} wide in ${count.clientWidth}`);
          if (own.left < Math.min(0, stack.left) || own.right > innerWidth || own.bottom > innerHeight) found.push(`a count leaves the window at ${own.right}, ${own.bottom}`);
          for (const [x, y] of [[own.left + 4, own.top + own.height / 2], [own.right - 4, own.top + own.height / 2]]) {
            const there = document.elementFromPoint(x, y);
            if (there !== count && there !== count.closest(".stack")) found.push(`a count is covered by ${there?.className}`);
          }
        }
        for (const fact of document.querySelectorAll(".chip .facts > span, .chip .name > b")) {
          const [own, chip] = [fact.getBoundingClientRect(), fact.closest(".chip").getBoundingClientRect()];
          if (own.right > chip.right + 0.5) found.push(`“${fact.textContent}” is cut off by its label`);
        }
        return [...new Set(found)];
      });
      assert.deepEqual(wrong, []);
      await context.close();
    });
  }

  test(`words of the chart at the end stand apart, ${named(size)}`, { timeout: 120_000 }, async () => {
    const { page, context } = await visitor(browser, server.base, size);
    const id = await openTable(page, "new-york", ["greedy", "random", "random"]);
    await autoplay(page, id, () => false);
    await page.goto(`/#/table/${id}`);
    const chart = page.locator(".finale svg[role=img]").first();
    await chart.scrollIntoViewIfNeeded();
    const over = await chart.evaluate((svg) => {
      const words = [...svg.querySelectorAll("text")].map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }));
      const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom - 4 <= b.top + 4 || b.bottom - 4 <= a.top + 4;
      const beyond = words.filter(({ box }) => box.right > innerWidth || box.left < 0).map(({ said }) => `${said} leaves the window`);
      return [...beyond, ...words.flatMap(({ said, box }, index) => words.slice(index + 1).flatMap((other) => (apart(box, other.box) ? [] : [`${said} over ${other.said}`])))];
    });
    assert.deepEqual(over, []);
    await context.close();
  });

  test(`home shows one's table above Play, and the chosen poster, ${named(size)}`, { timeout: 60_000 }, async () => {
    const { page, context } = await visitor(browser, server.base, size);
    const tops = () => page.evaluate(() => [".book", ".playbar", ".lists"].map((part) => document.querySelector(part).getBoundingClientRect().top));
    const [table, play, lists] = await tops();
    assert.ok(table + 60 < play, `the table begins at ${table}, behind Play at ${play}`);
    assert.ok(lists > table, "the lists come after it");
    await page.locator(".poster").last().click();
    await page.reload();
    await page.locator(".poster.chosen").waitFor();
    const chosen = await page.locator(".poster.chosen").boundingBox();
    assert.ok(chosen.x >= 0 && chosen.x + chosen.width <= size.width, "the chosen poster is off the screen");
    await context.close();
  });
}

for (const size of GUIDED) {
  test(`the guide and its light fit, and it stands beside what it speaks of, ${named(size)}`, { timeout: 120_000 }, async () => {
    const { page, context } = await visitor(browser, server.base, { ...size, tips: true });
    await page.getByRole("button", { name: "Start the guide" }).click();
    const note = page.locator("[data-note]");
    await note.waitFor();
    for (let step = 0; step < 5; step += 1) {
      const before = await note.getAttribute("data-note");
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll(".coach, .light")].map((part) => ({ part: part.className, box: part.getBoundingClientRect() })).filter(({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight).map(({ part, box }) => `${part} ${JSON.stringify(box)}`),
      );
      assert.deepEqual(outside, [], before);
      const over = await page.evaluate(() => {
        const [note, light] = [".coach", ".light"].map((part) => document.querySelector(part)?.getBoundingClientRect());
        const pad = 8; // the light is that much larger than what it falls on
        return Boolean(light) && note.left < light.right - pad && note.right > light.left + pad && note.top < light.bottom - pad && note.bottom > light.top + pad;
      });
      assert.ok(!over, `${before} lies over what it speaks of`);
      if (before === "tickets") {
        for (const ticket of await page.locator("[role=checkbox]").all()) await ticket.tap();
        await page.locator("button.keep").tap();
      } else await note.locator(".btn").first().tap();
      await page.waitForFunction((before) => document.querySelector("[data-note]")?.dataset.note !== before, before);
      if (await note.count() === 0) break;
    }
    await context.close();
  });
}

test("chips of what goes back change places by two taps", { timeout: 60_000 }, async () => {
  const { page, context } = await visitor(browser, server.base, ALL[1]);
  const id = await openTable(page, "usa", ["greedy"]);
  const now = await autoplay(page, id, myTurn);
  await call(page, "POST", `/tables/${id}/actions`, { action: "draw tickets", seen: now.n, seat: 0 });
  await page.goto(`/#/table/${id}`);
  await page.locator("[role=checkbox]").first().tap();
  const chips = page.locator(".order .chip");
  const order = async () => (await chips.allTextContents()).map((text) => text.replace(/[^A-Z]/g, "")).join("");
  assert.equal(await order(), "BC");
  await chips.nth(0).tap();
  assert.equal(await chips.nth(0).getAttribute("aria-pressed"), "true");
  await chips.nth(1).tap();
  assert.equal(await order(), "CB");
  assert.equal(await page.locator(".order [aria-pressed=true]").count(), 0);
  await context.close();
});

test("a step of what rivals did shows the route that was claimed, above its card", { timeout: 120_000 }, async () => {
  const { page, context, complaints } = await visitor(browser, server.base, ALL[1]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const id = await openTable(page, "usa", ["greedy", "greedy"]);
  const card = page.getByRole("group", { name: "Since your turn" });
  const [back, on] = ["back", "on"].map((way) => card.locator(`[data-step-${way}]`));
  for (let turns = 24, shown = 0; shown < 3; turns += 3) {
    const now = await autoplay(page, id, (now) => myTurn(now) && now.view.turns >= turns);
    assert.notEqual(now.status, "over", "rivals claim routes");
    await page.goto(`/#/table/${id}`);
    await page.reload();
    const count = card.getByText(/\d steps?/);
    await count.waitFor();
    if (!(await count.innerText()).includes("2 steps")) continue; // a rival chose tickets, too
    const claimed = async (seat) => {
      const told = /claimed (.+?)\+/.exec((await card.innerText()).replace(/\s+/g, " "))?.[1].trim();
      return told && Object.keys(now.view.routes).find((name) => now.view.routes[name] === seat && name.replace(/\/.*$/, "").replace("–", " – ") === told);
    };
    await on.tap();
    const routes = [await claimed(1)];
    await on.tap();
    routes.push(await claimed(2));
    for (const [route, step] of [[routes[0], back], [routes[1], on]]) {
      if (route) {
        // Away from it as far as the board goes.
        const { x, y } = await page.locator(`[data-route="${route}"] .cells`).evaluate((one) => { const { x, y, width, height } = one.getBBox(); const [, , wide, high] = one.ownerSVGElement.getAttribute("viewBox").split(" ").map(Number); return { x: x + width / 2 > wide / 2, y: y + height / 2 > high / 2 }; });
        for (let drags = 0; drags < 3; drags += 1) {
          await page.mouse.move(x ? 40 : 350, y ? 300 : 440);
          await page.mouse.down();
          await page.mouse.move(x ? 350 : 40, y ? 440 : 300, { steps: 4 });
          await page.mouse.up();
        }
      }
      await step.tap();
      if (!route) continue;
      assert.deepEqual(await hidden(page, route), [], route);
      shown += 1;
    }
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const [width, height] of [[360, 640], [844, 390]]) {
  test(`the button that claims is in sight, however many payments there are, ${width} x ${height}`, { timeout: 60_000 }, async () => {
    const name = "Midtown West–Times Square";
    const { page, context } = await seated({ width, height, touch: true }, "new-york", (page) =>
      page.route("**/view?*", async (route) => {
        const answer = await route.fetch();
        const now = await answer.json();
        const claims = ["red", "blue", "green", "orange", "black"].map((card) => ({ kind: "claim", action: card, route: name, payment: { [card]: 1 } }));
        if (now.options) now.options.legal = [...now.options.legal.filter(({ kind }) => kind !== "claim"), ...claims];
        await route.fulfill({ response: answer, json: now });
      }),
    );
    await page.locator(`[data-route="${name}"]`).focus();
    await page.keyboard.press("Enter");
    const claim = page.locator(".own > .sheet .btn.pri");
    await claim.waitFor();
    assert.equal(await page.locator(".pay").count(), 4);
    const { y, height: high } = await claim.boundingBox();
    assert.ok(y + high <= height, `it ends at ${y + high}`);
    await context.close();
  });
}

test("at whole-board zoom the ends of what may be claimed keep their names", { timeout: 60_000 }, async () => {
  let claimable;
  const { page, context } = await seated(ALL[1], "usa", async (page) => {
    const { locations, routes } = await call(page, "GET", "/editions/usa/geometry");
    const at = Object.fromEntries(locations.map((place) => [place.name, place]));
    await page.route("**/view?*", async (asked) => {
      const answer = await asked.fetch();
      const now = await answer.json();
      if (now.options) {
        // One route alone, as far from one's tickets as any: their ends have their names anyway.
        const own = now.view.you.tickets.flatMap((ticket) => ticket.split("–"));
        const far = ({ a, b }) => Math.min(...[a, b].flatMap((end) => own.map((name) => Math.hypot(at[end].x - at[name].x, at[end].y - at[name].y))));
        claimable = routes.filter(({ name }) => now.view.routes[name] === undefined).toSorted((one, other) => far(other) - far(one))[0];
        now.options.legal = [...now.options.legal.filter(({ kind }) => kind !== "claim"), { kind: "claim", action: "claim", route: claimable.name, payment: { red: 1 } }];
      }
      await asked.fulfill({ response: answer, json: now });
    });
  });
  await page.getByText("Whole board").tap();
  await page.getByRole("button", { name: "Back to reading size" }).waitFor();
  const names = await page.locator(".names text").allTextContents();
  for (const place of [claimable.a, claimable.b]) assert.ok(names.some((name) => place.includes(name)), `${place} has no name among ${names}`);
  await context.close();
});
