/** The analysis board: what a hand changes in a position, the lines tried from it, and the link that holds it all. */
import { describe, expect, it, vi } from "vitest";
import { decode, encode, type Saved } from "../src/analysis/link";
import { SteadyOrder } from "../src/analysis/order";
import { api, type Advice } from "../src/api";
import { createBoard, type Station } from "../src/analysis/board.svelte";
import { addTicket, changeCard, changeUnseen, changeUnseenTickets, emptyBoard, giveTurn, knownCards, layCard, paint, removeTicket, unseenCards, whole } from "../src/analysis/setup";
import { rowsOf } from "../src/analysis/tree";

const empty = () => emptyBoard({ key: "usa", starting_hand: 4, setup_keep: 2 }, 3);

it("begins with the cards and tickets of the edition", () => expect(emptyBoard({ key: "new-york", starting_hand: 2, setup_keep: 1 }, 2)).toMatchObject({ edition: "new-york", unseenCards: [2, 2], unseenTickets: [1, 1] }));

describe("cards", () => {
  it("of the seat to act are all known, and nobody has seen them", () => {
    const { position } = changeCard(empty(), 0, "yellow", 1, {});
    expect(position.hands[0]).toEqual({ yellow: 1 });
    expect(position.shown[0]).toEqual({});
  });
  it("of a rival were seen being taken; the others are counted", () => {
    const draft = changeCard(empty(), 1, "red", 1, {});
    expect(draft.position.shown[1]).toEqual({ red: 1 });
    expect([knownCards(draft, 1), unseenCards(draft, 1)]).toEqual([{ red: 1 }, 4]);
  });
  it("are never fewer than none", () => expect(changeCard(empty(), 0, "red", -1, {})).toEqual(empty()));
  it("that nobody named can go: first those still to be dealt, then dealt ones, never seen ones", () => {
    const dealt = whole("usa", { ...empty().position, hands: [{}, { red: 1, blue: 1 }, {}], shown: [{}, { red: 1 }, {}] });
    expect(unseenCards(dealt, 1)).toBe(1);
    const fewer = changeUnseen(dealt, 1, -1, {});
    expect(fewer.position.hands[1]).toEqual({ red: 1 });
    expect(changeUnseen(fewer, 1, -1, {})).toBe(fewer);
    expect(changeUnseen(empty(), 1, -1, {}).unseenCards).toEqual([4, 3, 4]);
  });
  it("come from the deck: what lies there is no longer said, and what is discarded stays", () => {
    const game = whole("usa", { ...empty().position, deck: { red: 3 } });
    const { position } = changeCard(game, 0, "red", 1, { blue: 2 });
    expect([position.deck, position.discard]).toEqual([null, { blue: 2 }]);
  });
  it("lie face up where they are laid", () => expect(layCard(empty(), 1, "wild", ["red", "red", "blue", null, null], {}).position.market).toEqual(["red", "wild", "blue"]));
});

describe("routes", () => {
  it("are claimed by a brush, freed by the same, and taken over by another", () => {
    const claimed = paint(empty(), "Denver–Omaha", 1);
    expect(claimed.position.claimed).toEqual([[], ["Denver–Omaha"], []]);
    expect(paint(claimed, "Denver–Omaha", 1).position.claimed).toEqual([[], [], []]);
    expect(paint(claimed, "Denver–Omaha", 2).position.claimed).toEqual([[], [], ["Denver–Omaha"]]);
    expect(paint(claimed, "Denver–Omaha", null).position.claimed).toEqual([[], [], []]);
  });
});

describe("tickets", () => {
  it("are in one place only", () => {
    const held = addTicket(empty(), 0, "Boston–Miami");
    expect(addTicket(held, 2, "Boston–Miami").position.tickets).toEqual([[], [], ["Boston–Miami"]]);
  });
  it("go back to a deck that was said", () => {
    const game = whole("usa", { ...empty().position, tickets: [["Boston–Miami"], [], []], ticket_deck: ["Dallas–New York"] });
    expect(removeTicket(game, 0, "Boston–Miami").position.ticket_deck).toEqual(["Dallas–New York", "Boston–Miami"]);
  });
  it("that nobody has seen are counted", () => expect(changeUnseenTickets(empty(), 1, 1).unseenTickets).toEqual([2, 3, 2]));
});

