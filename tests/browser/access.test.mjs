// axe-core on every screen, day and night; nothing may be cut off in German.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { violations } from "./axe.mjs";
import { browser, server } from "./stay.mjs";

// Few games a decision: what a review says is not looked at here.
process.env.ALLABOARD_REVIEW_GAMES ??= "20";
const record = JSON.parse(readFileSync(new URL("coach-game.json", import.meta.url)));

for (const theme of ["day", "night"]) {
  for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844, touch: true }, { width: 820, height: 1180, touch: true }, { width: 844, height: 390, touch: true }]) {
    test(`every screen is accessible, ${theme}, ${size.width} wide`, { timeout: 600_000 }, async () => {
      const { page, context } = await visitor(browser, server.base, { theme, ...size });
      const found = {};
      const check = async (name, at = page) => {
        const list = await violations(at);
        if (list.length > 0) found[name] = list;
      };
      await check("home");
      const id = await openTable(page, "new-york", ["greedy"]);
      await page.goto(`/#/table/${id}`);
      await page.locator("[role=checkbox]").first().waitFor();
      await check("offer");
      await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
      await page.locator(".hint:not(.them)").waitFor();
      await check("table");
      await page.locator(".route:not(.able)").first().focus();
      await page.keyboard.press("Enter");
      await page.locator(".why").waitFor();
      await check("answer");
      await page.keyboard.press("Escape");
      await page.keyboard.press("d");
      await page.locator("[data-badge]").waitFor();
      await check("a fresh card");
      await autoplay(page, id, () => false);
      await page.reload();
      await page.locator(".finale table").waitFor();
      await check("end");
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: "Replay the end" }).click();
      await page.locator(".ceremony").waitFor();
      await check("ceremony");
      await page.keyboard.press("Escape");
      await page.locator(".ceremony[data-station=result]").waitFor();
      await check("departure");
      await page.goto(`/#/replay/${id}`);
      await page.getByRole("slider").waitFor();
      await check("replay");
      await page.goto("/#/rules/london/drawing");
      await page.locator("article h1").waitFor();
      await check("rules");
      const lobby = await call(page, "POST", "/tables", { edition: "usa", seats: [{ kind: "you" }, { kind: "open" }] });
      await page.goto(`/#/table/${lobby.id}`);
      await page.locator("#invitation").waitFor();
      await check("lobby");
      const guest = await visitor(browser, server.base, { theme, ...size });
      await guest.page.goto(`/#/join/${lobby.invitation.invite}`);
      await guest.page.locator("dl").waitFor();
      await check("invitation", guest.page);
      await guest.context.close();
      await page.goto("/#/board");
      await page.locator(".drop").waitFor();
      await check("own board");
      await page.goto("/#/watch");
      await page.locator("#link").waitFor();
      await check("watch");
      const shared = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you", name: "Ada" }, { kind: "you", name: "Ben" }], begin: true, start: 0 });
      await page.goto(`/#/table/${shared.id}`);
      await page.locator(".curtain").waitFor();
      await check("curtain");
      await page.getByRole("button", { name: "Show my cards" }).click();
      await page.getByRole("button", { name: size.width <= 720 || size.height <= 500 ? "More" : "Menu" }).click();
      await page.getByRole("dialog").waitFor();
      await check("menu");
      const reviewed = (await call(page, "POST", "/records", { record })).id;
      await page.goto(`/#/review/${reviewed}`);
      await page.getByRole("slider", { name: /Chance to win/ }).waitFor();
      await check("review");
      await page.goto(`/#/exercise/${reviewed}/20`);
      await page.getByText("What would you do?").waitFor();
      await check("exercise");
      await page.goto("/#/puzzles");
      await page.getByRole("link", { name: "Solve" }).waitFor();
      await check("puzzles");
      await page.getByRole("link", { name: "Solve" }).click();
      await page.locator(".hint").first().waitFor();
      await check("puzzle");
      await page.goto(`/#/analysis?table=${id}&n=20`);
      await page.locator(".candidate").first().waitFor();
      await page.waitForFunction(() => !document.querySelector(".btn.teal:disabled"));
      await check("analysis");
      const training = await openTable(page, "usa", ["greedy"], { training: true });
      await autoplay(page, training, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
      await page.goto(`/#/table/${training}`);
      await page.locator(".hint").first().waitFor();
      // Phones keep it put away until it is asked for.
      if (size.width <= 720 || size.height <= 500) await page.locator("[data-training]").click();
      await page.getByText("turns left").first().waitFor();
      await check("training");
      assert.deepEqual(found, {});
      await context.close();
    });
  }
}

/** How wide the page is at most in the next so many milliseconds, looked at in every frame. */
const widestFor = (time) =>
  new Promise((resolve) => {
    const end = performance.now() + time;
    const look = (widest) => requestAnimationFrame(() => (performance.now() > end ? resolve(widest) : look(Math.max(widest, document.documentElement.scrollWidth))));
    look(0);
  });

for (const locale of ["de-DE", "fr-FR"]) {
  test(`no text is cut off in ${locale}`, { timeout: 240_000 }, async () => {
    for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844, touch: true }, { width: 820, height: 1180, touch: true }, { width: 844, height: 390, touch: true }]) {
      const { page, context } = await visitor(browser, server.base, { locale, ...size });
      const id = await openTable(page, "usa", ["greedy", "greedy"]);
      const reviewed = (await call(page, "POST", "/records", { record })).id;
      await page.goto(`/#/review/${reviewed}`);
      while ((await call(page, "GET", `/tables/${reviewed}/review`)).kind !== "done") await page.waitForTimeout(200);
      const coach = [`/#/review/${reviewed}`, `/#/exercise/${reviewed}/20`, `/#/analysis?table=${reviewed}&n=20`];
      for (const place of ["/#/", `/#/table/${id}`, "/#/rules/usa/scoring", "/#/board", ...coach]) {
        await page.goto(place);
        const widest = await page.evaluate(widestFor, 1200);
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll("button, .say, .lead, h1, h2, h3, label, .btn")]
            .filter((element) => element.offsetParent !== null && !element.title && getComputedStyle(element).textOverflow !== "ellipsis")
            .filter((element) => element.scrollWidth > element.clientWidth + 2 && element.clientWidth > 4 && !element.querySelector("svg, img"))
            .map((element) => element.innerText.slice(0, 60)),
        );
        assert.deepEqual(cut, [], `${place} at ${size.width}`);
        assert.ok(widest <= size.width + 1, `${place} does not scroll sideways at ${size.width}, nor while things move: ${widest}`);
      }
      await context.close();
    }
  });
}
