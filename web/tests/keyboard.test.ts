/** What Enter does while tickets are chosen, with and without a hint beside them. */
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
