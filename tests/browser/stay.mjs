// The server and the browser of a file of tests: open before its first test, closed after its last.
import { after, before } from "node:test";
import { launch } from "../../web/scripts/driver.mjs";
import { TestServer } from "./server.mjs";

export let server, browser;

before(async () => {
  server = await new TestServer().open();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});
