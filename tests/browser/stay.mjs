// The server and the browser of a file of tests: open before its first test, closed after its last.
import { after, before } from "node:test";
import { launch } from "../../web/scripts/driver.mjs";
import { House } from "./house.mjs";

export let house, browser;

before(async () => {
  house = await new House().open();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await house?.close();
});
