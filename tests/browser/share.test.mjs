// What is heard, and links that others follow: sounds measured as the browser renders them, paths that lead to their screens.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

/** Somebody at a table on their turn, whose browser notes every sound that it starts. */
async function listener() {
  const { page, context, complaints } = await visitor(browser, server.base, { sounds: true, pace: "brisk" }); // bots that answer at once call nobody back
  await context.addInitScript(() => {
    window.heard = [];
    // What a test evaluates counts as a deed in this browser; only what is pressed shall.
    const activation = { hasBeenActive: false };
    Object.defineProperty(navigator, "userActivation", { value: activation });
    window.addEventListener("pointerdown", () => (activation.hasBeenActive = true), { capture: true });
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (when) {
      if (this.context instanceof AudioContext) window.heard.push(this.buffer);
      return start.call(this, when);
    };
  });
  const id = await openTable(page, "new-york", ["random"]);
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  return { page, complaints };
}

/** Length in milliseconds and loudest moment in decibels of each sound so far, rendered by the browser; then forget them. */
const measured = (page) =>
  page.evaluate(async () => {
    const found = [];
    for (const buffer of window.heard.splice(0)) {
      const offline = new OfflineAudioContext(1, Math.ceil(buffer.duration * 48_000), 48_000);
      const source = offline.createBufferSource();
      source.buffer = buffer;
      source.connect(offline.destination);
      source.start();
      const rendered = (await offline.startRendering()).getChannelData(0);
      const peak = rendered.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      found.push({ length: Math.round(1000 * buffer.duration), level: 20 * Math.log10(peak) });
    }
    return found;
  });

const has = (sounds, length, level) => sounds.some((sound) => sound.length === length && Math.abs(sound.level - level) < 1.5);
const draw = (page) => page.locator("[data-slot=deck][aria-disabled=false]").click();
/** Both cards of a turn; a press while the first is still on its way would be none. */
const drawBoth = async (page) => {
  const sign = await page.locator(".hint .say").innerText();
  await draw(page);
  await page.waitForFunction((before) => document.querySelector(".hint .say").innerText !== before, sign);
  await draw(page);
};
/** Both cards, and the rival's move after them: done when it is one's turn again, and the title says so. */
const drawRound = async (page) => {
  const look = async () => (await call(page, "GET", `/tables/${page.url().split("/").at(-1)}/view`)).view;
  const { turns } = await look();
  await drawBoth(page);
  for (let now = await look(); now.turns < turns + 2 || !now.acting.includes(0); now = await look()) await page.waitForTimeout(100);
  await page.waitForFunction(() => document.title.startsWith("● Your turn · "));
  await page.waitForTimeout(500);
};
const choose = async (page, name) => {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("radio", { name }).click();
  await page.keyboard.press("Escape");
};

test("cards are heard as long and as loud as designed, turns only on request, and nothing when nothing is wanted", { timeout: 120_000 }, async () => {
  const { page, complaints } = await listener();
  assert.deepEqual(await measured(page), [], "nothing sounds before the first deed");
  await draw(page);
  await page.waitForFunction(() => window.heard.length > 0);
  assert.ok(has(await measured(page), 160, -24), "a card from the deck");
  await draw(page);
  await page.locator(".hint:not(.them)").waitFor();
  await page.waitForFunction(() => window.heard.some(({ duration }) => duration > 0.69));
  assert.ok(has(await measured(page), 700, -18), "one's turn");

  await page.evaluate(() => Object.defineProperty(document, "hidden", { configurable: true, get: () => true }));
  await drawRound(page);
  assert.deepEqual(await measured(page), [], "a hidden page tells one's turn by its title, and is silent");
  await page.evaluate(() => delete document.hidden);

  await choose(page, "Turns only");
  await measured(page);
  await drawBoth(page);
  await page.waitForFunction(() => window.heard.length > 0);
  const turns = await measured(page);
  assert.deepEqual([...new Set(turns.map(({ length }) => length))], [700], "the call to one's turn, and no cards");

  await choose(page, "None");
  await measured(page);
  await drawBoth(page);
  await page.locator(".hint:not(.them)").waitFor();
  await page.waitForTimeout(500);
  assert.deepEqual(await measured(page), []);
  await page.reload();
  await page.getByRole("button", { name: "Menu" }).click();
  assert.ok(await page.getByRole("radio", { name: "None" }).isChecked(), "the device remembers");
  assert.equal(await page.getByRole("slider").count(), 0);
  assert.deepEqual(complaints, []);
});

