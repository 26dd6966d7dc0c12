// Whole games against bots, from the first click on Play to result and replay. EDITIONS and HANDS choose; all by default.
// HANDS is a way to play, at its usual window or at one that is named: mouse, finger@upright.
import assert from "node:assert/strict";
import { test } from "node:test";
import { visitor } from "../../web/scripts/driver.mjs";
import { finger, keyboard, mouse, playToTheEnd } from "./hands.mjs";
import { browser, server } from "./stay.mjs";

const editions = (process.env.EDITIONS ?? "new-york,london,usa,usa-anniversary").split(",");
const ways = { mouse, keyboard, finger };
const windows = {
  mouse: {}, keyboard: {}, finger: { width: 390, height: 844, touch: true }, upright: { width: 820, height: 1180, touch: true }, side: { width: 1180, height: 820, touch: true },
};
const chosen = (process.env.HANDS ?? [...Object.keys(ways), "mouse@upright", "finger@upright", "finger@side", "keyboard@upright", "keyboard@side"].join()).split(",");

for (const edition of editions) {
  for (const way of chosen) {
    test(`${edition} with ${way}`, { timeout: 400_000 }, async () => {
      const [name, at = name] = way.split("@");
      const [hands, size] = [ways[name], windows[at]];
      const { page, context, complaints } = await visitor(browser, server.base, size);
      await hands.begin(page, edition);
      await page.locator(".hint").first().waitFor();
      await playToTheEnd(page, hands);
      await page.locator(".finale table").waitFor();
      assert.match(await page.locator("h1").innerText(), /arrives? first|share first place/);
      await page.locator(".proof").waitFor();
      assert.match(await page.locator(".proof").innerText(), /Fair deal/);
      await page.getByRole("link", { name: "Replay" }).click();
      await page.getByRole("slider").waitFor();
      await page.getByRole("slider").focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.getByRole("slider").getAttribute("aria-valuenow"), "1");
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
}
