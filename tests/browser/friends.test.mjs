// Two people by invitation while a third watches; two people at one device; what none of them may see.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, visitor } from "../../web/scripts/driver.mjs";
import { mouse, playToTheEnd } from "./hands.mjs";
import { browser, server } from "./stay.mjs";

test("two browsers play by invitation, a third watches", { timeout: 400_000 }, async () => {
  const [host, guest, watcher] = await Promise.all([1, 2, 3].map(() => visitor(browser, server.base)));
  const table = await call(host.page, "POST", "/tables", { edition: "new-york", seats: [{ kind: "you", name: "Ada" }, { kind: "open" }], name: "Ada" });
  await host.page.goto(`/#/table/${table.id}`);
  await host.page.getByText("Waiting for one more").waitFor();
  await guest.page.goto(table.invitation.link.replace(/^.*\/#/, "/#"));
  await guest.page.getByLabel("Your name").fill("Ben");
  await guest.page.getByRole("button", { name: "Take the seat" }).click();
  await host.page.getByText("Everybody is here").waitFor();
  await host.page.getByRole("button", { name: "Start the game" }).click();
  await watcher.page.goto(`/#/table/${table.id}`);
  await Promise.all([host, guest].map(({ page }) => page.locator("[role=checkbox]").first().waitFor()));
  await watcher.page.locator(".hint").waitFor();
  assert.equal(await watcher.page.locator("[data-stack]").count(), 0, "a spectator sees no hand");
  await Promise.all([playToTheEnd(host.page, mouse, { most: 3000 }), playToTheEnd(guest.page, mouse, { most: 3000 })]);
  await watcher.page.locator(".finale").waitFor();
  for (const { complaints } of [host, guest, watcher]) assert.deepEqual(complaints, []);
});

test("at one device nothing of a player is on the page behind the curtain, nor for the next player", { timeout: 200_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  let asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const hands = () => asked.filter((url) => /\/(view|options|log|events)/.test(url));
  const table = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you", name: "Ada" }, { kind: "you", name: "Ben" }], begin: true, start: 0 });
  const secrets = async (seat) => {
    const { you } = (await call(page, "GET", `/tables/${table.id}/view?seat=${seat}`)).view;
    return [...you.tickets, ...you.offer].map((ticket) => ticket.replace("–", " to "));
  };
  /** All that the page holds of a seat: words and labels of its tickets, cards, and what was new to it. */
  const leaks = (tickets) =>
    page.evaluate((names) => {
      const said = [...document.querySelectorAll("*")].flatMap((element) => [...element.attributes].map(({ value }) => value)).join(" ") + document.body.textContent;
      return names.filter((name) => said.includes(name));
    }, tickets);
  const lift = async (name) => {
    await page.getByRole("heading", { name: `${name}, your turn` }).waitFor();
    assert.deepEqual(hands(), [], "no hand is asked for behind the curtain");
    assert.equal(await page.locator("[data-stack], [role=checkbox], .new, .log, [style*='position: fixed']").count(), 0);
    await page.getByRole("button", { name: `I am ${name}, show my cards` }).click();
  };
  const handOver = async () => {
    const button = page.getByRole("button", { name: "Done, hand over" });
    await button.waitFor();
    assert.equal(await page.locator(".curtain").count(), 0, "nothing moves on before the player says so");
    asked = [];
    await button.click();
  };

  await page.goto(`/#/table/${table.id}`);
  const [ada, ben] = [await secrets(0), await secrets(1)];
  asked = [];
  await lift("Ada");
  await page.locator("[role=checkbox]").first().waitFor();
  assert.deepEqual(await leaks(ben.filter((ticket) => !ada.includes(ticket))), []);
  await mouse.offer(page);
  assert.notEqual(await page.locator(".tickets .stub").count(), 0, "what was kept is there while others choose");
  assert.equal(await page.locator(".pin").count(), 0, "and what was offered no longer is");
  await handOver();
  assert.deepEqual(await leaks(ada), []);
  await lift("Ben");
  await page.locator("[role=checkbox]").first().waitFor();
  assert.deepEqual(await leaks(ada.filter((ticket) => !ben.includes(ticket))), []);
  await mouse.offer(page);
  await handOver();
  await lift("Ada");
  for (const said of ["Take one more card", "You took"]) {
    await page.locator("[data-slot=deck][aria-disabled=false]").click();
    await page.getByText(said).first().waitFor();
  }
  assert.notEqual(await page.locator(".new").count(), 0, "the second card is seen before the device is handed over");
  for (const badge of await page.locator(".new").all()) assert.match(await badge.evaluate((one) => getComputedStyle(one, "::before").content), /from the deck/);
  asked = [];
  assert.ok(await page.locator("[data-slot=deck]").evaluate((deck) => deck === document.activeElement), "the deck was pressed last");
  await page.keyboard.press("Enter");
  await page.getByText("Ada drew two from the deck").waitFor();
  await lift("Ben");
  await page.locator("[data-stack]").first().waitFor();
  assert.equal(await page.locator(".new").count(), 0, "nothing is new to who has not drawn");
  assert.deepEqual(await leaks(ada.filter((ticket) => !ben.includes(ticket))), []);
});

test("who left a device that several share takes all of their seats back from the menu", { timeout: 120_000 }, async () => {
  const { page, complaints } = await visitor(browser, server.base);
  const { id } = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you", name: "Ada" }, { kind: "you", name: "Ben" }], begin: true, start: 0, pace: 10 });
  const away = async () => (await call(page, "GET", `/tables/${id}`)).seats.map((seat) => seat.away);
  await call(page, "POST", `/tables/${id}/leave`).catch(() => undefined); // it answers nothing
  assert.deepEqual(await away(), [true, true]);
  await page.goto(`/#/table/${id}`);
  await page.getByRole("button", { name: /^I am (Ada|Ben), show my cards$/ }).click();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Take my seat back" }).click();
  await page.locator("dialog:modal").waitFor({ state: "detached" });
  await page.locator("[role=checkbox]").first().waitFor();
  assert.deepEqual(await away(), [false, false]);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Leave the table" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Take my seat back" }).count(), 0);
  assert.deepEqual(complaints, []);
});

test("people who share a device have names of their own before they play", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  await page.goto("/");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "On this device" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).locator("visible=true").click();
  const sheet = page.getByRole("dialog", { name: "Who is playing?" });
  const play = sheet.getByRole("button", { name: "Play" });
  assert.ok(await play.isDisabled(), "without names nobody plays");
  for (const box of await sheet.getByRole("textbox").all()) await box.fill("Robin");
  assert.ok(await play.isDisabled(), "two of one name cannot be told apart");
  await sheet.getByRole("textbox").last().fill("Ada");
  await play.click();
  await page.getByRole("heading", { name: /^(Robin|Ada), your turn$/ }).waitFor();
});

test("people at a table can talk", { timeout: 60_000 }, async () => {
  const { page } = await visitor(browser, server.base);
  const table = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you" }, { kind: "bot", bot: "random" }], begin: true });
  await page.goto(`/#/table/${table.id}`);
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByLabel("Say something").fill("<b>All aboard</b>");
  await page.keyboard.press("Enter");
  await page.getByText("<b>All aboard</b>").waitFor();
});
