/** The board's inks as custom properties, made from the editions' own tokens when the page is built; the page repeats none of them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

type Inks = Record<string, string>;
interface Tokens {
  light: Inks;
  night: Inks;
  fixed: Inks;
  colours: Record<string, { light: { fill: string }; night: { fill: string } }>;
  players: { body: string }[];
}

const FILE = fileURLToPath(new URL("../src/allaboard/editions/art/tokens.json", import.meta.url));
/** What the page draws of the board itself; the rest is in the board's picture. */
const THEMED = ["water", "halo", "name", "rail", "marker", "marker_ring", "marker_dot"];
const FIXED = ["outline", "rim", "numeral", "badge"];

const block = (selector: string, inks: [name: string, ink: string | undefined][]) =>
  `${selector} { ${inks.map(([name, ink]) => `--${name.replace("_", "-")}: ${ink};`).join(" ")} }\n`;

export function inksOf({ light, night, fixed, colours, players }: Tokens): string {
  const themed = (inks: Inks, theme: "light" | "night"): [string, string | undefined][] => [
    ...THEMED.map((name): [string, string | undefined] => [name, inks[name]]),
    // White spaces and white cards are painted in different whites: the cards' is the page's own.
    ...Object.entries(colours).flatMap(([name, paint]): [string, string][] => (name === "white" ? [] : [[`c-${name}`, paint[theme].fill]])),
  ];
  const always: [string, string | undefined][] = [...FIXED.map((name): [string, string | undefined] => [name, fixed[name]]), ...players.map(({ body }, seat): [string, string] => [`p${seat}`, body])];
  return block(":root", [...themed(light, "light"), ...always]) + block('[data-theme="night"]', themed(night, "night"));
}

/** `import "virtual:inks.css"`. */
export function inks(): Plugin {
  return {
    name: "inks",
    resolveId: (id) => (id === "virtual:inks.css" ? "/@inks.css" : undefined),
    load(id) {
      if (id !== "/@inks.css") return undefined;
      this.addWatchFile(FILE);
      return inksOf(JSON.parse(readFileSync(FILE, "utf8")) as Tokens);
    },
  };
}
