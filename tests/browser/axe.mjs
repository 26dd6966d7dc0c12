// What axe-core finds on a page, once everything that moves has come to rest.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(new URL("../../web/package.json", import.meta.url)).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that are broken, each with the first places where it is. */
export async function violations(page) {
  await page.waitForTimeout(700);
  await page.waitForFunction(() => document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity));
  await page.evaluate(axe);
  // Whoever speaks to the page says what is written: a button's name has its text in it. axe leaves this out where it is not asked for.
  const { violations: found } = await page.evaluate(() =>
    window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"], rules: { "label-content-name-mismatch": { enabled: true } } }),
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(" | ")}`);
}
