/** One tab stop for a row of buttons: arrow keys move inside, Tab moves on. */
import type { Attachment } from "svelte/attachments";

export const roving: Attachment<HTMLElement> = (group) => {
  const items = () => [...group.querySelectorAll<HTMLElement>("[data-stop]")];
  const settle = (chosen?: HTMLElement) => {
    const all = items();
    const stop = chosen ?? all.find((item) => item.tabIndex === 0) ?? all[0];
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : by ? (at + by + all.length) % all.length : -1;
    const next = all[to];
    if (!next) return;
    event.preventDefault();
    settle(next);
    next.focus();
  };
  const onFocus = (event: FocusEvent) => {
    if (items().includes(event.target as HTMLElement)) settle(event.target as HTMLElement);
  };
  const watcher = new MutationObserver(() => settle());
  watcher.observe(group, { childList: true, subtree: true });
  group.addEventListener("keydown", onKey);
  group.addEventListener("focusin", onFocus);
  settle();
  return () => {
    watcher.disconnect();
    group.removeEventListener("keydown", onKey);
    group.removeEventListener("focusin", onFocus);
  };
};
