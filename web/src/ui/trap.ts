/** A dialog takes the focus, keeps it, and gives it back when it closes. */
import type { Attachment } from "svelte/attachments";

const reachable = 'button:not(:disabled), a[href], input:not(:disabled), select, textarea, [tabindex="0"]';

export function trap(close?: () => void): Attachment<HTMLElement> {
  return (dialog) => {
    const before = document.activeElement as HTMLElement | SVGElement | null;
    const first = dialog.querySelector<HTMLElement>("[data-first]") ?? dialog.querySelector<HTMLElement>(reachable) ?? dialog;
    first.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && close) {
        event.preventDefault();
        event.stopPropagation();
        close();
      } else if (event.key === "Tab") {
        const stops = [...dialog.querySelectorAll<HTMLElement>(reachable)].filter((stop) => stop.tabIndex >= 0 && stop.offsetParent !== null);
        const [start, end] = [stops[0], stops.at(-1)];
        const edge = event.shiftKey ? start : end;
        if (start && end && (document.activeElement === edge || !dialog.contains(document.activeElement))) {
          event.preventDefault();
          (event.shiftKey ? end : start).focus();
        }
      }
    };
    dialog.addEventListener("keydown", onKey);
    return () => {
      dialog.removeEventListener("keydown", onKey);
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
  };
}
