// What is wrong with how any screen is laid out, as a function that runs in the page.

/** Words that are cut off or lie over others, things to press that overlap, what scrolls sideways. The board draws itself and is left out. */
export function misplaced() {
  const found = [];
  const near = 2;
  const hides = /hidden|clip/;
  const scrolls = /auto|scroll/;
  const tell = (element) => `${element.tagName.toLowerCase()}.${[...element.classList].filter((name) => !name.startsWith("svelte-")).join(".")} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  const spoken = (element) => element.closest(".sr") !== null || [element, element.parentElement].some((one) => one && getComputedStyle(one).clipPath === "inset(50%)");
  const looked = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".board, .minimap, svg, option") && !spoken(element);
  const crosses = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > near && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > near;

  /** A box as far as scrollers and clips around it show it, from this element outwards. */
  function shown(rect, inner) {
    const part = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    for (let at = inner; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const around = at.getBoundingClientRect();
      if (overflowX !== "visible") Object.assign(part, { left: Math.max(part.left, around.left), right: Math.min(part.right, around.right) });
      if (overflowY !== "visible") Object.assign(part, { top: Math.max(part.top, around.top), bottom: Math.min(part.bottom, around.bottom) });
    }
    return part;
  }

  /** What stands above the rest of its page (a bar, a strip, a dialog) covers what scrolls under it. */
  const layer = (element) => {
    for (let at = element; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position) || at.matches("dialog, [data-over-board], .flag")) return at;
    return null;
  };

  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide in ${page.clientWidth}`);

  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !looked(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    let [across, down] = [true, true];
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (textOverflow === "ellipsis") across = false;
      if (scrolls.test(overflowX)) across = false;
      if (scrolls.test(overflowY)) down = false;
      const cut = rects.some((rect) => (across && hides.test(overflowX) && (rect.right > box.right + near || rect.left < box.left - near)) || (down && hides.test(overflowY) && (rect.bottom > box.bottom + 4 || rect.top < box.top - 4)));
      if (cut) {
        found.push(`${tell(element)} is cut off by ${tell(at)}`);
        break;
      }
    }
    if (across && rects.some(({ left, right }) => left < -near || right > innerWidth + near)) found.push(`${tell(element)} leaves the window`);
    for (const rect of rects) {
      const part = shown(rect, element);
      if (part.right - part.left > near && part.bottom - part.top > near) texts.push({ element, part, over: layer(element) });
    }
  }
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1)) {
      if (one.element !== other.element && one.over === other.over && crosses(one.part, other.part)) {
        const [high, low] = [Math.min(one.part.bottom, other.part.bottom) - Math.max(one.part.top, other.part.top), Math.min(one.part.bottom - one.part.top, other.part.bottom - other.part.top)];
        // Lines of one text are closer than their boxes.
        if (high > low * 0.4) found.push(`${tell(one.element)} lies over ${tell(other.element)}`);
      }
    }
  });

  // A ticket's cross stands over its corner, and who is picked by their whole label has a button on it.
  const pressed = [...document.querySelectorAll("button, a[href], input, select, [role=slider]")].filter((element) => looked(element) && !element.matches(".x, .pick, .skip, :disabled"));
  const boxes = pressed.map((element) => ({ element, part: shown(element.getBoundingClientRect(), element.parentElement), over: layer(element) })).filter(({ part }) => part.right - part.left > near && part.bottom - part.top > near);
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (one.over !== other.over || one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (crosses(one.part, other.part)) found.push(`${tell(one.element)} overlaps ${tell(other.element)}`);
    }
    if (one.part.left < -near || one.part.right > innerWidth + near) found.push(`${tell(one.element)} leaves the window`);
  });

  for (const say of document.querySelectorAll(".say")) if (looked(say) && say.scrollHeight > say.clientHeight + near) found.push(`${tell(say)} does not fit its sign`);

  for (const element of document.querySelectorAll("body *")) {
    // Posters are a row to swipe on a phone.
    if (element.matches(".posters, input, textarea") || !looked(element)) continue;
    if (scrolls.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + near) found.push(`${tell(element)} scrolls sideways`);
  }
  return [...new Set(found)];
}

/** Names and letters on the board that lie over each other. */
export function overprinted() {
  const near = 1;
  const words = [...document.querySelectorAll(".stage .names text, .stage .pin")].map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }));
  // A line's box is taller than its letters.
  const ink = ({ left, top, right, bottom, height }) => ({ left, right, top: top + 0.2 * height, bottom: bottom - 0.2 * height });
  return words.flatMap(({ said, box }, index) => words.slice(index + 1).flatMap((other) => {
    const [a, b] = [ink(box), ink(other.box)];
    const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > near && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > near;
    return over ? [`${said} lies over ${other.said}`] : [];
  }));
}
