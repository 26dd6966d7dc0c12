/** Opens a native dialog when it comes onto the page. Keeping the focus, Escape and the backdrop are the platform's; Escape of one that leaves
 * the page in reach is ours. */
import { on } from "svelte/events";
import type { Attachment } from "svelte/attachments";

function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  (event.currentTarget as HTMLDialogElement).close();
}

export function opened({ modal }: { modal: boolean }): Attachment<HTMLDialogElement> {
  return (dialog) => {
    const before = document.activeElement as HTMLElement | SVGElement | null;
    if (modal) dialog.showModal();
    else dialog.show();
    const forget = modal ? undefined : on(dialog, "keydown", closeByEscape);
    dialog.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
    return () => {
      forget?.();
      // One that closes gives the focus back; one that is taken off the page while open does not.
      if (dialog.open && before?.isConnected) before.focus({ preventScroll: true });
    };
  };
}
