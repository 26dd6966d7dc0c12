/** Which screen the address asks for. Screens stand behind the #, so that no invitation is sent to a server; links to share have them before it. */
import { isTheme, type PuzzleTheme } from "./api";

const reviewTabs = ["points", "marks", "errors", "luck"] as const;
export type ReviewTab = (typeof reviewTabs)[number];

export type Place =
  | { screen: "home" }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string; n: number | null }
  | { screen: "review"; id: string; n: number | null; tab: ReviewTab }
  | { screen: "exercise"; id: string; n: number }
  | { screen: "analysis"; code: string; table: string; n: number | null; puzzle: string }
  | { screen: "puzzles" }
  | { screen: "puzzle"; id: string; theme: PuzzleTheme | null }
  | { screen: "join"; invite: string }
  | { screen: "rules"; edition: string; section: string }
  | { screen: "watch" }
  | { screen: "board" }
  | { screen: "lost" };

/** A part of an address as it is meant; one that means nothing stays as it was typed, and leads nowhere. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function placeOf(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decoded);
  const [first, second = "", third = ""] = parts;
  const asked = (name: string): string => new URLSearchParams(query).get(name) ?? "";
  const n = Number(asked("n"));
  switch (first) {
    case undefined:
    case "index.html":
      return { screen: "home" };
    case "table":
      return second ? { screen: "table", id: second } : { screen: "lost" };
    case "replay":
      return second ? { screen: "replay", id: second, n: n > 0 ? n : null } : { screen: "lost" };
    case "review":
      return second ? { screen: "review", id: second, n: n > 0 ? n : null, tab: reviewTabs.find((tab) => tab === asked("tab")) ?? "points" } : { screen: "lost" };
    case "exercise":
      return second && Number(third) > 0 ? { screen: "exercise", id: second, n: Number(third) } : { screen: "lost" };
    case "analysis":
      return { screen: "analysis", code: second, table: asked("table"), n: n > 0 ? n : null, puzzle: asked("puzzle") };
    case "puzzles": {
      const theme = asked("theme");
      return second ? { screen: "puzzle", id: second, theme: isTheme(theme) ? theme : null } : { screen: "puzzles" };
    }
    case "join":
      return second ? { screen: "join", invite: second } : { screen: "lost" };
    case "rules":
      return { screen: "rules", edition: second, section: third };
    case "watch":
      return { screen: "watch" };
    case "board":
      return { screen: "board" };
    default:
      return { screen: "lost" };
  }
}

/** A link that others can follow: a path, for which the server tells who asks what it leads to. */
export const shareable = (path: string): string => `${location.origin}${path}`;

class Router {
  place = $state<Place>(placeOf(location.hash));

  constructor() {
    // The page's own links lead on from behind the #, whatever path it was opened with.
    if (location.pathname !== "/") this.go(location.hash.slice(1) || `${location.pathname}${location.search}`, true);
    window.addEventListener("hashchange", () => {
      this.place = placeOf(location.hash);
      window.scrollTo(0, 0);
    });
  }

  go(path: string, replace = false): void {
    if (replace) {
      history.replaceState(null, "", `/#${path}`);
      this.place = placeOf(location.hash);
    } else location.hash = path;
  }
}

export const router = new Router();
