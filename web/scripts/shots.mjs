// `make shots`: every screen in pictures, from phone to wide desktop, day and night. BASE names a running server, or one is started.
// SIZES and SCREENS choose by name: SIZES=laptop SCREENS="end of usa,longest path".
import { mkdirSync } from "node:fs";
import { myTurn, openPlaces, visit } from "../../tests/browser/places.mjs";
import { TestServer } from "../../tests/browser/server.mjs";
import { autoplay, call, launch, openTable, visitor } from "./driver.mjs";

const OUT = process.env.SHOTS ?? new URL("../../build/shots/", import.meta.url).pathname;
mkdirSync(OUT, { recursive: true });

const touch = true;
const SIZES = {
  phone: { width: 390, height: 844, touch }, tablet: { width: 820, height: 1180, touch }, laptop: { width: 1280, height: 720 }, desktop: { width: 1440, height: 900 },
  "phone-side": { width: 844, height: 390, touch }, "tablet-side": { width: 1180, height: 820, touch }, wide: { width: 1920, height: 1080 },
};
/** Of these sizes, only what they have an arrangement of their own for. */
const FEW = ["phone-side", "tablet-side", "wide"];
const few = (name) => /^(home|table|end|replay|longest)/.test(name);
const chosen = (list, name) => !list || list.split(",").includes(name);
const sizes = Object.entries(SIZES).filter(([size]) => chosen(process.env.SIZES, size));
const wanted = (screen) => chosen(process.env.SCREENS, screen);
const THEMES = ["day", "night"];

const server = await new TestServer({ ALLABOARD_REVIEW_GAMES: "20" }).open();
const browser = await launch();

/** A screen once everything on it has arrived; what turns for ever is not waited for, and the end is told as it is told. */
async function shot(page, name) {
  await page.waitForTimeout(900);
  await page.evaluate(async () => {
    const coming = document.getAnimations().filter(({ effect, playState }) => playState === "running" && effect.getComputedTiming().endTime < Infinity && !effect.target?.closest(".ceremony"));
    await Promise.all(coming.map(({ finished }) => finished.catch(() => undefined)));
  });
  await page.screenshot({ path: `${OUT}/${name.replaceAll(" ", "-")}.png` });
}

/** Press a route as the keyboard does. */
async function press(page, route) {
  await page.locator(`[data-route="${route}"]`).focus();
  await page.keyboard.press("Enter");
}

/** One's own action: which of those that are legal is `chosen`. */
const act = async (page, id, chosen) => {
  const { n } = await call(page, "GET", `/tables/${id}/view`);
  const { legal } = await call(page, "GET", `/tables/${id}/options`);
  await call(page, "POST", `/tables/${id}/actions`, { action: chosen(legal).action, seen: n, seat: 0 });
};
const keepAll = (legal) => legal.filter(({ kind }) => kind === "keep").toSorted((one, other) => other.keep.length - one.keep.length)[0];

/** In the middle of a game, with three tickets or more. */
async function midgame(page, edition, bots = 2) {
  const { pieces } = await call(page, "GET", `/editions/${edition}`);
  const id = await openTable(page, edition, Array(bots).fill("greedy"));
  await act(page, id, keepAll);
  while ((await autoplay(page, id, myTurn)).view.you.tickets.length < 3) {
    await act(page, id, (legal) => legal.find(({ kind }) => kind === "draw tickets"));
    await act(page, id, keepAll);
  }
  await autoplay(page, id, (now) => myTurn(now) && now.view.seats[0].pieces < pieces * 0.6);
  return id;
}

/** Whether a rival has claimed something since one's turn. */
async function outlined(page, id) {
  const lines = (await call(page, "GET", `/tables/${id}/log`)).filter(({ kind }) => kind === "action");
  return lines.slice(lines.findLastIndex(({ seat }) => seat === 0) + 1).some(({ events }) => events.some(({ kind }) => kind === "claimed"));
}

