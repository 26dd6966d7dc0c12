/** The rules pages: which paragraphs a section has, filled with the numbers of an edition. The words are the catalogue's. */
import { listed, t, tongue, type Key } from "../i18n/index.svelte";
import type { Edition, RouteInfo } from "../api";
import { cardName, pieceWords } from "../labels";

export const sections = ["aim", "setup", "turn", "drawing", "claiming", "doubles", "tickets", "end", "scoring"] as const;
export type Section = (typeof sections)[number];

export const isSection = (name: string): name is Section => (sections as readonly string[]).includes(name);

/** The paragraphs of a section; only those that hold for the edition. */
export function paragraphs(edition: Edition, section: Section): string[] {
  const wild = t(`wild.${edition.vehicle}`);
  const wilds = t(`wilds.many.${edition.vehicle}`);
  const values = {
    pieces: pieceWords(edition.vehicle, edition.pieces), wild, wilds, n: edition.wild_cards, colours: listed(edition.colours.map(({ name }) => cardName(edition, name))),
    cards: edition.colours[0]?.cards ?? 0, hand: edition.starting_hand, dealt: edition.setup_offer, must: edition.setup_keep, drawn: edition.offer, least: edition.keep,
    closed: edition.twin_closed_up_to, final: edition.final_round_at, path: edition.longest_path_points, attraction: edition.attraction_points, pieceword: t(`piece.${edition.vehicle}`), from: edition.min_players, to: edition.max_players,
  };
  const say = (key: string) => t(`rules.${section}.${key}` as Key, values);
  const counts: Record<Section, number> = { aim: 2, setup: 3, turn: 2, drawing: 4, claiming: 3, doubles: 2, tickets: 3, end: 2, scoring: 2 };
  const told = Array.from({ length: counts[section] }, (_, index) => say(String(index + 1)));
  if (section === "claiming" && edition.routes.some(({ ferries }) => ferries > 0)) told.push(say("ferries"));
  if (section === "tickets" && edition.return_order === "chosen") told.push(say("order"));
  if (section === "scoring") {
    if (edition.longest_path_points) told.push(say("path"));
    if (edition.attraction_points) told.push(say("attraction"));
    if (edition.districts.length > 0) told.push(say("districts"));
    told.push(edition.points_shown === "claimed" ? say("shown") : say("hidden"));
    told.push(edition.tie_breaks.includes("longest-path") ? say("tie.path") : say("tie"));
  }
  return told;
}

/** The route that a section's picture shows, where it shows one. */
export function exampleRoute(edition: Edition, section: Section): RouteInfo | undefined {
  const first = edition.colours.find(({ name }) => name === "red") ?? edition.colours[0];
  if (section === "claiming") return edition.routes.find(({ length, colour, ferries }) => length === 3 && colour === first?.name && !ferries) ?? edition.routes[0];
  return section === "doubles" ? edition.routes.find(({ twin, colour }) => twin !== null && colour !== null) : undefined;
}

export function routePoints(edition: Edition): [string, string][] {
  return Object.entries(edition.route_points)
    .map(([length, points]): [number, number] => [Number(length), points])
    .sort(([one], [other]) => one - other)
    .map(([length, points]) => [tongue.number(length), tongue.number(points)]);
}
