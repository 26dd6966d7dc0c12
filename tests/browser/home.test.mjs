// The home page: the guide, a board of one's own, the list of games to watch, and once more against the same bots.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { mouse } from "./hands.mjs";
import { browser, server } from "./stay.mjs";

test("the guide teaches the aim, names every card and route, and ends with a ticket that is done", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base, { tips: true });
  await page.getByRole("button", { name: "Start the guide" }).click();
  const coach = page.getByRole("region", { name: "Guide" });
  const told = [];
  for (let step = 0; step < 90; step += 1) {
    const title = await coach.getByRole("heading").textContent({ timeout: 20_000 });
    told.push(title);
    const [, what, names] = /^(Take|And one more:|Keep|Claim) (.*)/.exec(title) ?? [];
    if (title === "Your first ticket is done") break;
    const before = await coach.getAttribute("data-note");
    if (what === "Keep") {
      await page.locator("[role=checkbox]", { hasText: names.split(" – ")[0] }).first().click();
      await page.locator("button.keep").click();
    } else if (what === "Take" || what === "And one more:") {
      const card = page.locator(`[data-slot][aria-label="Take ${names} from the market"]`).first();
      assert.equal(await card.getAttribute("aria-disabled"), "false", `${names} lies there and may be taken`);
      await card.click();
    } else if (what === "Claim") {
      const route = page.locator(".route.able");
      const at = await route.evaluateAll((routes, wanted) => routes.findIndex((one) => one.dataset.route.replace(/\/.*$/, "").replace("–", " – ") === wanted), names);
      assert.ok(at >= 0, `${names} has its light band while the guide speaks of it`);
      await route.nth(at).focus();
      await page.keyboard.press("Enter");
      const pay = page.locator(".pop .btn.pri");
      if (await pay.isVisible()) await pay.click();
    } else if (title === "Draw from the deck") await page.locator("[data-slot=deck]").click();
    else await coach.getByRole("button", { name: "Go on" }).click();
    await page.waitForFunction((before) => document.querySelector("[data-note]")?.dataset.note !== before, before, { timeout: 20_000 });
  }
  assert.deepEqual(told.slice(0, 3).map((title) => title.split(" ")[0]), ["What", "Keep", "From"]);
  assert.equal(told.at(-1), "Your first ticket is done");
  assert.ok(told.some((title) => title.startsWith("Claim ")));
  assert.deepEqual(complaints, []);
});

test("the sample is downloaded, brought back, checked, played on, and still there at the next visit", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  await page.getByRole("link", { name: "Add a board" }).click();
  const files = [];
  for (const name of ["harbour.toml", "harbour.board.toml"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name, exact: true }).click()]);
    files.push({ name, mimeType: "application/toml", buffer: readFileSync(await download.path()) });
  }
  const input = page.getByLabel("choose them");
  await input.setInputFiles([files[1]]);
  await page.getByRole("alert").getByText("Choose the edition’s file").waitFor();
  const broken = files[1].buffer.toString().replace('b = "Old Mill",   length = 2', 'b = "Old Mil",    length = 2');
  await input.setInputFiles([files[0], { ...files[1], buffer: Buffer.from(broken) }]);
  const line = broken.split("\n").findIndex((text) => text.includes("Old Mil\"")) + 1;
  await page.getByText(`Line ${line} of harbour.board.toml`).waitFor();
  await page.getByText("There is no place called “Old Mil”").getByText("Did you mean Old Mill?").waitFor();
  await page.getByRole("combobox", { name: "Language" }).selectOption("de");
  await page.locator("input[type=file]").setInputFiles([files[0], { ...files[1], buffer: Buffer.from(broken) }]);
  await page.getByText("Es gibt keinen Ort namens „Old Mil“").getByText("Meinst du Old Mill?").waitFor();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
  await input.setInputFiles(files);
  await page.getByText("6 places, 9 routes, every place can be reached").waitFor();
  await page.locator("aside img").waitFor();
  await page.getByRole("button", { name: "Play it" }).click();
  await page.locator(".poster.chosen", { hasText: "Harbour" }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).locator("visible=true").click();
  await mouse.offer(page);
  await page.locator('[data-place="Station"]').waitFor();
  await page.goto("/#/");
  await page.reload();
  await page.locator(".poster.chosen", { hasText: "Harbour" }).waitFor();
  await page.getByRole("button", { name: /^Delete .*Harbour/ }).click();
  await page.getByRole("button", { name: /^Really delete .*Harbour/ }).click();
  await page.locator(".poster", { hasText: "Harbour" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("link", { name: "Add a board" }).waitFor();
  assert.equal(await page.locator(".poster", { hasText: "Harbour" }).count(), 0);
});

test("what each field of a board means is read on the page", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  await page.goto("/#/board");
  await page.getByRole("button", { name: "What each field means" }).click();
  const guide = page.getByRole("dialog", { name: "What each field means" });
  await guide.getByRole("heading", { name: "The board file" }).waitFor();
  await guide.getByText("twin_closed_up_to", { exact: true }).waitFor();
});

test("where a server takes no uploads, none are offered", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  await page.route("**/api/v1/me", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), uploads: false } });
  });
  await page.reload();
  await page.locator(".poster").first().waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator("input[type=file], a[href='#/board']").count(), 0);
});

test("a table is listed for everybody only if its host says so", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  await page.getByRole("button", { name: /No clock/ }).click();
  const listed = page.getByLabel("Listed under Watch");
  for (const wanted of [false, true]) {
    await listed.setChecked(wanted);
    await page.getByRole("button", { name: "Play", exact: true }).locator("visible=true").click();
    await page.locator("[role=checkbox]").first().waitFor();
    const id = page.url().split("/").at(-1);
    assert.equal((await call(page, "GET", "/tables")).some((table) => table.id === id), wanted);
    await page.goto("/#/");
    await page.getByRole("button", { name: /No clock/ }).click();
  }
});

test("with last results home fits a laptop, and they are a press away from games to go on with", { timeout: 120_000 }, async () => {
  const { page, context } = await visitor(browser, server.base, { width: 1280, height: 720 });
  for (const edition of ["new-york", "london"]) await autoplay(page, await openTable(page, edition, ["random"]), () => false);
  const fits = async (said) => {
    for (const [width, height] of [[1280, 720], [1440, 900]]) {
      await page.setViewportSize({ width, height });
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height, `${said}, ${width} x ${height}`);
    }
  };
  const results = page.locator(".lists .slim");
  await page.reload();
  await results.first().waitFor();
  await fits("with results alone");
  for (const _ of [1, 2]) await openTable(page, "new-york", ["random"]);
  await page.reload();
  await page.getByRole("link", { name: "Continue" }).first().waitFor();
  assert.equal(await results.count(), 0);
  await fits("with two games");
  await page.getByRole("button", { name: "Last results" }).click();
  assert.equal(await results.count(), 2);
  await fits("with results in their place");
  await page.getByRole("button", { name: "Your games" }).click();
  await page.getByRole("link", { name: "Continue" }).first().waitFor();
  await context.close();
});

test("against bots, a rematch begins at once", { timeout: 120_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const id = await openTable(page, "new-york", ["greedy"]);
  await autoplay(page, id, () => false);
  await page.goto(`/#/table/${id}`);
  await page.getByRole("button", { name: /Rematch|Revenge/ }).click();
  await page.locator("[role=checkbox]").first().waitFor();
  assert.ok(!page.url().endsWith(id));
});
