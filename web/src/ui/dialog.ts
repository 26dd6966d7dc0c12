/** Opens a native dialog when it comes onto the page. Keeping the focus, Escape and the backdrop are the platform's. */
import type { Attachment } from "svelte/attachments";

export function opened({ modal }: { modal: boolean }): Attachment<HTMLDialogElement> {
  return (dialog) => {
    const before = document.activeElement as HTMLElement | SVGElement | null;
    if (modal) dialog.showModal();
    else dialog.show();
    dialog.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
    return () => {
      // One that closes gives the focus back; one that is taken off the page while open does not.
      if (dialog.open && before?.isConnected) before.focus({ preventScroll: true });
    };
  };
}
