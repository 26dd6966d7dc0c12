/** The analysis board: what a hand changes in a position, and the link that holds it. */
import { describe, expect, it } from "vitest";
import { decode, encode, type Saved } from "../src/analysis/link";
import { addTicket, changeCard, changeUnseen, changeUnseenTickets, emptyBoard, giveTurn, knownCards, layCard, paint, removeTicket, unseenCards, whole } from "../src/analysis/setup";

const empty = () => emptyBoard("usa", 3);

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
