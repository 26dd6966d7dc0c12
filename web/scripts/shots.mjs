// `make shots`: every screen in pictures, desktop and phone, day and night. BASE names a running server, or one is started.
import { mkdirSync } from "node:fs";
import { TestServer } from "../../tests/browser/server.mjs";
import { autoplay, call, launch, openTable, visitor } from "./driver.mjs";

const OUT = process.env.SHOTS ?? new URL("../../build/shots/", import.meta.url).pathname;
mkdirSync(OUT, { recursive: true });

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844, touch: true };
const myTurn = (now) => now.view.phase === "turn" && now.view.acting.includes(now.seat);

const server = await new TestServer().open();
const browser = await launch();

async function shot(page, name) {
  await page.waitForTimeout(900);
  await page.screenshot({ path: `${OUT}/${name}.png` });
}

/** Press a route as the keyboard does. */
async function press(page, route) {
  await page.locator(`[data-route="${route}"]`).focus();
  await page.keyboard.press("Enter");
}

async function midgame(page, edition) {
  const { pieces } = await call(page, "GET", `/editions/${edition}`);
  const id = await openTable(page, edition, edition.startsWith("usa") ? ["greedy", "greedy", "greedy"] : ["greedy", "greedy"]);
  await autoplay(page, id, (now) => myTurn(now) && now.view.seats[0].pieces < pieces * 0.6);
  return id;
}

/** On a turn with a choice of payments: which route has most of them, and one that cannot be paid yet. */
async function choices(page, id) {
  for (;;) {
    const now = await autoplay(page, id, myTurn);
    if (now.status === "over") return {};
    const options = await call(page, "GET", `/tables/${id}/options`);
    const claims = options.legal.filter(({ kind }) => kind === "claim").map(({ route }) => route);
    const many = claims.find((route) => claims.filter((other) => other === route).length > 2);
    const short = options.refusals.find(({ rule }) => rule === "R-CLAIM-1")?.routes[0];
    if (many) return { many, short };
    const draw = options.legal.find(({ kind }) => kind === "draw deck") ?? options.legal[0];
    await call(page, "POST", `/tables/${id}/actions`, { action: draw.action, seen: now.n, seat: 0 });
  }
}

for (const [size, look] of [["desktop", wide], ["phone", phone]]) {
  for (const theme of ["day", "night"]) {
    const { page, context } = await visitor(browser, server.base, { ...look, theme });
    const tag = `${size}-${theme}`;
    await shot(page, `home-${tag}`);
    for (const edition of ["new-york", "london", "usa"]) {
      const id = await midgame(page, edition);
      await page.goto(`/#/table/${id}`);
      await page.locator(".hint").first().waitFor();
      await shot(page, `table-${edition}-${tag}`);
      if (edition === "london") continue;
      const { many, short } = await choices(page, id);
      if (!many) throw new Error(`the game on ${edition} ended before a route had several payments; try again`);
      await page.reload();
      await page.locator(".hint").first().waitFor();
      await press(page, many);
      await shot(page, `chooser-${edition}-${tag}`);
      await page.keyboard.press("Escape");
      if (short) {
        await press(page, short);
        await shot(page, `refusal-${edition}-${tag}`);
        await page.keyboard.press("Escape");
      }
      await autoplay(page, id, () => false);
      await page.reload();
      await page.locator(".finale table").waitFor();
      await page.waitForTimeout(1500);
      await shot(page, `end-${edition}-${tag}`);
      await page.goto(`/#/replay/${id}?n=30`);
      await page.getByRole("slider").waitFor();
      await shot(page, `replay-${edition}-${tag}`);
      await page.goto(`/#/table/${await openTable(page, edition)}`);
      await page.locator("[role=checkbox]").first().waitFor();
      await shot(page, `offer-${edition}-${tag}`);
    }
    await page.goto("/#/rules/usa/claiming");
    await shot(page, `rules-${tag}`);
    const lobby = await call(page, "POST", "/tables", { edition: "usa", seats: [{ kind: "you" }, { kind: "bot", bot: "greedy", name: "Porter" }, { kind: "open" }] });
    await page.goto(`/#/table/${lobby.id}`);
    await shot(page, `lobby-${tag}`);
    const shared = await call(page, "POST", "/tables", { edition: "new-york", seats: [{ kind: "you", name: "Robin" }, { kind: "you", name: "Ada" }], begin: true });
    await page.goto(`/#/table/${shared.id}`);
    await shot(page, `curtain-${tag}`);
    await context.close();
  }
}

// The longest words, and the fullest table.
for (const [size, look] of [["desktop", wide], ["phone", phone]]) {
  const { page, context } = await visitor(browser, server.base, { ...look, locale: "de-DE" });
  await shot(page, `german-home-${size}`);
  const id = await openTable(page, "usa", ["greedy", "greedy", "greedy", "greedy"]);
  await autoplay(page, id, (now) => myTurn(now) && now.view.seats[0].pieces < 34);
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint").first().waitFor();
  await shot(page, `german-table-${size}`);
  await context.close();
}

// Between a phone and a desktop, and a phone on its side.
for (const [size, look] of [["tablet", { width: 820, height: 1180, touch: true }], ["side", { width: 844, height: 390, touch: true }], ["wide", { width: 1920, height: 1080 }]]) {
  const { page, context } = await visitor(browser, server.base, look);
  await shot(page, `home-${size}`);
  for (const edition of ["new-york", "london", "usa"]) {
    await page.goto(`/#/table/${await midgame(page, edition)}`);
    await page.locator(".hint").first().waitFor();
    await shot(page, `table-${edition}-${size}`);
  }
  await context.close();
}

// The first game, and what a good bot would do.
{
  const { page, context } = await visitor(browser, server.base, { tips: true });
  await page.getByRole("button", { name: "Start the guide" }).click();
  await page.locator("[data-note]").waitFor();
  await shot(page, "guide");
  await page.evaluate(() => localStorage.setItem("tips", "off"));
  await page.goto(`/#/table/${await midgame(page, "usa")}`);
  await page.reload();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".pay").first().waitFor({ timeout: 60_000 });
  await shot(page, "hint");
  await context.close();
}

// As people see it who tell colours apart in another way, or not at all: symbols must be enough.
for (const type of ["deuteranopia", "protanopia", "tritanopia", "achromatopsia"]) {
  const { page, context } = await visitor(browser, server.base);
  await (await context.newCDPSession(page)).send("Emulation.setEmulatedVisionDeficiency", { type });
  await page.goto(`/#/table/${await midgame(page, "usa")}`);
  await page.locator(".hint").first().waitFor();
  await shot(page, `vision-${type}`);
  await context.close();
}
await browser.close();
await server.close();
