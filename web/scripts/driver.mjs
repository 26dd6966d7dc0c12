// Plays at a real server through a browser: shared by the screenshots and the browser tests.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const INSTALLED = "/usr/bin/chromium";
/** Where none is installed, the one that `scripts/browser.py` has fetched. */
const FETCHED = fileURLToPath(new URL("../../build/browser/chromium.sh", import.meta.url));
export const CHROMIUM = process.env.CHROMIUM ?? (existsSync(INSTALLED) ? INSTALLED : FETCHED);

/** `scrollbars`: those of a desktop, which take their room; Playwright hides them. A browser that crashes before it is there is started once more. */
export async function launch({ scrollbars = false } = {}) {
  const options = {
    executablePath: CHROMIUM, ignoreDefaultArgs: scrollbars ? ["--hide-scrollbars"] : [],
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  };
  try {
    return await chromium.launch(options);
  } catch (error) {
    if (!String(error).includes("signal=SIG")) throw error;
    return chromium.launch(options);
  }
}

/** A person's browser: its own cookie, its own storage. `memory` is what somebody had before. Complaints of the page are collected. */
export async function visitor(browser, base, { width = 1440, height = 900, theme = "day", locale = "en-GB", touch = false, mobile = touch, tips = false, sounds = false, pace = "atonce", memory } = {}) {
  const context = await browser.newContext({
    viewport: { width, height }, locale, hasTouch: touch, isMobile: mobile, colorScheme: theme === "night" ? "dark" : "light", baseURL: base, storageState: memory,
  });
  await context.addInitScript(({ theme, tips, sounds, pace }) => {
    localStorage.setItem("theme", theme);
    if (!sounds) localStorage.setItem("sounds", "none");
    if (!localStorage.getItem("pace")) localStorage.setItem("pace", pace);
    if (!tips) localStorage.setItem("tips", "off");
  }, { theme, tips, sounds, pace });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto("/");
  // The first visit introduces itself; before that, nobody would own the tables that are opened.
  await page.locator(".poster").first().waitFor();
  return { context, page, complaints };
}

export async function call(page, method, path, body) {
  return page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(`/api/v1${path}`, { method, headers: { "Content-Type": "application/json" }, body: body === null ? undefined : JSON.stringify(body) });
      return answer.json();
    },
    [method, path, body ?? null],
  );
}

/** Open a table against bots and return its id. */
export async function openTable(page, edition, bots = ["greedy", "greedy"], more = {}) {
  const names = ["Old Conductor", "Signalman", "Porter", "Stationmistress"];
  const seats = [{ kind: "you", name: "Robin" }, ...bots.map((bot, index) => ({ kind: "bot", bot, name: names[index] }))];
  const table = await call(page, "POST", "/tables", { edition, seats, begin: true, start: 0, pace: 0, ...more });
  return table.id;
}

const wish = (action) => (action.kind === "claim" ? 10 * Object.values(action.payment).reduce((sum, count) => sum + count, 0) - 3 * (action.payment.wild ?? 0) : 0);

/** Let the seat play by itself, through the server, until `enough` says so. */
export async function autoplay(page, id, enough) {
  for (;;) {
    const now = await call(page, "GET", `/tables/${id}/view`);
    if (now.status === "over" || enough(now)) return now;
    if (!now.view.acting.includes(now.seat)) {
      await page.waitForTimeout(60);
      continue;
    }
    const options = await call(page, "GET", `/tables/${id}/options`);
    const wanted = new Set(options.ways.flatMap((way) => way.routes));
    const rank = (action) => wish(action) + (wanted.has(action.route) ? 100 : 0) + (action.kind === "keep" ? 5 - action.keep.length : 0) + (action.kind === "draw tickets" ? -50 : 0) + (action.kind === "draw deck" ? 2 : 0);
    const claims = options.legal.filter((action) => action.kind !== "claim" || wanted.has(action.route) || wanted.size === 0);
    const choice = (claims.length > 0 ? claims : options.legal).toSorted((one, other) => rank(other) - rank(one))[0];
    await call(page, "POST", `/tables/${id}/actions`, { action: choice.action, seen: now.n, seat: now.seat });
  }
}
