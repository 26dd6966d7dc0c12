// Dialogs are the platform's: they take the focus, keep it, close by Escape and backdrop, and give the focus back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { autoplay, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim());
const within = (page) => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
const modal = (page) => page.locator("dialog:modal");

async function seated(look) {
  const { page, complaints } = await visitor(browser, server.base, look);
  const id = await openTable(page, "new-york", ["random"]);
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  return { page, complaints };
}

test("a modal dialog keeps the focus, closes by Escape, and gives the focus back", { timeout: 60_000 }, async () => {
  const { page, complaints } = await seated();
  await page.getByRole("button", { name: "Menu" }).focus();
  await page.keyboard.press("Enter");
  await modal(page).waitFor();
  assert.equal(await focused(page), "Close", "the focus is in the dialog");
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    // Between the last stop and the first the platform may lead through the browser's own bar, never onto the page behind.
    assert.ok((await within(page)) || (await page.evaluate(() => document.activeElement === document.body)), "no stop is behind the dialog");
  }
  const before = await page.locator(".hint").first().textContent();
  await modal(page).getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("d");
  await page.keyboard.press("Escape");
  await modal(page).waitFor({ state: "detached" });
  assert.equal(await page.locator(".hint").first().textContent(), before, "the table's keys do nothing behind a dialog");
  assert.equal(await focused(page), "Menu");
  assert.deepEqual(complaints, []);
});

test("what can be done at the table is one row each in the menu, and the settings follow", { timeout: 60_000 }, async () => {
  const { page } = await seated();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByText("Theme").waitFor();
  const heights = await page.getByRole("dialog").locator(".here > *").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  assert.ok(heights.length > 2 && heights.every((height) => height <= 60), String(heights));
});

test("on a narrow phone the menu's boxes are square and its rows are whole beside the longest words", { timeout: 120_000 }, async () => {
  for (const locale of ["en-GB", "de-DE", "fr-FR"]) {
    const { page } = await seated({ width: 360, height: 740, touch: true, locale, sounds: true });
    await page.getByRole("button", { name: { "en-GB": "More", "de-DE": "Mehr", "fr-FR": "Plus" }[locale], exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input[type=checkbox]").first().waitFor();
    const boxes = await dialog.locator("input[type=checkbox]").evaluateAll((all) => all.map((one) => [one.offsetWidth, one.offsetHeight]));
    assert.ok(boxes.length >= 4 && boxes.every(([width, height]) => width === 22 && height === 22), `${locale}: ${boxes}`);
    const cut = await dialog.locator(".line, .line > *, .here > *").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 || one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent));
    assert.deepEqual(cut, [], locale);
    await page.context().close();
  }
});

test("a press beside a modal dialog closes it, a press on it does not", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  await page.getByRole("button", { name: "Your name" }).click();
  await modal(page).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "INPUT", "what is asked for has the focus");
  await modal(page).getByRole("heading").click();
  assert.equal(await modal(page).count(), 1);
  await page.mouse.click(20, 400);
  await modal(page).waitFor({ state: "detached" });
  assert.equal(await focused(page), "Your name");
});

test("one dialog can lead to another, and the focus still finds back", { timeout: 60_000 }, async () => {
  const { page } = await seated();
  await page.getByRole("button", { name: "Menu" }).click();
  await modal(page).getByRole("button", { name: "Keys" }).click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  assert.equal(await modal(page).count(), 1);
  await page.keyboard.press("Escape");
  await modal(page).waitFor({ state: "detached" });
  assert.equal(await focused(page), "Menu");
});

test("the answer on the board leaves the board in reach; Escape closes it and leads back to the route", { timeout: 60_000 }, async () => {
  const { page } = await seated();
  const routes = page.locator(".route:not(.able)");
  const [first, second] = [await routes.nth(0).getAttribute("data-route"), await routes.nth(1).getAttribute("data-route")];
  await page.locator(`[data-route="${first}"]`).focus();
  await page.keyboard.press("Enter");
  const answer = page.locator("dialog.pop");
  await answer.waitFor();
  assert.ok(await within(page), "the focus is in the answer");
  assert.equal(await modal(page).count(), 0);
  await page.keyboard.press("Escape");
  await answer.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-route")), first);
  await page.keyboard.press("Enter");
  await answer.waitFor();
  await page.locator(`[data-route="${second}"]`).focus();
  await page.keyboard.press("Enter");
  const [a] = (second ?? "").split(/[–/]/);
  await answer.getByRole("heading", { name: a }).waitFor();
});
