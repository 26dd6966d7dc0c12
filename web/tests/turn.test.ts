/** What is to be seen of turns: where one's new cards came from, what a bot did meanwhile, which way of a ticket is marked, what a hint serves. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createCamera } from "../src/board/camera.svelte";
import { t, tongue } from "../src/i18n/index.svelte";
import { createAnnouncer } from "../src/table/announcer.svelte";
import { createAttention } from "../src/table/attention.svelte";
import { Commands } from "../src/table/commands";
import { Labels } from "../src/table/labels.svelte";
import { createTable, type Table } from "../src/table/table.svelte";
import type { Action, Edition, GameEvent, Geometry, Hints, Line, TicketStatus, View, ViewOf } from "../src/api";

interface Fixture { edition: Edition; geometry: Geometry; middle: { view: View } }
const { edition, geometry, middle } = JSON.parse(readFileSync(new URL("../fixtures/new-york.json", import.meta.url), "utf8")) as Fixture;
const line = (n: number, events: object[], more: object = {}) => ({ n, at: 0, kind: "action", seat: 0, events: events.map((event) => ({ n, seat: 0, ...event })) as GameEvent[], data: {}, acting: [1], over: false, ...more }) as Line;

/** Seat 0 at a table whose log these lines are. */
function seated(lines: Line[], { acting = 0, phase = "turn", options = null, undo_until = null }: { acting?: number; phase?: View["phase"]; options?: object | null; undo_until?: number | null } = {}) {
  const table = createTable("shown");
  const attention = createAttention(table);
  const labels = new Labels(table, attention, edition, geometry);
  const at = (phase: View["phase"]) => table.practise({ now: { n: lines.at(-1)?.n ?? 0, seat: 0, view: { ...middle.view, seat: 0, phase, acting: [acting] }, options, undo_until } as unknown as ViewOf, lines }, async () => undefined);
  at(phase);
  const commands = new Commands({ table, attention, labels, camera: createCamera(geometry), edition, geometry, announcer: createAnnouncer(table, edition, labels) });
  return { attention, labels, commands, at };
}

beforeAll(() => tongue.speak("en"));

it("cards of a turn are known by where they came from", () => {
  const { attention, at } = seated([]);
  attention.notice(line(1, [{ kind: "took", card: "red" }]));
  expect([...attention.freshCards]).toEqual([["red", "market"]]);
  at("second card");
  attention.notice(line(2, [{ kind: "drew", card: "blue" }]));
  expect([...attention.freshCards]).toEqual([["red", "market"], ["blue", "deck"]]);
  attention.notice(line(3, [{ kind: "drew", card: "red" }]));
  expect(attention.freshCards.get("red")).toBe("new");
});

it("what can be taken back is called by what was done", () => {
  const [route = ""] = Object.keys(middle.view.routes);
  const deeds = [{ kind: "took", card: "red" }, { kind: "claimed", route, payment: { red: 1 }, points: 1 }, { kind: "kept", keep: ["A–B"], kept: 1 }];
  expect(deeds.map((deed) => seated([line(1, [deed])], { acting: 1, undo_until: Date.now() + 4000 }).labels.sign.lead)).toEqual([t("undo.took"), t("undo.claimed"), t("undo.kept")]);
});

describe("who is back while others move", () => {
  const [claimed = ""] = Object.keys(middle.view.routes);
  const bot = { data: { stand_in: true } };
  const claim = line(1, [{ kind: "claimed", route: claimed, payment: { red: 1 }, points: 1 }], bot);
  const draw = line(2, [{ kind: "took", card: "red" }, { kind: "drew", card: "blue" }], bot);
  const back = line(3, [], { kind: "seat", data: { seat: 0, kind: "person", name: "", bot: null, away: false, why: "came back" } });

  it("is welcomed, and told what a bot did for them, the last first", () => {
    const { attention, labels, commands } = seated([claim, draw, back], { acting: 1 });
    expect([labels.welcomed, labels.sign.lead, labels.sign.say]).toEqual([true, t("back.welcome"), t("back.played", { n: 2 })]);
    commands.showOwnMove();
    expect([attention.step?.n, labels.sign.say]).toEqual([2, ["It took ", { red: 1, blue: 1 }, " for you."]]);
    commands.showOwnMove();
    expect([attention.step?.route, labels.sign.say]).toEqual([claimed, t("back.claimed", { route: claimed.replace("–", " – ") })]);
  });
  it("is not kept from their own turn by it", () => {
    const { labels } = seated([claim, draw, back]);
    expect([labels.welcomed, labels.sign.lead]).toEqual([false, t("turn.yours")]);
  });
});

it("a marked way is called the quickest, and is told from one of fewer pieces", () => {
  const ticket = edition.tickets[0]?.name ?? "";
  const way = edition.routes.slice(0, 3);
  const spaces = way.reduce((sum, { length }) => sum + length, 0);
  const said = (pieces: number) => {
    const { attention, labels } = seated([], { options: { legal: [], refusals: [], costs: [], ways: [{ ticket, state: "open", pieces, routes: way.map(({ name }) => name) }] } });
    attention.focusTicket(ticket);
    return labels.sign.say;
  };
  const marked = `Marked: the way in the fewest turns, with ${spaces} taxis.`;
  expect([said(spaces), said(spaces - 1)]).toEqual([marked, `${marked} The shortest takes ${spaces - 1} taxis.`]);
});

it("a hint marks the tickets that it serves, while what it recommends is drawn", () => {
  const [ticket, other] = edition.tickets as [Edition["tickets"][number], Edition["tickets"][number]];
  const ways = new Map([ticket, other].map(({ name }): [string, TicketStatus] => [name, { ticket: name, state: "open", pieces: 1, routes: [] }]));
  const attention = createAttention({ edition, ways, view: { ...middle.view, seat: 0 }, refusals: new Map(), claims: new Map(), since: [], held: [], offer: [] } as unknown as Table);
  const candidates = (["take red", "draw deck"] as const).map((action) => ({ option: { action, kind: action === "draw deck" ? action : "take", card: "red" } as Action, chance: null, error: null, level: false }));
  attention.showHints({ candidates, plan: [], reasons: [{ kind: "towards", subject: ticket.name, otherwise: 5, with_it: 3 }] } as unknown as Hints);
  expect([attention.served, [...attention.marks.lit]]).toEqual([[ticket.name], [ticket.a, ticket.b]]);
  attention.pickHint("draw deck");
  expect([attention.served, [...attention.marks.lit]]).toEqual([[], []]);
});
