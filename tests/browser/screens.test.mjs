// Every screen at every size: no word is cut off or lies over another, nothing to press overlaps, nothing scrolls sideways. Real scrollbars are on.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "../../web/scripts/driver.mjs";
import { misplaced } from "./faults.mjs";
import { openPlaces, visit } from "./places.mjs";
import { TestServer } from "./server.mjs";

const SIZES = [
  [360, 740], [740, 360], [390, 844], [844, 390], [768, 1024], [1024, 768], [820, 1180], [1180, 820],
].map(([width, height]) => ({ width, height, touch: true })).concat([[1024, 768], [1180, 820], [1280, 720], [1440, 900]].map(([width, height]) => ({ width, height })));
const full = process.env.LAYOUTS === "all";
// LAYOUTS chooses: all, or some of them by name ("768x1024,1440x900"); without it one phone, tablet and laptop.
const chosen = (process.env.LAYOUTS ?? "390x844,820x1180,1280x720").split(",");
const sizes = SIZES.filter(({ width, height }) => full || chosen.includes(`${width}x${height}`));
const named = ({ width, height, touch }) => `${width} x ${height}${touch ? ", touched" : ""}`;

let server, browser, places, memory;
before(async () => {
  server = await new TestServer({ ALLABOARD_REVIEW_GAMES: "20" }).open();
  browser = await launch({ scrollbars: true });
  ({ places, memory } = await openPlaces(browser, server.base));
});
after(async () => {
  await browser?.close();
  await server?.close();
});

for (const { width, height, touch = false } of sizes) {
  for (const locale of full && width === 1280 ? ["en-GB", "de-DE", "fr-FR"] : ["en-GB"]) {
    test(`every screen, ${named({ width, height, touch })}, ${locale}`, { timeout: 1_200_000 }, async () => {
      const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, locale, baseURL: server.base, storageState: memory, reducedMotion: "reduce" });
      await context.addInitScript(() => {
        localStorage.setItem("tips", "off");
        localStorage.setItem("pace", "atonce");
      });
      const page = await context.newPage();
      page.setDefaultTimeout(90_000);
      const found = {};
      for (const [name, place] of Object.entries(places)) {
        await visit(page, place);
        await page.waitForTimeout(250);
        const wrong = await page.evaluate(misplaced);
        if (wrong.length > 0) found[name] = wrong;
      }
      assert.deepEqual(found, {});
      await context.close();
    });
  }
}
