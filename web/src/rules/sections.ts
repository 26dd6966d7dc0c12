/** The rules pages: which paragraphs a section has, filled with the numbers of an edition. The words are the catalogue's. */
import { listed, t, type Key } from "../i18n/index.svelte";
import type { Edition, RouteInfo } from "../api";
import { cardName, pieceWords } from "../labels";

export const sections = ["aim", "setup", "turn", "drawing", "claiming", "doubles", "tickets", "end", "scoring"] as const;
export type Section = (typeof sections)[number];

export const isSection = (name: string): name is Section => (sections as readonly string[]).includes(name);

/** The paragraphs that a section has in every edition. */
const always: Record<Section, readonly Key[]> = {
  aim: ["rules.aim.1", "rules.aim.2"],
  setup: ["rules.setup.1", "rules.setup.2", "rules.setup.3"],
  turn: ["rules.turn.1", "rules.turn.2"],
  drawing: ["rules.drawing.1", "rules.drawing.2", "rules.drawing.3", "rules.drawing.4"],
  claiming: ["rules.claiming.1", "rules.claiming.2", "rules.claiming.3"],
  doubles: ["rules.doubles.1", "rules.doubles.2"],
  tickets: ["rules.tickets.1", "rules.tickets.2", "rules.tickets.3"],
  end: ["rules.end.1", "rules.end.2"],
  scoring: ["rules.scoring.1", "rules.scoring.2"],
};

/** The paragraphs of a section; only those that hold for the edition. */
export function paragraphs(edition: Edition, section: Section): string[] {
  const wild = t(`wild.${edition.vehicle}`);
  const wilds = t(`wilds.many.${edition.vehicle}`);
  const values = {
    pieces: pieceWords(edition.vehicle, edition.pieces), wild, wilds, n: edition.wild_cards, colours: listed(edition.colours.map(({ name }) => cardName(edition, name))),
    cards: edition.colours[0]?.cards ?? 0, hand: edition.starting_hand, dealt: edition.setup_offer, must: edition.setup_keep, drawn: edition.offer, least: edition.keep,
    closed: edition.twin_closed_up_to, final: edition.final_round_at, path: edition.longest_path_points, attraction: edition.attraction_points, pieceword: t(`piece.${edition.vehicle}`), from: edition.min_players, to: edition.max_players,
  };
  const keys = [...always[section]];
  if (section === "claiming" && edition.routes.some(({ ferries }) => ferries > 0)) keys.push("rules.claiming.ferries");
  if (section === "tickets" && edition.return_order === "chosen") keys.push("rules.tickets.order");
  if (section === "scoring") {
    if (edition.longest_path_points) keys.push("rules.scoring.path");
    if (edition.attraction_points) keys.push("rules.scoring.attraction");
    if (edition.districts.length > 0) keys.push("rules.scoring.districts");
    keys.push(edition.points_shown === "claimed" ? "rules.scoring.shown" : "rules.scoring.hidden");
    keys.push(edition.tie_breaks.includes("longest-path") ? "rules.scoring.tie.path" : "rules.scoring.tie");
  }
  return keys.map((key) => t(key, values));
}

/** The route that a section's picture shows, where it shows one. */
export function exampleRoute(edition: Edition, section: Section): RouteInfo | undefined {
  const first = edition.colours.find(({ name }) => name === "red") ?? edition.colours[0];
  if (section === "claiming") return edition.routes.find(({ length, colour, ferries }) => length === 3 && colour === first?.name && !ferries) ?? edition.routes[0];
  return section === "doubles" ? edition.routes.find(({ twin, colour }) => twin !== null && colour !== null) : undefined;
}
