// Pressing what is on the page, and routes on the board, with a mouse, a finger or the keyboard.

/** The middle of a route's first space: half-way between opposite corners of its outline. */
export async function middleOf(page, route) {
  const cells = page.locator(`[data-route="${route}"] .cells`).first();
  await cells.waitFor();
  return cells.evaluate((outline) => {
    const round = outline.getTotalLength() / outline.getAttribute("d").match(/M/g).length;
    const [one, other] = [0, round / 2].map((along) => outline.getPointAtLength(along).matrixTransform(outline.getScreenCTM()));
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  });
}

export function handsOf(page, hands) {
  const press = async (locator) => {
    if (hands === "finger") return locator.tap();
    if (hands === "mouse") return locator.click();
    await locator.focus();
    await page.keyboard.press("Enter");
  };
  const claim = async (route) => {
    if (hands === "keyboard") {
      await page.locator(`[data-route="${route}"]`).focus();
      await page.keyboard.press("Enter");
    } else {
      const { x, y } = await middleOf(page, route);
      await (hands === "finger" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    }
  };
  return { press, claim };
}
