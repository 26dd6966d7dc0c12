/** The parts of a table's context: each owns its state, and everybody else asks it. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { t, tongue } from "../src/i18n/index.svelte";
import { createCamera } from "../src/board/camera.svelte";
import { createAnnouncer } from "../src/table/announcer.svelte";
import { createAttention } from "../src/table/attention.svelte";
import { Labels } from "../src/table/labels.svelte";
import { Commands } from "../src/table/commands";
import { routeByName } from "../src/table/choice";
import { hintAt } from "../src/review/sentences";
import { reasonWords } from "../src/table/reasons";
import { createTable } from "../src/table/table.svelte";
import { ownMiddle, spokenOf } from "../src/table/viewpoint";
import { api, type Action, type Candidate, type Edition, type GameEvent, type Geometry, type Hints, type Line, type TableInfo, type View, type ViewOf } from "../src/api";
import { routeFacts } from "../src/labels";

interface Fixture { edition: Edition; geometry: Geometry; middle: { view: View } }
const { edition, geometry, middle } = JSON.parse(readFileSync(new URL("../fixtures/new-york.json", import.meta.url), "utf8")) as Fixture;
const line = (n: number, seat: number, event: Partial<GameEvent>): Line => ({ n, at: 0, kind: "action", seat, events: [{ n, seat, ...event } as GameEvent], data: {}, acting: [], over: false });
const claimed = Object.keys(middle.view.routes)[0] ?? "";
const moves = [line(1, 0, { kind: "drew" }), line(2, 1, { kind: "claimed", route: claimed, payment: { red: 1 }, points: 1 })];

function laid() {
  const table = createTable("shown");
  table.show({ n: 2, seat: 0, view: middle.view }, moves);
  const attention = createAttention(table);
  const labels = new Labels(table, attention, edition, geometry);
  return { table, attention, labels, announcer: createAnnouncer(table, edition, labels) };
}

beforeAll(() => tongue.speak("en"));

describe("state", () => {
  it("is written by its owner only: the compiler refuses everybody else", () => {
    const meddle = ({ table, attention, announcer }: ReturnType<typeof laid>) => {
      // @ts-expect-error a table's state is the table's
      table.seat = 1;
      // @ts-expect-error what is told is told by the server
      table.notice = null;
      // @ts-expect-error attention is moved by its methods
      attention.selected = claimed;
      // @ts-expect-error the announcer speaks for itself
      announcer.said = "";
    };
    expect(meddle).toBeTypeOf("function");
  });
  it("of a shown moment is the view and the log that led to it", () => {
    const { table } = laid();
    expect(table.view).toBe(middle.view);
    expect(table.log.map(({ key }) => key)).toEqual(["log.deck.one", "log.claimed"]);
    expect(table.myTurn).toBe(false);
  });
  it("is not set back by an answer that news have overtaken", async () => {
    const { table } = laid();
    const asked = vi.spyOn(api, "view").mockResolvedValue({ n: 1, seat: 0, status: "playing", view: { ...middle.view, acting: [1] } } as ViewOf);
    await table.refresh();
    expect(asked).toHaveBeenCalledOnce();
    asked.mockRestore();
    expect(table.view).toBe(middle.view);
  });
});

describe("tickets", () => {
  const [kept = "", other = ""] = edition.tickets.map(({ name }) => name);
  const you = { hand: {}, tickets: [], offer: [kept, other], under_deck: {}, legal: [] };
  const chose = line(3, 0, { kind: "chose", keep: [kept], give_back: [other] });
  const choosing = (chosen: string | null) => {
    const { table } = laid();
    const view = { ...middle.view, seat: 0, phase: "choosing tickets", you: { ...you, chosen } } as View;
    table.practise({ now: { n: 3, seat: 0, view } as ViewOf, lines: [...moves, chose] }, async () => undefined);
    return table;
  };
  it("are one's own once they are chosen, though others still choose", () => {
    expect([choosing(null).held, choosing(null).offer]).toEqual([[], [kept, other]]);
    const table = choosing(`keep ${kept}; return ${other}`);
    expect([table.held, table.offer]).toEqual([[kept], []]);
  });
});

describe("news", () => {
  it.each([[null, ""], [1, "&seat=1"]])("bring what the reader sees afterwards, to a spectator too", (seat, named) => {
    const asked = vi.fn();
    vi.stubGlobal("EventSource", asked);
    api.news("shown", seat, 3);
    vi.unstubAllGlobals();
    expect(asked).toHaveBeenCalledWith(`/api/v1/tables/shown/events?now=true&after=3${named}`);
  });
});

describe("the sign", () => {
  const told = (final_turns: number | null) => {
    const { table, labels } = laid();
    const view = { ...middle.view, seat: 1, acting: [0], final_turns };
    table.practise({ now: { n: 2, seat: 1, view } as ViewOf, lines: moves }, async () => undefined);
    return labels.sign.say;
  };
  it("promises whoever comes next a turn, but after the last one", () => expect([null, 2, 1].map((left) => String(told(left)).includes("You are next."))).toEqual([true, true, false]));
  it("tells a claim's points at one device also where no score is kept during the game", () => {
    const { table, labels } = laid();
    const claims = [line(2, 0, { kind: "claimed", route: claimed, payment: { red: 1 }, points: null })];
    table.show({ n: 2, seat: 0, view: middle.view }, claims);
    Object.assign(table, { seat: 0, next: 1 });
    expect([...labels.sign.say].join("")).toContain(t("count.points", { n: routeByName(edition, claimed)?.points ?? 0 }));
  });
});

describe("attention", () => {
  it("goes back one level at a time", () => {
    const { attention } = laid();
    attention.focusTicket(edition.tickets[0]?.name ?? "");
    attention.select(claimed);
    expect([attention.back(), attention.selected, attention.ticket !== null]).toEqual([true, null, true]);
    expect([attention.back(), attention.ticket]).toEqual([true, null]);
    expect(attention.back()).toBe(false);
  });
  it("asks which of several routes was meant instead of keeping one selected", () => {
    const { attention } = laid();
    attention.select(claimed);
    attention.askWhich("Chelsea", geometry.routes.slice(0, 2));
    expect(attention.selected).toBeNull();
    expect(spokenOf(geometry, attention)).toBe(geometry.routes[0]);
  });
  it("marks a route that was just claimed, and no card of somebody else's", () => {
    const { attention } = laid();
    for (const move of moves) attention.notice(move);
    expect([...attention.fresh]).toEqual([claimed]);
    expect(attention.freshCards.size).toBe(0);
  });
  it("remembers what of an offer is kept and in which order the rest goes back, until the offer is answered", () => {
    const { attention } = laid();
    attention.toggleKept("A–B");
    attention.orderReturned(["C–D", "E–F"]);
    expect([[...attention.kept], attention.order]).toEqual([["A–B"], ["C–D", "E–F", "A–B"]]);
    attention.toggleKept("A–B");
    expect(attention.kept.size).toBe(0);
    attention.forgetOffer();
    expect(attention.order).toEqual([]);
  });
  it("waits for a hint once, and shows its first line", () => {
    const { attention } = laid();
    attention.focusTicket(edition.tickets[0]?.name ?? "");
    attention.awaitHints();
    expect([attention.thinking, attention.ticket]).toEqual([true, null]);
    attention.endThinking();
    expect([attention.thinking, attention.hints]).toEqual([false, null]);
  });
});

describe("an exercise", () => {
  async function exercise() {
    const parts = laid();
    const asked = [vi.spyOn(api, "edition").mockResolvedValue(edition), vi.spyOn(api, "geometry").mockResolvedValue(geometry)];
    await parts.table.lay({ edition: "new-york" } as TableInfo);
    for (const one of asked) one.mockRestore();
    return parts;
  }
  const free = edition.routes.filter(({ name }) => middle.view.routes[name] === undefined);
  const [now, later] = free.map(({ name }) => name) as [string, string];
  const claim: Action = { action: `claim ${now}`, kind: "claim", route: now, payment: { red: 2 } };

  it("points at a place of the board, which is ringed and brought into sight, and says nothing of the route", async () => {
    const { attention } = await exercise();
    const hint = hintAt(edition, claim);
    attention.pointAt(hint);
    expect(hint.place).toBe(free[0]?.a);
    expect([...attention.marks.lit]).toEqual([hint.place]);
    expect([attention.marks.selected, attention.marks.steps]).toEqual([null, []]);
    expect(spokenOf(geometry, attention)).toBe(geometry.locations.find(({ name }) => name === hint.place));
    attention.pointAt(null);
    expect(attention.marks.lit.size).toBe(0);
  });
  it("points at the deck, and leaves market, tickets and offer to be ringed as a whole", async () => {
    const { attention } = await exercise();
    const options: Action[] = [{ action: "draw deck", kind: "draw deck" }, { action: "take red", kind: "take", card: "red" }, { action: "draw tickets", kind: "draw tickets" }, { action: "keep A", kind: "keep", keep: ["A"], give_back: [] }];
    const rings = options.map((option) => {
      attention.pointAt(hintAt(edition, option));
      return [attention.pointed?.kind, attention.pointed?.place, attention.advisedCard, attention.advisedTickets, attention.advisedKeep.length];
    });
    expect(rings).toEqual([["draw deck", null, "deck", false, 0], ["take", null, null, false, 0], ["draw tickets", null, null, false, 0], ["keep", null, null, false, 0]]);
  });
  it("draws its answer as a hint is drawn: what it pays, 1 on its route, 2 on the one that comes next", async () => {
    const { attention } = await exercise();
    attention.showAnswer(claim, [later]);
    const { selected, steps } = attention.marks;
    expect([selected, steps, attention.pays]).toEqual([now, [{ route: now, no: 1, when: "now" }, { route: later, no: 2, when: "next" }], { red: 2 }]);
    attention.showAnswer({ action: "take red", kind: "take", card: "red" }, [later]);
    expect([attention.advisedCard, attention.marks.selected, attention.marks.steps]).toEqual(["red", null, [{ route: later, no: 2, when: "next" }]]);
    attention.showAnswer(null);
    expect([attention.advisedCard, attention.marks.steps]).toEqual([null, []]);
  });
});

describe("words", () => {
  it("of a route name its ends and whose it is", () => {
    const route = geometry.routes.find(({ name }) => name === claimed);
    const said = route ? laid().labels.route(route) : "";
    expect(said).toContain(`${route?.a} – ${route?.b}.`);
    expect(said).toContain("owns this route.");
  });
  it("of a route name its ferries", () => {
    const facts = { name: "A–B", a: "A", b: "B", length: 3, colour: null, ferries: 2, points: 4, twin: null };
    const vehicle = "train" as const;
    expect(routeFacts({ ...edition, vehicle }, facts)).toBe("3 spaces, any one colour. Ferry: 2 locomotives. 4 points.");
    expect(routeFacts({ ...edition, vehicle }, { ...facts, ferries: 0 })).toBe("3 spaces, any one colour. 4 points.");
  });
  it("are said twice when they are heard twice", () => {
    const { announcer } = laid();
    announcer.hear(moves[0] as Line);
    const first = announcer.said;
    announcer.hear(moves[0] as Line);
    expect(first).not.toBe("");
    expect([announcer.said === first, announcer.said.trim()]).toEqual([false, first.trim()]);
  });
  it("of the end are shouted", () => {
    const { announcer } = laid();
    announcer.hear(line(3, 0, { kind: "ended", by: "final round" }));
    expect(announcer.shouted).not.toBe("");
  });
});

describe("a hint", () => {
  const candidate = (action: string, chance: number | null): Candidate => ({ option: { action, kind: "take", card: "red" }, chance, error: chance && 0.02, worlds: chance ? 240 : 24, level: false });
  const hints = (...candidates: Candidate[]): Hints => ({ n: 1, seat: 0, thinking: true, worlds: 24, candidates, kept_to_plan: false, reasons: [], plan: [] });

  it("keeps what was picked while it becomes sharper, and shows the recommended move until then", () => {
    const { attention } = laid();
    attention.awaitHints();
    attention.showHints(hints(candidate("a", null), candidate("b", null)));
    expect(attention.hinted?.option.action).toBe("a");
    attention.pickHint("b");
    attention.showHints(hints(candidate("c", 0.6), candidate("a", 0.5), candidate("b", 0.4)));
    expect(attention.hinted?.option.action).toBe("b");
  });
  it("numbers its plan on the board, and only the move itself where another is picked", () => {
    const { table } = laid();
    const attention = createAttention(new Proxy(table, { get: (of, key) => (key === "edition" ? edition : Reflect.get(of, key)) }));
    const [first, second, third] = edition.routes.map(({ name }) => name) as [string, string, string];
    const claim = (route: string): Candidate => ({ ...candidate(`claim ${route}`, null), option: { action: `claim ${route}`, kind: "claim", route, payment: { red: 1 } } });
    const steps = () => attention.marks.steps.map(({ route, no, when }) => [route, no, when]);
    attention.showHints({ ...hints(claim(first), claim(third)), plan: [first, second, third] });
    expect(steps()).toEqual([[first, 1, "now"], [second, 2, "next"], [third, 3, "later"]]);
    attention.pickHint(`claim ${third}`);
    expect(steps()).toEqual([[third, 2, "now"]]);
    attention.closeHints();
    attention.showHints({ ...hints(candidate("take red", null)), plan: [second, third] });
    expect(steps()).toEqual([[second, 1, "next"], [third, 2, "later"]]);
    attention.closeHints();
    expect(steps()).toEqual([]);
  });
  it("is heard no longer once it is closed, by whatever closes it", () => {
    const { attention } = laid();
    const { signal } = attention.awaitHints();
    expect([attention.hinting, signal.aborted]).toEqual([true, false]);
    attention.clear();
    expect([attention.hinting, attention.thinking, signal.aborted]).toEqual([false, false, true]);
  });
  it.each([
    [{ kind: "towards", subject: "A–B", otherwise: 5, with_it: 0 }, "Finishes A – B."],
    [{ kind: "towards", subject: "A–B", otherwise: 5, with_it: 3 }, "Towards A – B: then 3 taxis to go."],
    [{ kind: "collects", subject: "A–B/red", otherwise: 2, with_it: 1 }, "For A – B: then only 1 card is missing."],
    [{ kind: "collects", subject: "A–B", otherwise: 2, with_it: 2 }, "For A – B: then 2 cards are still missing."],
    [{ kind: "route", subject: "A–B", otherwise: 0.35, with_it: 0 }, "A – B before anybody takes it: otherwise it is lost in 35% of the games."],
    [{ kind: "turns", subject: "", otherwise: 12.1, with_it: 11.2 }, "The game ends 1 turn sooner."],
  ] as const)("says why: %j", (reason, words) => expect(reasonWords({ ...edition, vehicle: "taxi" }, reason)).toBe(words));
});

describe("more time", () => {
  /** A table at which this seat, or another, is to act with some seconds left. */
  const timed = (seconds: number, more: boolean, acting = 0) => {
    const { table, attention, labels, announcer } = laid();
    const view = { ...middle.view, seat: 0, phase: "turn", acting: [acting] } as View;
    table.practise({ now: { n: 3, seat: 0, status: "playing", view, deadline: Date.now() + 1000 * seconds - 500, more_time: more } as ViewOf, lines: moves }, async () => undefined);
    const commands = new Commands({ table, attention, camera: createCamera(geometry), edition, geometry, labels, announcer });
    return { table, labels, commands };
  };
  it("is offered where little is left, in one's own turn, and the server would give it", () => {
    expect(timed(10, true).labels.more).toBe(true);
    for (const { labels } of [timed(60, true), timed(10, false), timed(10, true, 1)]) expect(labels.more).toBe(false);
  });
  it("is asked for once, and offered no more when it was had", async () => {
    const { table, labels, commands } = timed(10, true);
    const now = { ...(table.now as ViewOf), n: 4, deadline: Date.now() + 39_500, more_time: false };
    const line: Line = { n: 4, at: 0, kind: "more", seat: 0, events: [], data: {}, acting: [0], over: false, now };
    const view = vi.spyOn(api, "view").mockResolvedValue(now);
    const info = vi.spyOn(api, "table").mockResolvedValue({ status: "playing", seats: [] } as unknown as TableInfo);
    const asked = vi.spyOn(api, "moreTime").mockResolvedValue(line);
    commands.moreTime();
    commands.moreTime();
    await vi.waitFor(() => expect(table.pending).toBeNull());
    expect(labels.more).toBe(false);
    commands.moreTime();
    expect(asked).toHaveBeenCalledOnce();
    expect(asked).toHaveBeenCalledWith("shown", 0, 3, expect.any(String));
    expect(labels.left).toBeNull();
    for (const spy of [view, info, asked]) spy.mockRestore();
  });
  it("is not asked for by the key where it is not offered", () => {
    const asked = vi.spyOn(api, "moreTime");
    timed(60, true).commands.moreTime();
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });
});

it("a phone looks at the middle of one's own lines, or of the whole board where there are none", () => {
  const own = ownMiddle(edition, geometry, { view: middle.view, seat: 0 });
  const nobody = ownMiddle(edition, geometry, { view: null, seat: null });
  const mean = (axis: "x" | "y") => geometry.locations.reduce((sum, place) => sum + place[axis], 0) / geometry.locations.length;
  expect(nobody).toEqual({ x: mean("x"), y: mean("y") });
  expect(own).not.toEqual(nobody);
});
