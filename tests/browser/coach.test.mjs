// The coach: a finished game is reviewed, a mark is opened as an exercise, failed and shown, and played on from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

/** A quick game that somebody has played to its end without much thought: there is something to mark. */
async function finished(page) {
  const id = await openTable(page, "new-york", ["normal"]);
  for (let step = 7; ; step += 1) {
    const now = await call(page, "GET", `/tables/${id}/view?options=true`);
    if (now.status === "over") return id;
    if (now.view.acting.includes(now.seat)) {
      const { legal } = now.options;
      await call(page, "POST", `/tables/${id}/actions`, { action: legal[(step * 7919) % legal.length].action, seen: now.n, seat: now.seat });
    } else await page.waitForTimeout(60);
  }
}

for (const [hands, options] of Object.entries({ mouse: { width: 1440, height: 900 }, finger: { width: 390, height: 844, touch: true } })) {
  test(`a game is reviewed, a mark practised, and played on from, by ${hands}`, { timeout: 240_000 }, async () => {
    const { page, complaints } = await visitor(browser, server.base, options);
    const press = (locator) => (hands === "finger" ? locator.tap() : locator.click());
    const id = await finished(page);
    await page.goto(`/#/table/${id}`);
    await press(page.getByRole("link", { name: "Review" }));
    await page.getByRole("slider", { name: /Chance to win/ }).waitFor({ timeout: 30_000 });
    if (hands === "finger") await press(page.getByRole("button", { name: /^Marks/ }));
    else await press(page.getByRole("tab", { name: /^Marks \d/ }));
    // Chance against a bot: there are marks.
    await page.getByText("Better:").first().waitFor({ timeout: 180_000 });
    const { review } = await call(page, "GET", `/tables/${id}/review`);
    const worst = review.judgements.filter(({ seat, mark }) => seat === 0 && mark !== null && mark !== "clear run").sort((a, b) => b.loss - a.loss)[0];
    assert.ok(worst, "a game of chance has marks");

    // the graph is a slider
    const slider = page.getByRole("slider", { name: /Chance to win/ });
    await slider.focus();
    await page.keyboard.press("Home");
    assert.equal(await slider.getAttribute("aria-valuenow"), "0");
    await page.keyboard.press("ArrowRight");
    assert.equal(await slider.getAttribute("aria-valuenow"), "1");

    // the mark as an exercise: the same move again does not pass, and brings the hint
    await page.goto(`/#/exercise/${id}/${worst.n}`);
    await page.getByText("What would you do?").waitFor();
    const judged = await call(page, "POST", `/tables/${id}/moments/${worst.n}/answers`, { action: worst.played });
    assert.equal(judged.passed, false);
    await press(page.getByRole("button", { name: "Show me" }));
    await page.getByText("Solution").waitFor();
    await press(page.getByRole("button", { name: "Play on from here" }));
    await press(page.locator("dialog").getByRole("button", { name: "Play on from here" }));
    await page.waitForURL(/#\/table\//);
    assert.ok(!page.url().includes(id), "a table of its own");
    await page.locator(".hint").waitFor();
    assert.equal((await call(page, "GET", `/tables/${id}`)).status, "over");
    assert.deepEqual(complaints, []);
  });
}
