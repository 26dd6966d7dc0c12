/** Which screen the address asks for. Screens stand behind the #, so that any server can serve the page and no invitation is sent to one. */

export type Place =
  | { screen: "home" }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string; n: number | null }
  | { screen: "join"; invite: string }
  | { screen: "rules"; edition: string; section: string }
  | { screen: "watch" }
  | { screen: "lost" };

export function placeOf(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, second = "", third = ""] = parts;
  const n = Number(new URLSearchParams(query).get("n"));
  switch (first) {
    case undefined:
      return { screen: "home" };
    case "table":
      return second ? { screen: "table", id: second } : { screen: "lost" };
    case "replay":
      return second ? { screen: "replay", id: second, n: n > 0 ? n : null } : { screen: "lost" };
    case "join":
      return second ? { screen: "join", invite: second } : { screen: "lost" };
    case "rules":
      return { screen: "rules", edition: second, section: third };
    case "watch":
      return { screen: "watch" };
    default:
      return { screen: "lost" };
  }
}

class Router {
  place = $state<Place>(placeOf(location.hash));

  constructor() {
    window.addEventListener("hashchange", () => {
      this.place = placeOf(location.hash);
      window.scrollTo(0, 0);
    });
  }

  go(path: string, replace = false): void {
    if (replace) {
      history.replaceState(null, "", `#${path}`);
      this.place = placeOf(location.hash);
    } else location.hash = path;
  }
}

export const router = new Router();
