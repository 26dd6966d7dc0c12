// The board under a mouse: what it points at, and a turning wheel: scaled as it is drawn, and drawn sharp when the wheel rests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { middleOf } from "./pressing.mjs";
import { browser, server } from "./stay.mjs";

/** So many frames: what was asked for in the first of them is drawn. */
const frames = (count) =>
  new Promise((resolve) => {
    const step = (left) => (left === 0 ? resolve() : requestAnimationFrame(() => step(left - 1)));
    step(count);
  });

/** Turn the wheel over the board, a step a frame, far in and half out again. */
const turnWheel = () =>
  new Promise((resolve) => {
    const board = document.querySelector(".board");
    const { left, top, width, height } = board.getBoundingClientRect();
    const step = (turn) => {
      if (turn === 0) performance.mark("wheel turns");
      if (turn === 40) {
        performance.mark("wheel rests");
        resolve();
        return;
      }
      board.dispatchEvent(new WheelEvent("wheel", { deltaY: turn < 28 ? -60 : 60, clientX: left + width / 3, clientY: top + height / 3, bubbles: true, cancelable: true }));
      requestAnimationFrame(() => step(turn + 1));
    };
    requestAnimationFrame(() => step(0));
  });

for (const theme of ["day", "night"]) {
  test(`nothing of the board is drawn anew while the wheel turns, ${theme}`, { timeout: 120_000 }, async () => {
    const { page, context } = await visitor(browser, server.base, { theme });
    await page.goto(`/#/table/${await openTable(page, "usa")}`);
    await page.locator("[role=checkbox]").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".sheet img")?.complete);
    await page.evaluate(frames, 4);
    const session = await context.newCDPSession(page);
    const events = [];
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "cc", "blink.user_timing"] } });
    await page.evaluate(turnWheel);
    await page.waitForFunction(() => !document.querySelector(".sheet.moving"));
    await page.evaluate(frames, 4);
    const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await done;
    const at = (mark) => events.find(({ name, cat }) => name === mark && cat.includes("user_timing")).ts;
    const drawn = events.filter(({ name }) => name === "RasterTask");
    const meanwhile = drawn.filter(({ ts }) => ts > at("wheel turns") && ts < at("wheel rests"));
    assert.ok(drawn.length > 0, "it is drawn sharp when the wheel rests");
    assert.ok(meanwhile.length <= 4, `${meanwhile.length} pieces of ${drawn.length} were drawn while the wheel turned`);
    await context.close();
  });
}

test("a route under the mouse is outlined, and the other half of a double steps back", { timeout: 60_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const id = await openTable(page, "usa");
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  const { routes, view: [left, top, wide, high] } = await call(page, "GET", "/editions/usa/geometry");
  const off = ({ cells: [{ x, y }] }) => Math.hypot(x - left - wide / 2, y - top - high / 2);
  const [route] = routes.filter(({ twin }) => twin !== null).toSorted((one, other) => off(one) - off(other));
  const { x, y } = await middleOf(page, route.name);
  const opacity = (name) => page.locator(`[data-route="${name}"]`).evaluate((element) => getComputedStyle(element).opacity);
  const both = async () => [await opacity(route.name), await opacity(routes[route.twin].name)];
  assert.deepEqual(await both(), ["1", "1"]);
  await page.mouse.move(x, y);
  const outline = page.locator(".sheet path.hovered");
  await outline.waitFor({ state: "attached" });
  assert.equal(await outline.getAttribute("d"), await page.locator(`[data-route="${route.name}"] .cells`).getAttribute("d"));
  assert.deepEqual(await both(), ["1", "0.55"]);
  await page.mouse.move(2, 2);
  await outline.waitFor({ state: "detached" });
  assert.deepEqual(await both(), ["1", "1"]);
  assert.deepEqual(complaints, []);
});
