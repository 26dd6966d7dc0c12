/** The keys of the table. A key does what a press does; the list stands under K. */
import { settings } from "../settings.svelte";
import { rowByKey } from "./choice";
import type { TableContext } from "./context";
import { elements } from "./elements";

export interface Desk {
  context: TableContext;
  open: (what: "keys" | "rules" | "log" | "chat") => void;
}

export function press(event: KeyboardEvent, { context, open }: Desk): void {
  const target = event.target as HTMLElement;
  const { table, attention, training, announcer, camera, commands } = context;
  const typing = target.closest("input, textarea, select") !== null;
  // A dialog has its own keys.
  if (target.closest("dialog") || elements.modal()) return;
  if (event.key === "Escape" && !typing) {
    if (announcer.ribbon) announcer.closeRibbon();
    else attention.back();
    return;
  }
  if (!settings.keys || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const offer = table.keeps.length > 0 ? table.offer : [];
  const offered = offer[event.key.toLowerCase().charCodeAt(0) - 97];
  if (offered !== undefined && event.key.length === 1) {
    event.preventDefault();
    return attention.toggleKept(offered);
  }
  const key = event.key.toLowerCase();
  if (table.exercise && ["h", "s", "enter"].includes(key)) {
    // Hint, solution, and again or next; what has the focus answers to Enter itself.
    const button = key !== "enter" || target === document.body ? elements.keyed(key) : null;
    if (button) {
      event.preventDefault();
      return button.click();
    }
  }
  // What can do nothing now leaves Enter to the table, as a ticket of an offer does, which Space picks.
  if (event.key === "Enter" && (target === document.body || target.closest("[aria-disabled=true], [data-offered]"))) {
    if (table.next !== null || offer.length > 0) event.preventDefault();
    if (table.next !== null) return table.handOver();
    if (offer.length > 0) return void commands.answerOffer();
  }
  const slot = Number(event.key);
  if (attention.hints) {
    const row = event.defaultPrevented ? undefined : rowByKey(event.key, attention.hints.candidates, attention.hinted);
    if (row) {
      event.preventDefault();
      return attention.pickHint(row.option.action);
    }
  } else if (slot >= 1 && slot <= 5) {
    const card = table.view?.market[slot - 1];
    if (card) commands.take(card);
    return;
  }
  const acts: Record<string, () => void> = {
    d: () => commands.take("deck"),
    t: () => commands.drawTickets(),
    c: () => commands.nextClaim(event.shiftKey ? -1 : 1),
    q: () => commands.nextTicket(),
    h: () => void commands.askHint(),
    g: () => training.toggle(),
    u: () => void commands.undo(),
    m: () => commands.moreTime(),
    b: () => void (table.late && table.comeBack()),
    p: () => attention.openPace(!attention.pacing),
    l: () => open("log"),
    "/": () => open("chat"),
    "?": () => open("rules"),
    k: () => open("keys"),
    "+": () => camera.zoomBy(1.4),
    "=": () => camera.zoomBy(1.4),
    "-": () => camera.zoomBy(1 / 1.4),
    "0": () => camera.reset(),
  };
  // What has the focus answers to Enter itself.
  if (event.key === "Enter" && attention.hints && !target.closest("button, a, [role]")) {
    void commands.doHint();
    event.preventDefault();
    return;
  }
  if (event.key === " " && target === document.body) {
    if (table.now?.undo_until && !event.shiftKey) commands.goOn();
    else (event.shiftKey ? elements.stepBack() : elements.stepOn())?.click();
    event.preventDefault();
    return;
  }
  const act = acts[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}
