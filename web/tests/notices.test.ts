/** What is told over the board. */
import { readFileSync } from "node:fs";
import { render } from "svelte/server";
import { beforeAll, expect, it } from "vitest";
import { t, tongue } from "../src/i18n/index.svelte";
import Notices from "../src/table/Notices.svelte";
import { createTable } from "../src/table/table.svelte";
import type { View, ViewOf } from "../src/api";

const { middle } = JSON.parse(readFileSync(new URL("../fixtures/new-york.json", import.meta.url), "utf8")) as { middle: { view: View } };

beforeAll(() => tongue.speak("en"));

it("what is told stands above what lies on the board's foot", () => {
  const table = createTable("shown");
  table.tellTooLate("Porter has moved.");
  const { body } = render(Notices, { props: { table, foot: 44 } });
  expect(/<div [^>]*over[^>]*>/.exec(body)?.[0]).toContain("bottom: 60px");
});

it("a lost connection is told above what lies there too", () => {
  const table = Object.assign(createTable("shown"), { notice: { key: "offline", text: "", stays: true } });
  const { body } = render(Notices, { props: { table, foot: 44 } });
  expect(/<div [^>]*lost[^>]*>/.exec(body)?.[0]).toContain("bottom: 44px");
});

it("what stays is told beside the board where there is room, and over it elsewhere", () => {
  const told = (stays: boolean, beside: boolean) => {
    const table = Object.assign(createTable("shown"), { notice: { key: "late", text: "", stays } });
    return render(Notices, { props: { table, beside } }).body.includes(t("notice.late"));
  };
  expect([told(true, false), told(true, true), told(false, true)]).toEqual([true, false, true]);
});

it("it is said while a game goes on that bots think less now", () => {
  const told = (hurried: boolean) => {
    const table = createTable("shown");
    table.practise({ now: { n: 1, seat: 0, hurried, view: middle.view } as ViewOf, lines: [] }, async () => undefined);
    return render(Notices, { props: { table } }).body.includes(t("notice.hurried"));
  };
  expect([told(true), told(false)]).toEqual([true, false]);
});
