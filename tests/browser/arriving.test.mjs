// Arriving: what home says, invitations and whom they reach, leaving, and the rules over the table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";
import { browser, server } from "./stay.mjs";
import { TestServer } from "./server.mjs";

const laptop = { width: 1280, height: 720 };
/** Whether all of an element is on the screen. */
const whole = (locator) => locator.evaluate((element) => {
  const { top, left, right, bottom } = element.getBoundingClientRect();
  return top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
});
let open;
before(async () => {
  open = await new TestServer({ ALLABOARD_HOST: "0.0.0.0" }).open();
});
after(() => open?.close());

test("home says what this is, and on a small laptop the way into the guide is whole", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base, laptop);
  assert.ok(await whole(page.getByText("A board game of train routes")));
  assert.ok(await whole(page.getByRole("region", { name: "First time here?" })));
  assert.equal(await page.getByText(/min with/).count(), 0, "no minutes before ten games");
  // A button that can be pressed at last is not pale for a moment.
  assert.equal(await page.locator(".btn.pri.big").first().evaluate((play) => getComputedStyle(play).transitionProperty), "transform");
});

test("a tablet shows all posters and Play at once, and one's games and a friend's code where it is as high as ours", { timeout: 120_000 }, async () => {
  for (const [width, height, all] of [[768, 1024, false], [820, 1180, true], [1024, 768, true], [1180, 820, true]]) {
    const { page, context } = await visitor(browser, server.base, { width, height, touch: true });
    for (const edition of ["usa", "london"]) await openTable(page, edition, ["greedy"]);
    await page.reload();
    const games = page.getByRole("link", { name: "Continue" });
    await games.nth(1).waitFor();
    const play = page.getByRole("button", { name: "Play", exact: true }).locator("visible=true");
    const parts = [...(await page.locator(".poster").all()), play, ...(all ? [...(await games.all()), page.getByLabel("Code from your invitation")] : [])];
    assert.equal(parts.length, all ? 7 : 4);
    for (const part of parts) assert.ok(await whole(part), `${width} x ${height}: ${await part.evaluate((one) => one.textContent || one.id)}`);
    const bot = page.locator(".seatrow select").first();
    assert.ok((await bot.boundingBox()).height >= 44, "a finger hits the list of bots");
    await context.close();
  }
});

test("a laptop and a desktop show home without scrolling, in every language, first with no games and then with many", { timeout: 180_000 }, async () => {
  for (const [width, height, locale] of [[1280, 720, "en-GB"], [1280, 720, "de-DE"], [1280, 720, "fr-FR"], [1366, 768, "en-GB"], [1440, 900, "en-GB"], [1440, 900, "de-DE"], [1440, 900, "fr-FR"], [1920, 1080, "en-GB"]]) {
    const { page, context } = await visitor(browser, server.base, { width, height, locale });
    for (const games of [0, 6]) {
      for (let n = 0; n < games; n += 1) await openTable(page, ["usa", "london", "new-york"][n % 3], ["greedy"]);
      if (games > 0) await page.reload();
      const parts = page.locator(".poster, .learn button, .ticket .btn.pri, .shelf .btn, .lists li .btn, .lists .empty, .lists form, .upload");
      await page.locator(games > 0 ? ".lists li .btn >> nth=1" : ".lists .empty").waitFor();
      await page.locator(".shelf .btn").waitFor();
      const where = `${width} x ${height}, ${locale}, ${games} games`;
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), where);
      for (const part of await parts.all()) assert.ok(await whole(part), `${where}: ${await part.evaluate((one) => one.textContent)}`);
      const rules = await page.locator(".lists .rule").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      assert.ok(Math.abs(rules[0] - rules[1]) < 1, `${where}: the lists begin at one height: ${rules}`);
    }
    await context.close();
  }
});

test("nobody is told that they have no games before anybody has looked", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base, laptop);
  await page.getByText("No games yet").waitFor();
  await openTable(page, "new-york");
  let answer;
  const held = new Promise((resolve) => { answer = resolve; });
  await page.route("**/api/v1/me", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.locator(".poster").first().waitFor();
  assert.equal(await page.getByText("No games yet").count(), 0);
  answer();
  await page.getByRole("link", { name: "Continue" }).waitFor();
});

test("a code that leads nowhere is told below the field, in view", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base, laptop);
  await page.getByLabel("Code from your invitation").fill("AAA-AAA");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  const told = page.getByRole("alert");
  await told.getByText("No table has this code").waitFor();
  assert.ok(await whole(told));
  const [field, note] = await Promise.all([page.locator(".field").boundingBox(), told.boundingBox()]);
  assert.ok(note.y - field.y - field.height < 30, "right below what was typed");
});