test("who asks to be called hears the chime and is notified while the page is hidden, until they want it no more", { timeout: 120_000 }, async () => {
  const { page, complaints } = await listener();
  await page.evaluate(() => {
    window.told = [];
    window.Notification = class {
      static permission = "default";
      static requestPermission = async () => (this.permission = "granted");
      constructor(title, { body, tag }) {
        window.told.push([title, body, tag]);
      }
    };
  });
  const hide = () => page.evaluate(() => Object.defineProperty(document, "hidden", { configurable: true, get: () => true }));
  const show = () => page.evaluate(() => delete document.hidden);
  const told = () => page.evaluate(() => window.told.splice(0));
  const wish = async (on) => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByLabel("Call me to my turn").setChecked(on);
    await page.keyboard.press("Escape");
  };
  await wish(true);
  await drawRound(page);
  await page.waitForFunction(() => window.heard.some(({ duration }) => duration > 0.69));
  assert.deepEqual(await told(), [], "who looks at the page is not notified");
  await measured(page);
  await hide();
  await drawBoth(page);
  await page.waitForFunction(() => window.told.length > 0 && window.heard.length > 0);
  assert.deepEqual(await told(), [["Your turn", "New York", page.url().split("/").at(-1)]]);
  assert.deepEqual([...new Set((await measured(page)).map(({ length }) => length))], [700], "the call, and no cards");
  await show();
  await wish(false);
  await hide();
  await drawRound(page);
  assert.deepEqual([await told(), await measured(page)], [[], []]);
  assert.deepEqual(complaints, []);
});

test("the slider makes everything softer, and is remembered", { timeout: 60_000 }, async () => {
  const { page } = await listener();
  await page.getByRole("button", { name: "Menu" }).click();
  const slider = page.getByRole("slider", { name: "Volume" });
  await slider.fill("50");
  await page.reload();
  await page.getByRole("button", { name: "Menu" }).click();
  assert.equal(await slider.inputValue(), "50");
});

test("a path leads to its screen, and one that leads nowhere shows the way home", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const id = await openTable(page, "new-york", ["random"]);
  await page.goto(`/table/${id}`);
  await page.locator(".board").first().waitFor();
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).hash, `/#/table/${id}`);

  const answer = await page.goto("/some/where");
  assert.equal(answer.status(), 404);
  await page.getByRole("link", { name: "Home" }).last().click();
  await page.locator(".poster").first().waitFor();
  assert.equal(new URL(page.url()).pathname, "/");
});

test("the end offers a poster, and a link whose preview tells who won", { timeout: 120_000 }, async () => {
  const { page, context } = await visitor(browser, server.base);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await openTable(page, "new-york", ["random"]);
  await autoplay(page, id, () => false);
  await page.goto(`/table/${id}`);
  // A server with much to do is still at it: the page says so and asks again.
  let asked = 0;
  await page.route("**/pictures/poster.png", (route) => ((asked += 1) > 2 ? route.continue() : route.fulfill({ status: 503, headers: { "Retry-After": "1" }, contentType: "application/problem+json", body: JSON.stringify({ type: "urn:allaboard:problem:unavailable", title: "", status: 503, detail: "the picture is still being made; try again" }) })));
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  await page.getByRole("button", { name: "Being made" }).waitFor();
  const download = await saved;
  assert.equal(download.suggestedFilename(), "New York.png");
  assert.equal((await readFile(await download.path())).subarray(1, 4).toString(), "PNG");
  assert.equal(asked, 3);
  await page.getByRole("button", { name: "Picture", exact: true }).waitFor();
  const drawing = page.waitForEvent("download");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Picture as SVG" }).click();
  const sharp = await drawing;
  assert.equal(sharp.suggestedFilename(), "New York.svg");
  assert.match((await readFile(await sharp.path())).toString(), /^(<\?xml[^>]*>\s*)?<svg /);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${server.base}/replay/${id}`);
  const html = await fetch(link).then((shared) => shared.text());
  assert.match(html, /<meta property="og:title" content="[^"]* arrives? first" \/>/);
  const image = /og:image" content="([^"]*)"/.exec(html)[1];
  assert.equal((await fetch(image)).headers.get("content-type"), "image/png");
  assert.equal((await call(page, "GET", `/tables/${id}`)).status, "over");
});
