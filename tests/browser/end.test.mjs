// The end is told once to those who were there: it goes on by itself, a key or a press skips, and nobody has to see it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";

/** A page that has watched a game of New York to its end. */
async function witness(prepare = async () => undefined) {
  const { page, complaints } = await visitor(browser, server.base, { pace: "brisk" });
  await prepare(page);
  const id = await openTable(page, "new-york", ["greedy"]);
  await autoplay(page, id, (now) => now.view.final_turns !== null && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint").first().waitFor();
  await autoplay(page, id, () => false);
  return { page, complaints, id };
}
const station = (page, name) => page.locator(`.ceremony[data-station=${name}]`);
const sheet = (page) => page.locator(".finale table");

test("Space goes from station to station, Escape to the result and from there to the score sheet", { timeout: 120_000 }, async () => {
  const { page, complaints } = await witness();
  await station(page, "routes").waitFor();
  await page.keyboard.press("Space");
  await station(page, "tickets").waitFor();
  await page.keyboard.press("Escape");
  await station(page, "result").waitFor();
  assert.match(await page.locator(".ceremony .dock").textContent(), /first/, "who arrives first is said");
  assert.ok((await page.locator(".ceremony canvas").count()) === 1, "stars fall on one canvas");
  const sounds = page.getByRole("button", { name: "Sounds" }).locator("visible=true");
  for (const [pressed, kept] of [["true", "all"], ["false", "none"]]) {
    await sounds.click();
    assert.equal(await sounds.getAttribute("aria-pressed"), pressed);
    assert.equal(await page.evaluate(() => localStorage.getItem("sounds")), kept);
  }
  await page.locator("body").evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Escape");
  await sheet(page).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H1", "the sheet's heading has the focus");
  await page.getByText("What decided it.").waitFor();
  const picture = await page.locator(".finale .pic").boundingBox();
  assert.ok(picture.height >= 260 && picture.height > picture.width, `a standing board stands, and is no stamp: ${JSON.stringify(picture)}`);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Replay the end" }).click();
  await station(page, "routes").waitFor();
  assert.deepEqual(complaints, []);
});

test("a press on the board is the next station; who reloads gets the sheet", { timeout: 120_000 }, async () => {
  const { page } = await witness();
  await station(page, "routes").waitFor();
  await page.locator(".ceremony .board").click({ position: { x: 300, y: 300 } });
  await station(page, "tickets").waitFor();
  await page.reload();
  await sheet(page).waitFor();
  assert.equal(await page.locator(".ceremony").count(), 0);
});

test("on North America the engine runs the longest path, whose ends are lit and named", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base, { pace: "brisk" });
  // A game but for its last action, which is the winner's.
  const record = JSON.parse(readFileSync(new URL("../golden/usa-2.json", import.meta.url)));
  const { id: kept } = await call(page, "POST", "/records", { record });
  const { id } = await call(page, "POST", `/tables/${kept}/branches`, { n: record.log.length - 1, seat: record.log.at(-1).seat, bot: "random" });
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  await autoplay(page, id, () => false);
  await station(page, "routes").waitFor();
  await page.evaluate(() => {
    window.stops = new Set();
    const look = (all) => all.forEach(({ target }) => target.matches(".engine") && window.stops.add(target.style.transform));
    new MutationObserver(look).observe(document.body, { subtree: true, attributeFilter: ["style"] });
  });
  for (const next of ["tickets", "path"]) {
    await page.keyboard.press("Space");
    await station(page, next).waitFor();
  }
  await page.waitForFunction(() => window.stops.size > 0 && !document.querySelector(".ceremony .engine"));
  const stops = await page.evaluate(() => window.stops.size);
  assert.ok(stops > 4, `the engine was seen at ${stops} spaces`);
  const { sheets } = await call(page, "GET", `/tables/${id}/result`);
  const best = sheets.find(({ longest_path_points: points }) => points > 0);
  assert.equal(await page.locator(".ceremony .path").count(), best.longest_path_routes.length, "its whole way is marked");
  assert.equal(await page.locator(".ceremony .glow").count(), 2, "both ends are lit");
  for (const _ of [1, 2]) await page.keyboard.press("Escape");
  await sheet(page).waitFor();
  const ends = /from (.*) to (.*); it is marked on the map/.exec(await page.locator(".finale .who p").textContent()).slice(1);
  await page.locator(".finale .names text").first().waitFor();
  assert.deepEqual((await page.locator(".finale [data-place]:has(.glow)").evaluateAll((all) => all.map(({ dataset }) => dataset.place))).toSorted(), ends.toSorted());
  const named = (await page.locator(".finale .names text").allTextContents()).join(" ");
  for (const end of ends) assert.ok(named.includes(end), `${end} is named: ${named}`);
  assert.ok(named.length < ends.join(" ").length + 3, `nothing else is named: ${named}`);
  assert.equal(await page.locator(".finale .path").count(), best.longest_path_routes.length);
  assert.deepEqual(complaints, []);
});

