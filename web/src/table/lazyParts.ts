/** Parts of a table that are not needed to show it: fetched when they are asked for, or before, when the first tickets are chosen. */

export const lazyParts = {
  coach: () => import("./Coach.svelte"),
  curtain: () => import("./Curtain.svelte"),
  finale: () => import("../end/Finale.svelte"),
  hints: () => import("./HintPanel.svelte"),
  keys: () => import("./Keys.svelte"),
  lobby: () => import("./Lobby.svelte"),
  menu: () => import("./TableMenu.svelte"),
  rules: () => import("./RulesSheet.svelte"),
};

/** How long the line is left to the table itself, in milliseconds. */
const WHILE = 1000;

/** Fetch what a game will ask for, so that a connection that is lost later finds it here; returns what stops it. */
export function fetchLazyParts(): () => void {
  const timer = setTimeout(() => {
    for (const part of [lazyParts.hints, lazyParts.menu, lazyParts.finale]) part().catch(() => undefined);
  }, WHILE);
  return () => clearTimeout(timer);
}
