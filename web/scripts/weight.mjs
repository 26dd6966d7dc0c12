// What of script and style a first visit fetches from home until its first table is shown: in one language, compressed, as it was sent.

/** Kilobytes. */
export const BUDGET = 150;

/** A fresh visitor presses Play; counted until the tickets can be chosen and the guide has spoken. */
export async function weightUntilTable(browser, base) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", baseURL: base });
  const page = await context.newPage();
  await page.goto("/");
  await page.locator(".btn.pri.big:not([disabled])").first().click();
  await page.locator("[role=checkbox]").first().waitFor();
  await page.locator("[data-note]").waitFor();
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname.slice(1), bytes: encodedBodySize }))
      .filter(({ name }) => /\.(js|css)$/.test(name)),
  );
  await context.close();
  return { fetched, kilobytes: fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 };
}