test("the winner's pieces come in and leave to the right", { timeout: 120_000 }, async () => {
  const { page } = await witness();
  await station(page, "routes").waitFor();
  await page.keyboard.press("Escape");
  await station(page, "result").waitFor();
  const inSight = (wanted) => page.waitForFunction((wanted) => {
    const [track, train] = [".ceremony .track", ".ceremony .track svg"].map((part) => document.querySelector(part).getBoundingClientRect());
    return wanted ? train.right > track.left && train.left < track.right : train.left >= track.right;
  }, wanted);
  await inSight(true);
  await inSight(false);
});

test("who arrives first stands beside a standing board, not under it", { timeout: 120_000 }, async () => {
  const { page } = await witness();
  await page.reload();
  await sheet(page).waitFor();
  for (const [width, height] of [[1440, 900], [1180, 820], [1024, 768]]) {
    await page.setViewportSize({ width, height });
    const [title, picture] = await page.locator(".finale h1, .finale .pic").evaluateAll((all) => [all.find(({ tagName }) => tagName === "H1"), all.find(({ tagName }) => tagName !== "H1")].map((one) => one.getBoundingClientRect().toJSON()));
    assert.ok(title.left >= picture.right || title.top >= picture.bottom, `at ${width} x ${height}`);
    const standing = await page.locator(".finale ol").first().boundingBox();
    const words = await page.locator(".finale .who, .finale .next").last().boundingBox();
    assert.ok(standing.y - Math.max(picture.bottom, words.y + words.height) < 40, `at ${width} x ${height} the standing is far below`);
    const broken = await page.locator(".finale h1").evaluate((heading) => {
      heading.textContent = "Old Conductor and Signalman share first place";
      return [...heading.textContent.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(heading.firstChild, index);
        range.setEnd(heading.firstChild, index + word.length);
        return range.getClientRects().length > 1;
      }).map(([word]) => word);
    });
    assert.deepEqual(broken, [], `words are whole at ${width} x ${height}`);
  }
});

test("it goes on by itself, and calmly where motion is unwelcome: still pictures, no train, no stars", { timeout: 120_000 }, async () => {
  const { page } = await witness((page) => page.emulateMedia({ reducedMotion: "reduce" }));
  for (const name of ["routes", "tickets", "attractions", "result"]) await station(page, name).waitFor();
  assert.equal(await page.locator(".ceremony canvas, .ceremony .track").count(), 0);
  await sheet(page).waitFor();
});

test("who lost is told two facts and can look at the turn", { timeout: 120_000 }, async () => {
  const { page, id } = await witness();
  const result = await page.evaluate((id) => fetch(`/api/v1/tables/${id}/result`).then((answer) => answer.json()), id);
  await page.reload();
  await sheet(page).waitFor();
  const loss = result.verdict.losses.find(({ seat }) => seat === 0);
  assert.equal(await page.getByText("For next time").count(), loss ? 1 : 0);
  assert.equal(await page.getByRole("button", { name: loss ? "Revenge" : "Rematch" }).count(), 1);
  if (!loss) return;
  await page.getByRole("link", { name: /^Show (that turn|my last turn|who took the lead)$/ }).click();
  await page.getByRole("slider").waitFor();
  assert.match(page.url(), new RegExp(`n=${loss.next.at}$`));
});
