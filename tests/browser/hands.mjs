// Three ways to play a turn on the page: with a mouse, with the keyboard alone, with a finger. None of them knows a rule.

const END = ".finale";

async function state(page) {
  return page.evaluate((end) => {
    if (document.querySelector(end)) return "end";
    if (document.querySelector(".ceremony")) return "ceremony";
    if (document.querySelector(".curtain")) return "curtain";
    if (document.querySelector("[data-hand-over]")) return "done";
    if (document.querySelector("[role=checkbox]")) return "offer";
    if (document.querySelector(".hint.them") || !document.querySelector(".hint")) return "wait";
    return "turn";
  }, END);
}

/** The middle of a claimable route's first space that lies on the screen: half-way between opposite corners of its outline. */
async function claimable(page) {
  return page.evaluate(() => {
    for (const route of document.querySelectorAll(".route.able")) {
      const outline = route.querySelector(".cells");
      const round = outline.getTotalLength() / outline.getAttribute("d").match(/M/g).length;
      const corners = [0, round / 2].map((along) => outline.getPointAtLength(along).matrixTransform(outline.getScreenCTM()));
      const [x, y] = [(corners[0].x + corners[1].x) / 2, (corners[0].y + corners[1].y) / 2];
      const hit = document.elementFromPoint(x, y);
      if (hit?.closest(".board") && !hit.closest("[data-over-board]")) return { x, y };
    }
    return null;
  });
}

/** Where the page answers who has pointed at a route: a sheet below the board on a phone, a popover beside the route elsewhere. */
const answer = (page, part) => page.locator(`.own > .sheet ${part}, .pop ${part}`);

const settled = (page) => page.waitForFunction(() => !document.body.innerText.includes("Sending"), null, { timeout: 10_000 }).catch(() => undefined);

const open = (page) => page.locator("[role=checkbox][aria-checked=false]");
/** A press that may come too late: the turn is over, or the server has not answered yet. The next look at the page tells. */
const soon = (pressing) => pressing({ timeout: 1000 }).catch(() => undefined);

/** What a card is drawn from: the deck, or the last card face up where the deck is empty. */
const draw = (page) => page.locator("[data-slot][aria-disabled=false]").last();

const TITLES = { "new-york": "New York", london: "London", usa: "North America", "usa-anniversary": "North America" };
const poster = (page, edition) => page.locator(".poster", { hasText: TITLES[edition] });
const box = (page) => page.getByRole("radio", { name: /anniversary/i });
const play = (page) => page.getByRole("button", { name: "Play", exact: true }).locator("visible=true");

/** Press Tab until the focus is on an element; the keyboard has no other way. */
async function tabTo(page, target) {
  for (let tries = 0; tries < 120; tries += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement, null, { timeout: 1000 })) return;
  }
  throw new Error("Tab never came there");
}

export const mouse = {
  async begin(page, edition) {
    await poster(page, edition).click();
    if (edition === "usa-anniversary") await box(page).click();
    await play(page).click();
  },
  async offer(page) {
    for (let left = await open(page).count(); left > 0; left -= 1) await soon((patience) => open(page).first().click(patience));
    await soon((patience) => page.locator("button.keep").click(patience));
    await settled(page);
  },
  async turn(page) {
    const at = await claimable(page);
    if (at) {
      await page.mouse.click(at.x, at.y);
      const claim = answer(page, ".btn.pri");
      if (await claim.isVisible({ timeout: 400 }).catch(() => false)) await soon((patience) => claim.click(patience));
      await settled(page);
      await page.keyboard.press("Escape");
    } else await soon((patience) => draw(page).click(patience));
  },
};

export const finger = {
  async begin(page, edition) {
    await poster(page, edition).tap();
    if (edition === "usa-anniversary") await box(page).tap();
    await play(page).tap();
  },
  async offer(page) {
    for (let left = await open(page).count(); left > 0; left -= 1) await soon((patience) => open(page).first().tap(patience));
    await soon((patience) => page.locator("button.keep").tap(patience));
    await settled(page);
  },
  async turn(page) {
    const at = await claimable(page);
    if (at) {
      await page.touchscreen.tap(at.x, at.y);
      const list = answer(page, "li button");
      if (await list.first().isVisible({ timeout: 300 }).catch(() => false)) await soon((patience) => list.first().tap(patience));
      const claim = answer(page, ".btn.pri");
      if (await claim.isVisible({ timeout: 600 }).catch(() => false)) {
        await soon((patience) => claim.tap(patience));
        await settled(page);
        return;
      }
      const back = answer(page, ".btn").last();
      if (await back.isVisible().catch(() => false)) await soon((patience) => back.tap(patience));
    }
    if ((await state(page)) === "turn") await soon((patience) => draw(page).tap(patience));
  },
};

export const keyboard = {
  async begin(page, edition) {
    await tabTo(page, poster(page, edition));
    await page.keyboard.press("Enter");
    if (edition === "usa-anniversary") {
      await tabTo(page, page.getByRole("radio", { checked: true }).first());
      await page.keyboard.press("ArrowRight");
    }
    await tabTo(page, play(page));
    await page.keyboard.press("Enter");
  },
  async offer(page) {
    const boxes = await page.locator("[role=checkbox]").count();
    try {
      await tabTo(page, page.locator("[role=checkbox]").first());
    } catch {
      return; // the offer was answered meanwhile
    }
    for (let box = 0; box < boxes; box += 1) {
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await settled(page);
  },
  async turn(page) {
    await page.keyboard.press("c");
    const onRoute = await page.evaluate(() => document.activeElement?.hasAttribute("data-route") ?? false);
    if (onRoute) {
      await page.keyboard.press("Enter");
      await page.waitForTimeout(150);
      if (await page.locator(".pop").isVisible()) await page.keyboard.press("Enter");
      await settled(page);
      await page.keyboard.press("Escape");
      await page.evaluate(() => document.activeElement?.blur());
    } else {
      const slot = await soon((patience) => draw(page).getAttribute("data-slot", patience));
      if (slot) await page.keyboard.press(slot === "deck" ? "d" : String(Number(slot) + 1));
    }
  },
};

/** Play until the result is shown. */
export async function playToTheEnd(page, hands, { most = 600, every } = {}) {
  for (let step = 0; step < most; ) {
    const now = await state(page);
    if (now === "end") return step;
    if (every) await every(step, now);
    if (now === "offer") await hands.offer(page);
    else if (now === "turn") await hands.turn(page);
    else if (now === "ceremony") await soon((patience) => page.locator(".ceremony .skip").locator("visible=true").click(patience));
    else if (now === "curtain") await page.locator(".curtain .btn").click();
    else if (now === "done") await page.locator("[data-hand-over]").click();
    // Waiting for others is no step; if it never ends, the test's own time runs out.
    if (now !== "wait") step += 1;
    await page.waitForTimeout(now === "wait" ? 60 : 40);
  }
  throw new Error(`no end after ${most} steps`);
}
