/** What Enter does while tickets are chosen, with and without a hint beside them; and which of its moves a digit or an arrow picks; the keys of an exercise. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createAttention } from "../src/table/attention.svelte";
import { Commands } from "../src/table/commands";
import type { TableContext } from "../src/table/context";
import { press } from "../src/table/keyboard";
import type { Hints, Keep } from "../src/api";

const body = { closest: () => null };
beforeAll(() => void Object.assign(document, { body, querySelector: () => null }));

const keep = (kept: string[], give_back: string[]): Keep => ({ kind: "keep", action: `keep ${kept.join()}; return ${give_back.join()}`, keep: kept, give_back });
const keeps = [keep(["A"], ["B", "C"]), keep(["A"], ["C", "B"]), keep(["A", "B"], ["C"]), keep(["B"], ["A", "C"])];
const [, , both] = keeps;

function choosing({ hint = false }: { hint?: boolean } = {}) {
  const act = vi.fn(async () => undefined);
  const table = { keeps, offer: ["A", "B", "C"], next: null, ready: true, act, view: null, ways: new Map(), info: null };
  const attention = createAttention(table as unknown as TableContext["table"]);
  const parts = { table, attention } as unknown as TableContext;
  if (hint) attention.showHints({ thinking: false, candidates: [{ option: both, chance: 0.5, error: 0.01, level: false }], reasons: [], plan: [] } as unknown as Hints);
  const enter = () => press({ key: "Enter", target: body, preventDefault: () => undefined } as unknown as KeyboardEvent, { context: { ...parts, attention, commands: new Commands(parts) }, open: () => undefined });
  return { act, attention, enter };
}

describe.each([false, true])("Enter, with a hint beside the offer: %s", (hint) => {
  it("keeps the tickets that are chosen, and gives the others back in the order that is chosen", () => {
    const { act, attention, enter } = choosing({ hint });
    attention.toggleKept("A");
    attention.orderReturned(["C", "B"]);
    enter();
    expect(act.mock.calls).toEqual([["keep A; return C,B"]]);
  });
  it("does nothing for a choice that is not legal", () => {
    const { act, attention, enter } = choosing({ hint });
    attention.toggleKept("C");
    enter();
    expect(act).not.toHaveBeenCalled();
  });
});

describe("Enter, where nothing is chosen", () => {
  it("does what the hint says", () => {
    const { act, enter } = choosing({ hint: true });
    enter();
    expect(act.mock.calls).toEqual([[both?.action]]);
  });
  it("does nothing without one", () => {
    const { act, enter } = choosing();
    enter();
    expect(act).not.toHaveBeenCalled();
  });
});

describe("a hint's moves", () => {
  const moves = ["draw deck", "take red", "draw tickets"].map((action) => ({ option: { action, kind: action }, chance: 0.5, error: 0.01, level: false }));
  function advised() {
    const take = vi.fn();
    const table = { keeps: [], offer: [], next: null, view: { market: ["red", "blue", "red", "wild", "green"] }, ways: new Map() };
    const attention = createAttention(table as unknown as TableContext["table"]);
    attention.showHints({ thinking: false, candidates: moves, reasons: [], plan: [] } as unknown as Hints);
    const context = { table, attention, commands: { take } } as unknown as TableContext;
    const key = (pressed: string, defaultPrevented = false) => press({ key: pressed, defaultPrevented, target: body, preventDefault: () => undefined } as unknown as KeyboardEvent, { context, open: () => undefined });
    const pick = (pressed: string) => {
      key(pressed);
      return attention.hintedNo;
    };
    return { attention, key, pick, take };
  }
  it("are picked by the numbers beside them, which take no card then", () => {
    const { pick, take } = advised();
    expect([["2", "3", "1", "5"].map(pick), take.mock.calls]).toEqual([[2, 3, 1, 1], []]);
  });
  it("are picked by arrows from row to row, unless what has the focus moved by them", () => {
    const { attention, key, pick } = advised();
    expect(["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"].map(pick)).toEqual([2, 3, 1, 3]);
    key("ArrowUp", true);
    expect(attention.hintedNo).toBe(3);
  });
  it("leave the digits to the market once the hint is closed", () => {
    const { attention, key, take } = advised();
    attention.closeHints();
    key("4");
    expect(take.mock.calls).toEqual([["wild"]]);
  });
});

describe("at an exercise", () => {
  const keyed = { h: vi.fn(), s: vi.fn(), enter: vi.fn() };
  function exercising(focus: { closest: (selector: string) => unknown } = body) {
    vi.clearAllMocks();
    const querySelector = (selector: string) => Object.entries(keyed).flatMap(([key, click]) => (selector === `[data-key="${key}"]` ? { click } : []))[0] ?? null;
    Object.assign(document, { querySelector });
    const askHints = vi.fn(async () => undefined);
    const table = { exercise: true, keeps, offer: [], next: null, ready: true, seat: 0, act: vi.fn(), askHints, view: null, ways: new Map(), info: null };
    const attention = createAttention(table as unknown as TableContext["table"]);
    const parts = { table, attention } as unknown as TableContext;
    const commands = new Commands(parts);
    return { askHints, commands, key: (name: string) => press({ key: name, target: focus, preventDefault: () => undefined } as unknown as KeyboardEvent, { context: { ...parts, attention, commands }, open: () => undefined }) };
  }
  it.each([["h", "h"], ["S", "s"], ["Enter", "enter"]] as const)("%s presses what stands beside it", (name, pressed) => {
    exercising().key(name);
    expect(Object.entries(keyed).flatMap(([key, click]) => (click.mock.calls.length > 0 ? key : []))).toEqual([pressed]);
  });
  it("leaves Enter to what has the focus", () => {
    exercising({ closest: () => null }).key("Enter");
    expect(keyed.enter).not.toHaveBeenCalled();
  });
  it("never asks for the hint of a table", async () => {
    const { askHints, commands, key } = exercising();
    Object.assign(document, { querySelector: () => null });
    key("h");
    await commands.askHint();
    expect(askHints).not.toHaveBeenCalled();
  });
});
