/** The keys of the table. A key does what a press does; the list stands under "?". */
import { settings } from "../settings.svelte";
import type { Conduct } from "./conduct.svelte";

export interface Desk {
  conduct: Conduct;
  open: (what: "keys" | "log" | "chat") => void;
}

export function press(event: KeyboardEvent, { conduct, open }: Desk): void {
  const target = event.target as HTMLElement;
  const typing = target.closest("input, textarea, select") !== null;
  if (event.key === "Escape" && !typing) {
    if (conduct.ribbon) conduct.ribbon = null;
    else conduct.attention.back();
    return;
  }
  if (!settings.keys || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("[role=dialog]")) return;
  const { table, camera } = conduct;
  const slot = Number(event.key);
  if (slot >= 1 && slot <= 5) {
    const card = table.view?.market[slot - 1];
    if (card) conduct.take(card);
    return;
  }
  const acts: Record<string, () => void> = {
    d: () => conduct.take("deck"),
    t: () => conduct.drawTickets(),
    c: () => conduct.nextClaim(event.shiftKey ? -1 : 1),
    q: () => conduct.nextTicket(),
    h: () => void conduct.askHint(),
    u: () => void table.undo(),
    l: () => open("log"),
    "/": () => open("chat"),
    "?": () => open("keys"),
    "+": () => camera.zoomBy(1.4),
    "=": () => camera.zoomBy(1.4),
    "-": () => camera.zoomBy(1 / 1.4),
    "0": () => camera.reset(),
  };
  if (event.key === " " && target === document.body) {
    document.querySelector<HTMLElement>("[data-step-on]")?.click();
    event.preventDefault();
    return;
  }
  const act = acts[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}