it("a turn begins anew for another seat", () => {
  const drawing = whole("usa", { ...empty().position, offer: ["Boston–Miami"], ticket_deck: [], second_card: false });
  const { position } = giveTurn(drawing, 2);
  expect([position.turn, position.offer, position.ticket_deck]).toEqual([2, [], ["Boston–Miami"]]);
});

describe("a link", () => {
  const position = paint(changeCard(empty(), 0, "yellow", 1, {}), "Denver–Omaha", 1).position;
  it("holds position, lines and sight, in few letters that an address can have", async () => {
    const saved = { edition: "usa", position, moves: [[0, "draw deck"], [1, "take red", "Patience"], [0, "claim Helena–Seattle with 5 yellow, 1 wild"]] as Saved["moves"], current: 2, open: true };
    const code = await encode(saved);
    expect(code).toMatch(/^[\w-]+$/);
    expect(code.length).toBeLessThan(400);
    expect(await decode(code)).toEqual(saved);
  });
  it("that was cut short, or is none, opens nothing", async () => {
    const code = await encode({ edition: "usa", position, moves: [], current: 0, open: false });
    expect(await decode(code.slice(0, -9))).toBeNull();
    expect(await decode("nonsense!")).toBeNull();
  });
});

describe("lines tried", () => {
  const station = (id: number, parent: number | null, value?: number): Station => ({ id, parent, seat: 0, action: null, chance: value === undefined ? null : { value, error: 0.01 }, name: "", told: {} as Station["told"] });
  const plan = (...stations: Station[]) => rowsOf(stations).map(({ station: { id }, column, from, past, below }) => [id, column, from, past.map((rail) => rail.column).join(), below !== null]);

  it("from the first position have a track each, in the order in which they were tried", () =>
    expect(plan(station(0, null), station(1, 0), station(2, 1), station(3, 0))).toEqual([[0, 0, null, "", true], [1, 1, 0, "0", true], [2, 1, 1, "0", false], [3, 1, 0, "", false]]));
  it("that branch off later stand above the line that goes straight on, whose rail runs past them", () =>
    expect(plan(station(0, null), station(1, 0), station(2, 1), station(3, 1), station(4, 3))).toEqual([[0, 0, null, "", true], [1, 1, 0, "", true], [3, 2, 1, "1", true], [4, 2, 2, "1", false], [2, 1, 1, "", false]]));
  it("are best where every move has the best chance that is known, and so are the rails that lead there", () => {
    const rows = rowsOf([station(0, null), station(1, 0, 0.4), station(2, 0, 0.6), station(3, 2), station(4, 0)]);
    expect(rows.filter(({ best }) => best).map((row) => row.station.id)).toEqual([0, 2, 3]);
    expect(rows.map((row) => row.past.map((rail) => rail.best))).toEqual([[], [true], [false], [false], []]);
  });
  it("are none on an empty board", () => expect(rowsOf([])).toEqual([]));
});

it("candidates change places at most every two seconds, and at once where others are among them", () => {
  const order = new SteadyOrder();
  const told = (now: number, ...actions: string[]) => order.arrange(actions.map((action) => ({ option: { action } }) as Advice["candidates"][number]), now).map(({ option }) => option.action);
  expect([told(5000, "a", "b"), told(6000, "b", "a"), told(7001, "b", "a"), told(7100, "c", "a")]).toEqual([["a", "b"], ["a", "b"], ["b", "a"], ["c", "a"]]);
});

it("when the coach has done, the best stands first", async () => {
  const advice = (...actions: string[]) => ({ worlds: 1, candidates: actions.map((action) => ({ option: { action } })) }) as unknown as Advice;
  const asked = vi.spyOn(api, "adviseOn").mockImplementation(async (_draft, _open, hear) => {
    hear(advice("a", "b"));
    hear(advice("b", "a"));
  });
  const board = createBoard();
  Object.assign(board, { draft: empty() });
  board.setOpen(false);
  await vi.waitFor(() => expect(board.thinking).toBe(false));
  expect(board.advice?.candidates.map(({ option }) => option.action)).toEqual(["b", "a"]);
  asked.mockRestore();
});
