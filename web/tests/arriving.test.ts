import { decodeQR } from "qr/decode.js";
import { describe, expect, it } from "vitest";
import type { Fault, Line, MyTable } from "../src/api";
import { faultWords, lineOf, mistakes } from "../src/boards/faults";
import { blocks, spans } from "../src/boards/markdown";
import { lastResults } from "../src/home/results";
import { t, tongue } from "../src/i18n/index.svelte";
import { agoWords, joinedAt } from "../src/table/arrivals";
import { codeOf, pathOf, QUIET } from "../src/table/qr";
import { inviteOf } from "../src/table/invitations";
import { clockSentence, clockWords, countWord, liveryName, minuteWords, placeTitle, seatNames, titleOf } from "../src/labels";

describe("who can open an invitation", () => {
  const link = (origin: string) => `${origin}/#/join/abc`;
  it.each([
    ["http://localhost:8000", [], "computer", "http://localhost:8000"],
    ["http://127.0.0.1:8000", ["http://192.168.1.20:8000"], "moved", "http://192.168.1.20:8000"],
    ["http://[::1]:8000", ["http://192.168.1.20:8000"], "moved", "http://192.168.1.20:8000"],
    ["http://192.168.1.20:8000", [], "network", "http://192.168.1.20:8000"],
    ["http://172.20.0.4", [], "network", "http://172.20.0.4"],
    ["http://attic.local:8000", [], "network", "http://attic.local:8000"],
    ["https://trains.example", [], "anyone", "https://trains.example"],
    ["http://172.33.0.4", [], "anyone", "http://172.33.0.4"],
  ])("%s with %j: %s", (origin, addresses, reach, shared) => expect(inviteOf({ link: link(origin), addresses })).toEqual({ link: link(shared), reach }));
});

it("of several addresses of a machine in its networks each is offered in turn", () => {
  const invitation = { link: "http://localhost:8000/#/join/abc", addresses: ["http://192.168.1.20:8000", "http://10.0.0.5:8000"] };
  expect([0, 1, 2].map((at) => new URL(inviteOf(invitation, at).link).hostname)).toEqual(["192.168.1.20", "10.0.0.5", "192.168.1.20"]);
});

describe("a QR code", () => {
  it("has one run of a path for each row of dark modules that touch", () => expect(pathOf([[true, true, false], [false, false, true]])).toBe("M0 0h2v1h-2zM2 1h1v1h-1z"));
  it("is read again as the text that it was made from, with its quiet margin", async () => {
    const text = "http://192.168.1.20:8000/#/join/abcdefghijklmnopqrstuvwxyz012345";
    const { size, path } = await codeOf(text);
    const scale = 4;
    const pixels = new Uint8Array(size * scale * size * scale * 4).fill(255);
    for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
        for (let column = Number(x) * scale; column < (Number(x) + Number(wide)) * scale; column += 1) pixels.fill(0, (row * size * scale + column) * 4, (row * size * scale + column) * 4 + 3);
      }
    }
    expect(decodeQR({ width: size * scale, height: size * scale, data: pixels })).toBe(text);
    expect(Math.min(...[...path.matchAll(/M(\d+) /g)].map(([, x]) => Number(x)))).toBe(QUIET);
  });
});

describe("a mistake in a board", () => {
  const text = ["# routes = none yet", 'title = "Bay"', "routes = [", "  # the first", '  { a = "Quay" },', '  { a = "Pier" },', "]", "pieces = 8"].join("\n");
  it("is found by its row", () => expect(lineOf(text, "routes[2] (Pier–Station) a")).toBe(6));
  it("is found by its field", () => expect(lineOf(text, "pieces")).toBe(8));
  it("may stand on no single line", () => expect([lineOf(text, "setup_offer"), lineOf(text, ""), lineOf(text, "routes[9]")]).toEqual([null, null, null]));
  it("is told with its file, and with the line that TOML names", async () => {
    await tongue.speak("en");
    const faults: Fault[] = [{ where: "bay.board.toml routes[1] (Quay) a", what: "no such place" }, { where: "bay.toml line 4, column 2", what: "is not TOML (Invalid value)", code: "toml", values: { reason: "Invalid value", line: 4 } }];
    expect(mistakes(faults, { edition: "", board: text })).toEqual([
      { board: true, line: 5, where: "routes[1] (Quay) a", what: "no such place" },
      { board: false, line: 4, where: "", what: "This is not TOML: Invalid value." },
    ]);
  });
  it("is said in the reader's language where it has a code, else in the server's words", async () => {
    await tongue.speak("de");
    const told = (code: Fault["code"], values: Fault["values"]) => faultWords({ where: "", what: "in English", ...(code ? { code } : {}), ...(values ? { values } : {}) });
    expect(told("location", { name: "Peer", near: "Pier" })).toBe("Es gibt keinen Ort namens „Peer“; erlaubt: die Namen unter locations. Meinst du Pier?");
    expect(told("whole", { least: 1, most: 9 })).toBe("fehlt; erlaubt: eine ganze Zahl von 1 bis 9");
    expect(told("whole", { value: "'x'", least: 1, most: 9 })).toBe("ist 'x'; erlaubt: eine ganze Zahl von 1 bis 9");
    expect(told(undefined, undefined)).toBe("in English");
    await tongue.speak("en");
  });
});

