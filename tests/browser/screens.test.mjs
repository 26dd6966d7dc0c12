// Every screen at every size: no word is cut off or lies over another, nothing to press overlaps, nothing scrolls sideways. Real scrollbars are on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { autoplay, call, launch, openTable, visitor } from "../../web/scripts/driver.mjs";
import { misplaced } from "./faults.mjs";
import { TestServer } from "./server.mjs";

const SIZES = [
  [360, 740], [740, 360], [390, 844], [844, 390], [768, 1024], [1024, 768], [820, 1180], [1180, 820],
].map(([width, height]) => ({ width, height, touch: true })).concat([[1024, 768], [1180, 820], [1280, 720], [1440, 900]].map(([width, height]) => ({ width, height })));
const full = process.env.LAYOUTS === "all";
// LAYOUTS chooses: all, or some of them by name ("768x1024,1440x900"); without it one phone, tablet and laptop.
const chosen = (process.env.LAYOUTS ?? "390x844,820x1180,1280x720").split(",");
const sizes = SIZES.filter(({ width, height }) => full || chosen.includes(`${width}x${height}`));
const named = ({ width, height, touch }) => `${width} x ${height}${touch ? ", touched" : ""}`;
const myTurn = (now) => now.view.phase === "turn" && now.view.acting.includes(now.seat);

let server, browser, places, memory;
before(async () => {
  server = await new TestServer({ ALLABOARD_REVIEW_GAMES: "20" }).open();
  browser = await launch({ scrollbars: true });
  const { page, context } = await visitor(browser, server.base);
  const over = {};
  for (const [edition, bots] of [["new-york", 2], ["london", 3], ["usa", 3]]) {
    over[edition] = await openTable(page, edition, Array(bots).fill("greedy"));
    await autoplay(page, over[edition], () => false);
  }
  const five = await openTable(page, "usa", Array(4).fill("greedy"));
  await autoplay(page, five, (now) => myTurn(now) && now.view.seats[0].pieces < 38);
  const training = await openTable(page, "usa", ["greedy", "greedy"], { training: true });
  await autoplay(page, training, (now) => myTurn(now) && now.view.seats[0].pieces < 38);
  const lobby = await call(page, "POST", "/tables", { edition: "usa", seats: [{ kind: "you", name: "Robin" }, { kind: "bot", bot: "greedy", name: "Porter" }, { kind: "open" }] });
  const shared = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you", name: "Robin" }, { kind: "you", name: "Ada" }], begin: true });
  const record = (await call(page, "POST", "/records", { record: JSON.parse(readFileSync(new URL("coach-game.json", import.meta.url))) })).id;
  const { today } = await call(page, "GET", "/puzzles");
  // What is on each screen once it stands.
  places = {
    home: ["/#/", ".poster"], lobby: [`/#/table/${lobby.id}`, "#invitation"], curtain: [`/#/table/${shared.id}`, ".curtain"],
    "five players": [`/#/table/${five}`, ".hint"], training: [`/#/table/${training}`, ".hint"],
    ...Object.fromEntries(Object.entries(over).flatMap(([edition, id]) => [[`end of ${edition}`, [`/#/table/${id}`, ".finale table"]], [`replay of ${edition}`, [`/#/replay/${id}?n=40`, "[role=slider]"]]])),
    rules: ["/#/rules/usa/claiming", "article h1"], watch: ["/#/watch", "#link"], "own board": ["/#/board", ".drop"], lost: ["/#/nowhere", "h1"],
    review: [`/#/review/${record}`, "[role=slider]"], exercise: [`/#/exercise/${record}/20`, ".hint"], puzzles: ["/#/puzzles", ".btn.pri.big"], puzzle: [`/#/puzzles/${today}`, ".hint"],
    "analysis of a standing board": [`/#/analysis?table=${over["new-york"]}&n=30`, ".candidate"], "analysis of a lying board": [`/#/analysis?table=${over.usa}&n=60`, ".candidate"],
  };
  memory = await context.storageState();
  await context.close();
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
      for (const [name, [path, sign]] of Object.entries(places)) {
        await page.goto("about:blank");
        await page.goto(path);
        await page.locator(sign).first().waitFor();
        await page.waitForFunction(() => document.fonts.status === "loaded");
        await page.waitForTimeout(250);
        const wrong = await page.evaluate(misplaced);
        if (wrong.length > 0) found[name] = wrong;
      }
      assert.deepEqual(found, {});
      await context.close();
    });
  }
}