/** On a turn before which rivals have claimed, with a choice of payments: which route has most of them, and one that cannot be paid yet; null where the game ends before. */
async function choices(page, id) {
  for (;;) {
    const now = await autoplay(page, id, myTurn);
    if (now.status === "over") return null;
    const options = await call(page, "GET", `/tables/${id}/options`);
    const claims = options.legal.filter(({ kind }) => kind === "claim").map(({ route }) => route);
    const many = claims.find((route) => claims.filter((other) => other === route).length > 2);
    const short = options.refusals.find(({ rule }) => rule === "R-CLAIM-1")?.routes[0];
    if (many && short && (await outlined(page, id))) return { many, short };
    await act(page, id, (legal) => legal.find(({ kind }) => kind === "draw deck") ?? legal[0]);
  }
}

/** Tables, and what is done at one. */
async function openTables() {
  const { page, context } = await visitor(browser, server.base);
  const places = {};
  for (const edition of ["new-york", "london", "usa"]) {
    let [id, found] = ["", null];
    while (!found) {
      id = await midgame(page, edition, edition === "usa" ? 3 : 2);
      found = await choices(page, id);
    }
    const at = [`/#/table/${id}`, ".hint"];
    places[`table ${edition}`] = at;
    places[`chooser ${edition}`] = [...at, (page) => press(page, found.many)];
    places[`refusal ${edition}`] = [...at, (page) => press(page, found.short)];
    places[`hint ${edition}`] = [...at, async (page) => {
      await page.keyboard.press("h");
      await page.waitForFunction(() => document.querySelector("[data-do-hint]")?.closest("[aria-busy]").getAttribute("aria-busy") === "false", null, { timeout: 60_000 });
    }];
    places[`offer ${edition}`] = [`/#/table/${await openTable(page, edition)}`, "[role=checkbox]"];
  }
  const memory = await context.storageState();
  await context.close();
  return { places, memory };
}

for (const { places, memory } of [await openPlaces(browser, server.base), await openTables()]) {
  for (const [size, look] of sizes) {
    for (const theme of THEMES) {
      const { page, context } = await visitor(browser, server.base, { ...look, theme, pace: "brisk", memory: { ...memory, origins: [] } });
      page.setDefaultTimeout(90_000);
      for (const [name, place] of Object.entries(places)) {
        if (!wanted(name) || (FEW.includes(size) && !few(name))) continue;
        await visit(page, place);
        await shot(page, `${name}-${size}-${theme}`);
      }
      await context.close();
    }
  }
}

// The first game.
for (const [size, look] of sizes.filter(([size]) => wanted("guide") && !FEW.includes(size))) {
  for (const theme of THEMES) {
    const { page, context } = await visitor(browser, server.base, { ...look, theme, tips: true });
    await page.getByRole("button", { name: "Start the guide" }).click();
    await page.locator("[data-note]").waitFor();
    await shot(page, `guide-${size}-${theme}`);
    await context.close();
  }
}

// The longest words, and the fullest table.
for (const [size, look] of sizes.filter(([size]) => wanted("german") && ["desktop", "phone"].includes(size))) {
  const { page, context } = await visitor(browser, server.base, { ...look, locale: "de-DE" });
  await shot(page, `german-home-${size}`);
  const id = await openTable(page, "usa", ["greedy", "greedy", "greedy", "greedy"]);
  await autoplay(page, id, (now) => myTurn(now) && now.view.seats[0].pieces < 34);
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint").first().waitFor();
  await shot(page, `german-table-${size}`);
  await context.close();
}

// As people see it who tell colours apart in another way, or not at all: symbols must be enough.
for (const type of ["deuteranopia", "protanopia", "tritanopia", "achromatopsia"].filter(() => wanted("vision"))) {
  const { page, context } = await visitor(browser, server.base);
  await (await context.newCDPSession(page)).send("Emulation.setEmulatedVisionDeficiency", { type });
  await page.goto(`/#/table/${await midgame(page, "usa", 3)}`);
  await page.locator(".hint").first().waitFor();
  await shot(page, `vision-${type}`);
  await context.close();
}
await browser.close();
await server.close();
