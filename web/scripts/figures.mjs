// `make figures`: size, loading, layout shift, frames, hints, bots and Lighthouse of the page, measured in Chromium. BASE names a running server, or one is started.
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { promisify } from "node:util";
import { myTurn, openPlaces } from "../../tests/browser/places.mjs";
import { TestServer } from "../../tests/browser/server.mjs";
import { autoplay, call, CHROMIUM, launch, openTable, visitor } from "./driver.mjs";
import { weightUntilTable } from "./weight.mjs";

const assets = new URL("../../src/allaboard/web/assets/", import.meta.url);
const WAIT = 1500;
const DRAWS = 8;
/** Far too large to be installed with the page: it is fetched when it is asked for. */
const LIGHTHOUSE = "lighthouse@13.5.0";
const midgame = (now) => myTurn(now) && now.view.seats[0].pieces < 38;

const quantile = (values, part) => [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** All script and style that was built, compressed, in kilobytes: every screen, in one language or in all. */
function sizeOfAll() {
  const size = (name) => statSync(new URL(readdirSync(assets).includes(`${name}.gz`) ? `${name}.gz` : name, assets)).size / 1024;
  const sum = (names) => names.reduce((all, name) => all + size(name), 0);
  const names = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  return { english: sum(names.filter((name) => !/^(fr|de)-/.test(name))), all: sum(names) };
}

/** A fresh visit: until the first paint, until Play can be pressed; and how far things moved meanwhile. */
async function loading(browser, base) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: base });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (window.shift += hadRecentInput ? 0 : value))).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/");
  await page.waitForFunction(() => document.querySelector(".btn.pri.big:not([disabled])"));
  const usable = await page.evaluate(() => performance.now());
  await page.waitForTimeout(WAIT);
  const [paint, shift] = await page.evaluate(() => [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0, window.shift]);
  await context.close();
  return { paint, usable, shift };
}

/**
 * Cards fly on the North American board. Gaps between frames depend on what else the machine does, so the work of the page's own thread
 * is taken too: processor time of its tasks, added up for each frame of a sixtieth of a second.
 */