test("what is wrong with a saved game is told in view", { timeout: 60_000 }, async () => {
  for (const size of [laptop, { width: 1024, height: 768, touch: true }]) {
    const { page, context } = await visitor(browser, server.base, size);
    await page.locator(".upload input").setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from("no game") });
    const told = page.getByRole("alert");
    await told.waitFor();
    assert.ok(await whole(told), `${size.width} x ${size.height}`);
    await context.close();
  }
});

test("an invitation names host, game, players and clock, and asks a name before it gives a seat", { timeout: 90_000 }, async () => {
  const [host, guest, third] = await Promise.all([1, 2, 3].map(() => visitor(browser, server.base)));
  const seats = [{ kind: "you", name: "Ada" }, { kind: "bot", bot: "easy" }, { kind: "open" }, { kind: "open" }];
  const table = await call(host.page, "POST", "/tables", { edition: "usa", seats, clock: { per: "move", seconds: 120 } });
  const link = table.invitation.link.replace(/^.*\/#/, "/#");
  await guest.page.goto("/#/");
  await guest.page.getByLabel("Code from your invitation").fill(table.invitation.code.toLowerCase());
  await guest.page.getByRole("button", { name: "Join", exact: true }).click();
  await guest.page.getByRole("heading", { name: "Ada invites you" }).waitFor();
  for (const words of ["to a game of North America", "Ada, host", "two free seats", "2 minutes a move"]) await guest.page.getByText(words).waitFor();
  assert.ok(await guest.page.getByRole("button", { name: "Take the seat" }).isDisabled(), "nobody sits down without a name");
  await guest.page.getByLabel("Your name at the table").fill("Ben");
  await guest.page.getByText("Green", { exact: true }).click();
  await guest.page.getByRole("button", { name: "Take the seat" }).click();
  await guest.page.getByText("The host starts the game").waitFor();
  // In the lobby each is told of as they came: a bot with its level, a friend with the time.
  await host.page.goto(`/#/table/${table.id}`);
  for (const words of ["Waiting for one more", /^bot of level \d$/, /^joined (now|\d+ seconds? ago)$/, "Start with a bot in the open seat"]) await host.page.getByText(words).waitFor();
  assert.equal((await call(host.page, "GET", `/tables/${table.id}`)).seats[3].name, "Ben");
  await call(host.page, "PATCH", `/tables/${table.id}/seats/2`, { kind: "bot", bot: "random" });
  await third.page.goto(link);
  await third.page.getByText("All seats are taken").waitFor();
  await call(host.page, "POST", `/tables/${table.id}/start`);
  await third.page.reload();
  await third.page.getByText("The game has begun").waitFor();
  await third.page.getByRole("link", { name: "Look on" }).click();
  await third.page.locator(".hint").waitFor();
  await guest.page.goto(link);
  await guest.page.locator(".hint, [role=checkbox]").first().waitFor();
  await third.page.goto("/#/join/ZZZZZZ");
  await third.page.getByRole("heading", { name: "This invitation leads nowhere" }).waitFor();
});

test("a host without a name is called so in the reader's language, wherever they are told of", { timeout: 60_000 }, async () => {
  const [host, guest] = await Promise.all(["en-GB", "de-DE"].map((locale) => visitor(browser, server.base, { locale })));
  const table = await call(host.page, "POST", "/tables", { edition: "new-york", seats: [{ kind: "you" }, { kind: "open" }], listed: true });
  await guest.page.goto(table.invitation.link.replace(/^.*\/#/, "/#"));
  await guest.page.getByRole("heading", { name: "Du bist zu einer Partie eingeladen" }).waitFor();
  await guest.page.locator(".who", { hasText: /^Gastgeber$/ }).waitFor();
  await guest.page.getByLabel("Dein Name am Tisch").fill("Ben");
  await guest.page.getByRole("button", { name: "Platz nehmen" }).click();
  await guest.page.locator("li b", { hasText: /^Gastgeber$/ }).waitFor();
  await call(host.page, "POST", `/tables/${table.id}/start`);
  await guest.page.locator('[data-seat="0"] .name', { hasText: "Gastgeber" }).waitFor();
  for (const address of ["/#/", "/#/watch"]) {
    await guest.page.goto(address);
    await guest.page.getByText("Gastgeber").first().waitFor();
  }
  assert.equal(await guest.page.getByText(/\bHost\b/).count(), 0);
});

test("a name that was typed while the server was slow stays", { timeout: 60_000 }, async () => {
  const [host, guest] = await Promise.all([1, 2].map(() => visitor(browser, server.base)));
  const table = await call(host.page, "POST", "/tables", { edition: "new-york", seats: [{ kind: "you", name: "Ada" }, { kind: "open" }], name: "Ada" });
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await guest.page.route("**/api/v1/me", async (route) => {
    await held;
    await route.continue();
  });
  await guest.page.goto(table.invitation.link.replace(/^.*\/#/, "/#"));
  await guest.page.getByLabel("Your name").fill("Ben");
  const answered = guest.page.waitForResponse("**/api/v1/me");
  answer();
  await answered;
  await guest.page.waitForTimeout(200);
  assert.equal(await guest.page.getByLabel("Your name").inputValue(), "Ben");
});

test("a link by loopback is never offered to others", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const table = await call(page, "POST", "/tables", { edition: "new-york", seats: [{ kind: "you" }, { kind: "open" }] });
  await page.goto(`/#/table/${table.id}`);
  await page.getByText("only this computer").waitFor();
  assert.equal(await page.locator(".pass").count(), 0, "no code to scan that leads nowhere");
});

test("a link is copied where the browser has no clipboard for the page, as in a home network, or denies it", { timeout: 60_000 }, async () => {
  for (const none of [true, false]) {
    const { page, context, complaints } = await visitor(browser, server.base, laptop);
    await context.addInitScript((none) => {
      Object.defineProperty(navigator, "clipboard", { value: none ? undefined : { writeText: () => Promise.reject(new Error("denied")) } });
      document.addEventListener("copy", () => { window.copied = document.activeElement.value; });
    }, none);
    const { id } = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you" }, { kind: "open" }] });
    await page.goto(`/#/table/${id}`);
    await page.reload();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied").first().waitFor();
    assert.match(await page.evaluate(() => window.copied), /#\/join\//);
    assert.deepEqual(complaints, []);
  }
});

test("where the server listens to the network, the lobby shows a code with the address that others can open", { timeout: 60_000 }, async (t) => {
  const { page } = await visitor(browser, open.base, laptop);
  const table = await call(page, "POST", "/tables", { edition: "new-york", seats: [{ kind: "you", name: "Ada" }, { kind: "open" }, { kind: "open" }, { kind: "bot" }] });
  if (table.invitation.addresses.length === 0) return t.skip("this machine has no network");
  await page.goto(`/#/table/${table.id}`);
  await page.getByRole("img", { name: /^QR code of the link/ }).waitFor();
  assert.ok(await whole(page.locator(".pass")) && (await whole(page.getByRole("button", { name: /^Start/ }))), "a small laptop shows all of it");
  const link = await page.getByLabel("Invitation").inputValue();
  assert.ok(link.startsWith(`${table.invitation.addresses[0]}/#/join/`));
  const guest = await browser.newPage();
  await guest.goto(link);
  await guest.getByRole("heading", { name: "Ada invites you" }).waitFor();
  await guest.close();
});

test("leaving asks once, and the menu closes after what it did", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const id = await openTable(page, "new-york", ["random"], { pace: 10 });
  await page.goto(`/#/table/${id}`);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Copy link to watch" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  await page.locator("dialog:modal").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByText("A bot takes your seat until you return").waitFor();
  await page.getByRole("button", { name: "Stay" }).click();
  assert.equal((await call(page, "GET", `/tables/${id}`)).seats[0].away, false);
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.getByRole("heading", { name: "Where to today?" }).waitFor();
  await page.goto(`/#/table/${id}`);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Take my seat back" }).click();
  await page.locator("dialog:modal").waitFor({ state: "detached" });
});

test("the rules lie over the table and tell when it is one's turn", { timeout: 60_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base, { pace: "brisk" });
  const id = await openTable(page, "new-york", ["random"], { pace: 2 });
  await autoplay(page, id, (now) => now.view.phase === "turn" && now.view.acting.includes(0));
  await page.goto(`/#/table/${id}`);
  await page.locator(".hint:not(.them)").waitFor();
  for (let card = 0; card < 2; card += 1) await page.locator("[data-slot=deck][aria-disabled=false]").click();
  await page.locator(".hint.them").waitFor();
  await page.getByRole("button", { name: "Rules" }).click();
  const sheet = page.getByRole("dialog", { name: "Rules" });
  await sheet.getByRole("combobox", { name: "Rules" }).selectOption("doubles");
  await sheet.getByText("Two tracks side by side").waitFor();
  await sheet.locator(".hint:not(.them)").getByText("Your turn").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  assert.ok(page.url().endsWith(`/table/${id}`), "nobody left the table to read");
  assert.deepEqual(complaints, []);
});

test("the rules over the table keep the last seconds in sight", { timeout: 60_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const id = await openTable(page, "london", ["random"], { clock: { per: "move", seconds: 20 } });
  await page.goto(`/#/table/${id}`);
  await page.locator("[role=checkbox]").first().waitFor();
  await page.getByRole("button", { name: "Rules" }).click();
  await page.getByRole("dialog", { name: "Rules" }).getByRole("timer", { name: /^1[0-5] seconds left$/ }).waitFor();
  assert.deepEqual(complaints, []);
});
