// Every screen, with what is on it once it stands: for the tests that look at each, and for `make shots` and `make figures`.
import { readFileSync } from "node:fs";
import { autoplay, call, openTable, visitor } from "../../web/scripts/driver.mjs";

export const myTurn = (now) => now.view.phase === "turn" && now.view.acting.includes(now.seat);

/** Tell the end again, as far as a station. */
const retell = (station) => async (page) => {
  await page.locator(".finale .head button").click();
  await page.locator("dialog .here button").first().click();
  const ceremony = page.locator(".ceremony");
  while ((await ceremony.getAttribute("data-station")) !== station) await page.keyboard.press("Space");
};

/**
 * Open one of everything; returns the screens by name, each as its path, what is on it once it stands and maybe what is done there first, and
 * the storage of whoever has opened all that: an invitation is another person's.
 */
export async function openPlaces(browser, base) {
  const { page, context } = await visitor(browser, base);
  const over = {};
  for (const [edition, bots] of [["new-york", 2], ["london", 3], ["usa", 3]]) {
    over[edition] = await openTable(page, edition, Array(bots).fill("greedy"));
    await autoplay(page, over[edition], () => false);
  }
  const five = await openTable(page, "usa", Array(4).fill("greedy"));
  await autoplay(page, five, (now) => myTurn(now) && now.view.seats[0].pieces < 38);
  const training = await openTable(page, "usa", ["greedy", "greedy"], { training: true });
  await autoplay(page, training, (now) => myTurn(now) && now.view.seats[0].pieces < 38);
  const seats = [{ kind: "you", name: "Robin" }, { kind: "bot", bot: "greedy", name: "Porter" }, { kind: "open" }];
  const lobby = await call(page, "POST", "/tables", { edition: "usa", seats });
  const host = await visitor(browser, base);
  const { invitation } = await call(host.page, "POST", "/tables", { edition: "usa", seats: [{ kind: "you", name: "Ada" }, ...seats.slice(1)], clock: { per: "move", seconds: 120 } });
  await host.context.close();
  const shared = await call(page, "POST", "/tables", { edition: "london", seats: [{ kind: "you", name: "Robin" }, { kind: "you", name: "Ada" }], begin: true });
  const record = (await call(page, "POST", "/records", { record: JSON.parse(readFileSync(new URL("coach-game.json", import.meta.url))) })).id;
  const { today } = await call(page, "GET", "/puzzles");
  const end = (edition) => [`/#/table/${over[edition]}`, ".finale table"];
  const places = {
    home: ["/#/", ".poster"], invitation: [`/#/join/${invitation.invite}`, "dl"], lobby: [`/#/table/${lobby.id}`, "#invitation"], curtain: [`/#/table/${shared.id}`, ".curtain"],
    "five players": [`/#/table/${five}`, ".hint"], training: [`/#/table/${training}`, ".hint"],
    ...Object.fromEntries(Object.keys(over).flatMap((edition) => [[`end of ${edition}`, end(edition)], [`replay of ${edition}`, [`/#/replay/${over[edition]}?n=40`, "[role=slider]"]]])),
    "routes counted": [...end("new-york"), retell("routes")], "tickets stamped": [...end("london"), retell("tickets")], "longest path": [...end("usa"), retell("path")], departure: [...end("usa"), retell("result")],
    rules: ["/#/rules/usa/claiming", "article h1"], watch: ["/#/watch", "#link"], "own board": ["/#/board", ".drop"], lost: ["/#/nowhere", "h1"],
    review: [`/#/review/${record}`, "[role=slider]"], exercise: [`/#/exercise/${record}/20`, ".hint"], puzzles: ["/#/puzzles", ".btn.pri.big"], puzzle: [`/#/puzzles/${today}`, ".hint"],
    "analysis of a standing board": [`/#/analysis?table=${over["new-york"]}&n=30`, ".candidate"], "analysis of a lying board": [`/#/analysis?table=${over.usa}&n=60`, ".candidate"],
  };
  const memory = await context.storageState();
  await context.close();
  return { places, memory };
}

/** Go to a screen, as a fresh page, and wait until it stands. */
export async function visit(page, [path, sign, first]) {
  await page.goto("about:blank");
  await page.goto(path);
  await page.locator(sign).first().waitFor();
  await first?.(page);
  await page.waitForFunction(() => document.fonts.status === "loaded");
}