async function frames(browser, base, theme) {
  const { page, context } = await visitor(browser, base, { theme });
  const id = await openTable(page, "usa", ["greedy", "greedy"], { pace: 0.3 });
  await autoplay(page, id, midgame);
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  await page.waitForTimeout(WAIT);
  const session = await context.newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"] } });
  await page.evaluate(() => {
    window.gaps = [];
    let last = performance.now();
    const step = (now) => {
      window.gaps.push(now - last);
      last = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  for (let draw = 0; draw < DRAWS; draw += 1) {
    await page.locator("[data-slot=deck][aria-disabled=false]").click({ timeout: 10_000 });
    await page.waitForTimeout(400);
  }
  const gaps = await page.evaluate(() => window.gaps.slice(2));
  const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await done;
  await context.close();
  return { gaps, work: workPerFrame(events) };
}

/** The board of North America zoomed by a turning wheel, then pulled about: gaps between frames, and the longest task of the page meanwhile. */
async function movingBoard(browser, base) {
  const { page, context } = await visitor(browser, base);
  const id = await openTable(page, "usa");
  await autoplay(page, id, midgame);
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  await page.waitForTimeout(WAIT);
  const during = async (deed) => {
    await page.evaluate(() => {
      window.gaps = [];
      window.tasks = [];
      window.running = true;
      window.watcher = new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)));
      window.watcher.observe({ type: "longtask" });
      let last = performance.now();
      const step = (now) => {
        window.gaps.push(now - last);
        last = now;
        if (window.running) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
    await deed();
    return page.evaluate(() => {
      window.running = false;
      window.watcher.disconnect();
      return { gaps: window.gaps.slice(2), longest: Math.max(0, ...window.tasks) };
    });
  };
  await page.mouse.move(500, 350);
  const zooming = await during(async () => {
    for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, turn < 30 ? -60 : 60);
  });
  await page.mouse.wheel(0, -600);
  await page.waitForTimeout(WAIT);
  const panning = await during(async () => {
    await page.mouse.down();
    for (let step = 0; step < 60; step += 1) await page.mouse.move(500 + 200 * Math.sin(step / 5), 350 + 100 * Math.cos(step / 5));
    await page.mouse.up();
  });
  await context.close();
  return { zooming, panning };
}

function workPerFrame(events) {
  const mains = new Map(events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => [`${pid} ${tid}`, 0]));
  const tasks = events.filter(({ name, pid, tid, ph }) => ph === "X" && name === "RunTask" && mains.has(`${pid} ${tid}`));
  for (const { pid, tid, tdur = 0 } of tasks) mains.set(`${pid} ${tid}`, mains.get(`${pid} ${tid}`) + tdur);
  const [busiest] = [...mains].sort(([, one], [, other]) => other - one)[0] ?? [];
  const own = tasks.filter(({ pid, tid }) => `${pid} ${tid}` === busiest);
  const first = Math.min(...own.map(({ ts }) => ts));
  const sums = new Map();
  for (const { ts, tdur = 0 } of own) {
    const frame = Math.floor((ts - first) / (1e6 / 60));
    sums.set(frame, (sums.get(frame) ?? 0) + tdur / 1000);
  }
  return [...sums.values()];
}

/** At turns early, in the middle and late in a game: until a hint says what to do and why, and until that can be done, in milliseconds. */
async function hints(browser, base, edition) {
  const { page, context } = await visitor(browser, base);
  const { pieces } = await call(page, "GET", `/editions/${edition}`);
  const id = await openTable(page, edition);
  const waits = [];
  for (const left of [1, 0.7, 0.4]) {
    const now = await autoplay(page, id, (now) => myTurn(now) && now.view.seats[0].pieces <= left * pieces);
    if (now.status === "over") break;
    await page.goto(`/#/table/${id}`);
    await page.reload();
    await page.locator(".hint:not(.them)").waitFor();
    await page.waitForTimeout(WAIT);
    await page.evaluate(() => {
      window.addEventListener("keydown", () => (window.asked = performance.now()), { capture: true, once: true });
      const look = () => {
        const button = document.querySelector("[data-do-hint]");
        if (button) window.told ??= performance.now();
        if (button && !button.disabled) window.live = performance.now();
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.keyboard.press("h");
    await page.waitForFunction(() => window.live, null, { timeout: 60_000 });
    waits.push(await page.evaluate(() => ({ told: window.told - window.asked, live: window.live - window.asked })));
  }
  await context.close();
  return waits;
}

/** How long a bot takes for an action where it makes no pause, in milliseconds: North America with three of its kind. */
async function thinking(browser, base, bot) {
  const { page, context } = await visitor(browser, base);
  const id = await openTable(page, "usa", [bot, bot, bot]);
  await autoplay(page, id, midgame);
  const lines = await call(page, "GET", `/tables/${id}/log`);
  await context.close();
  return lines.flatMap(({ kind, seat, at }, index) => (kind === "action" && seat > 0 ? [at - lines[index - 1].at] : []));
}

/** Lighthouse for a desktop or a phone: its scores, and how long the page did not answer. `cookie` says whose page it is. */
async function lighthouse(address, { phone, cookie }) {
  const flags = "--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking";
  const as = [...(phone ? [] : ["--preset=desktop"]), ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [])];
  const asked = ["--yes", LIGHTHOUSE, address, ...as, "--quiet", "--output=json", `--chrome-flags=${flags}`];
  const { stdout } = await promisify(execFile)("npx", asked, { env: { ...process.env, CHROME_PATH: CHROMIUM }, maxBuffer: 2 ** 26, timeout: 180_000 });
  const { categories, audits } = JSON.parse(stdout);
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`);
  return `${scores.join(", ")}; blocked ${audits["total-blocking-time"].numericValue.toFixed(0)} ms, shift ${audits["cumulative-layout-shift"].numericValue.toFixed(4)}`;
}

const server = await new TestServer({ ALLABOARD_REVIEW_GAMES: "20" }).open();
const browser = await launch();
const { english, all } = sizeOfAll();
const { kilobytes } = await weightUntilTable(browser, server.base);
console.log(`script and style, compressed: ${kilobytes.toFixed(1)} KB from home until a table is shown; every screen ${english.toFixed(1)} KB in English, ${all.toFixed(1)} KB in three languages`);
await loading(browser, server.base);
for (let visit = 1; visit <= 3; visit += 1) {
  const { paint, usable, shift } = await loading(browser, server.base);
  console.log(`fresh visit ${visit}: first paint ${paint.toFixed(0)} ms, usable ${usable.toFixed(0)} ms, layout shift ${shift.toFixed(4)}`);
}
for (const theme of ["day", "night"]) {
  const { gaps, work } = await frames(browser, server.base, theme);
  console.log(`${theme}: ${gaps.length} frames, gap p50 ${quantile(gaps, 0.5).toFixed(1)} p95 ${quantile(gaps, 0.95).toFixed(1)} ms; own work a frame p50 ${quantile(work, 0.5).toFixed(1)} p95 ${quantile(work, 0.95).toFixed(1)} most ${Math.max(...work).toFixed(1)} ms`);
}
for (const [deed, { gaps, longest }] of Object.entries(await movingBoard(browser, server.base)))
  console.log(`${deed} on North America: ${gaps.length} frames, gap p50 ${quantile(gaps, 0.5).toFixed(1)} p95 ${quantile(gaps, 0.95).toFixed(1)} most ${Math.max(...gaps).toFixed(1)} ms; longest task ${longest.toFixed(0)} ms (0: none above 50)`);
for (const edition of ["new-york", "london", "usa"]) {
  const waits = await hints(browser, server.base, edition);
  const most = (which) => Math.max(...waits.map((wait) => wait[which])).toFixed(0);
  console.log(`hints on ${edition}, ${waits.length} turns: what to do and why after ${most("told")} ms at most, it can be done after ${most("live")} ms at most`);
}
for (const bot of ["easy", "normal", "hard"]) {
  const times = await thinking(browser, server.base, bot);
  console.log(`${bot} on North America: ${times.length} actions, p50 ${quantile(times, 0.5)} p95 ${quantile(times, 0.95)} most ${Math.max(...times)} ms`);
}
const { places, memory } = await openPlaces(browser, server.base);
const mine = memory.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
const STRANGE = ["home", "invitation"];
const DESKTOP = ["home", "invitation", "lobby", "five players", "end of usa", "replay of usa", "rules", "own board", "review", "puzzles"].map((name) => ({ name, phone: false }));
const PHONE = ["home", "five players"].map((name) => ({ name, phone: true }));
for (const { name, phone } of [...DESKTOP, ...PHONE]) {
  const told = lighthouse(server.base + places[name][0], { phone, cookie: STRANGE.includes(name) ? "" : mine });
  console.log(`Lighthouse, ${name}${phone ? " on a phone" : ""}: ${await told.catch((error) => `not to be had: ${error.message.split("\n")[0]}`)}`);
}
await browser.close();
await server.close();