describe("our documents on the page", () => {
  const document = "# Top\n\n## Fields\n\nOne [link](x.md)\nmore.\n\n| key | value |\n| --- | --- |\n| `id` | a **name** |\n\n```\na = 1\n```\n\n## Later\n\nNot this.\n";
  it("are headings, paragraphs, tables and code", () =>
    expect(blocks(document, "Fields", "Later")).toEqual([
      { kind: "heading", text: "Fields" },
      { kind: "text", text: "One link more." },
      { kind: "table", rows: [["key", "value"], ["`id`", "a name"]] },
      { kind: "code", text: "a = 1" },
    ]));
  it("know words from code", () => expect(spans("a `b` c")).toEqual([{ code: false, text: "a " }, { code: true, text: "b" }, { code: false, text: " c" }]));
});

describe("words", () => {
  it("call editions in the reader's language, and boards of others as they are called", async () => {
    await tongue.speak("de");
    expect([titleOf({ key: "usa", title: "North America" }), titleOf({ key: "x1", title: "Harbour" }), placeTitle({ key: "usa-anniversary", title: "" })]).toEqual(["Nordamerika", "Harbour", "Nordamerika"]);
    await tongue.speak("en");
  });
  it("call seats that one may choose by their colours", async () => {
    await tongue.speak("de");
    expect([0, 1, 2, 3, 4].map(liveryName)).toEqual(["Rot", "Blau", "Gelb", "Grün", "Schwarz"]);
    await tongue.speak("en");
  });
  it("promise no minutes that were not measured", () => expect([minuteWords(undefined), minuteWords({ bots: 9, friends: null }), minuteWords({ bots: 9, friends: 30 })]).toEqual(["", "9 min with bots", "9 min with bots, 30 with friends"]));
  it("count to twelve, and beyond in figures", async () => {
    expect([1, 2, 12, 13].map(countWord)).toEqual(["one", "two", "twelve", "13"]);
    await tongue.speak("de");
    expect(t("lobby.waiting", { n: 2, count: countWord(2) })).toBe("Es fehlen noch zwei");
    await tongue.speak("en");
  });
  it("tell a clock in whole units", () => {
    expect(clockWords({ per: "move", seconds: 120, increment: 0 })).toBe("2 minutes a move");
    expect(clockSentence({ per: "player", seconds: 90, increment: 0 })).toBe("90 seconds for the whole game. If it runs out, a bot plays on.");
  });
});

it("the last results are those of games that one played, not of a record that one uploaded", () => {
  const game = (id: string, status: MyTable["status"], more: Partial<MyTable> = {}) => ({ id, status, you: [0], updated: Number(id), result: { totals: [1, 2], winners: [1] }, ...more }) as MyTable;
  expect(lastResults([game("1", "over"), game("2", "record"), game("3", "over"), game("4", "playing", { result: null }), game("5", "over", { you: [] })]).map(({ id }) => id)).toEqual(["3", "1"]);
});

it("who came to a table came some time ago", () => {
  const line = (at: number, seat: number, why: string) => ({ kind: "seat", at, seat, data: { why } }) as unknown as Line;
  const lines = [line(1000, 1, "joined"), line(2000, 1, "left"), line(61_000, 1, "joined"), line(70_000, 2, "changed")];
  expect([1, 2].map((seat) => joinedAt(lines, seat))).toEqual([61_000, undefined]);
  expect([60_000, 61_000, 95_000, 182_000, 61_000 + 7_200_000].map((now) => agoWords(61_000, now))).toEqual(["now", "now", "34 seconds ago", "2 minutes ago", "2 hours ago"]);
});

it("who opened a table and has no name is called the host in each language, and no name is taken for one", async () => {
  const seats = [{ seat: 0, kind: "person", name: "" }, { seat: 1, kind: "open", name: "" }, { seat: 2, kind: "person", name: "" }, { seat: 3, kind: "person", name: "Host" }] as const;
  const called: string[][] = [];
  for (const language of ["de", "fr", "en"] as const) {
    await tongue.speak(language);
    called.push(seatNames(seats));
  }
  expect(called).toEqual([["Gastgeber", "Platz 2", "Gastgeber 2", "Host"], ["Hôte", "Place 2", "Hôte 2", "Host"], ["Host", "Seat 2", "Host 2", "Host"]]);
});
