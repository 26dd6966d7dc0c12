/** Things of the game in words of the reader's language: cards, routes, places, events. */
import { inUnits } from "./i18n/figures";
import { capital, listed, t, tongue, type Key } from "./i18n/index.svelte";
import type { Action, Cards, Durations, Edition, Look, RouteInfo, TableInfo, Vehicle } from "./api";
import { liveries } from "./tokens";

/** An edition's title: of one of ours in the reader's language, of a board that somebody brought as it is written there. */
export function titleOf({ key, title }: Pick<Edition, "key" | "title">): string {
  const message = `edition.${key}` as Key;
  const told = t(message);
  return told === message ? title : told;
}

/** "North America", without the box. */
export const placeTitle = (edition: Pick<Edition, "key" | "title">): string => titleOf(edition).split(", ")[0] ?? "";

/** "10th Anniversary", or nothing: what tells boxes with the same board apart. */
export const boxTitle = (edition: Pick<Edition, "key" | "title">): string => titleOf(edition).split(", ")[1] ?? "";

/** How long games take here; empty until enough were played. */
export function minuteWords(minutes: Pick<Durations, "bots" | "friends"> | undefined): string {
  const { bots = null, friends = null } = minutes ?? {};
  if (bots !== null && friends !== null) return t("minutes.both", { bots, friends });
  return bots !== null ? t("minutes.bots", { bots }) : friends !== null ? t("minutes.friends", { friends }) : "";
}

/** Who opened a table and has no name. */
export const hostName = (): string => capital(t("lobby.host"));

/** How seats are called; several without a name at one device are told apart. */
export function seatNames(seats: readonly Pick<TableInfo["seats"][number], "seat" | "kind" | "name">[]): string[] {
  let hosts = 0;
  return seats.map(({ seat, kind, name }) => {
    if (name || kind !== "person") return name || t("seat.n", { n: seat + 1 });
    hosts += 1;
    return hosts > 1 ? `${hostName()} ${hosts}` : hostName();
  });
}

/** "Yellow": a seat by the livery of its pieces. */
export const liveryName = (seat: number): string => capital(t(`colour.${liveries[seat]?.name ?? "grey"}` as Key));

/** Where a card that was just drawn came from; `new` where two of one colour came from both. */
export type Origin = "market" | "deck" | "new";

export function lookOf(edition: Edition, card: string): Look {
  return card === "wild" ? "wild" : (edition.colours.find(({ name }) => name === card)?.look ?? "grey");
}

/** "red", "locomotive": a card by its name. */
export function cardName(edition: Edition, card: string): string {
  const look = lookOf(edition, card);
  return look === "wild" ? t(`wild.${edition.vehicle}`) : t(`colour.${look}`);
}

/** "red", "a locomotive": a card as what is taken. */
export function oneCard(edition: Edition, card: string): string {
  const look = lookOf(edition, card);
  return look === "wild" ? t(`card.wild.${edition.vehicle}`) : t(`card.${look}`);
}

/** "2 red and 1 locomotive". */
export function cardWords(edition: Edition, cards: Cards): string {
  return listed(
    Object.entries(cards)
      .filter(([, count]) => count > 0)
      .map(([card, count]) =>
        card === "wild" ? t(`wilds.${edition.vehicle}`, { n: count }) : t("cards.of", { n: count, colour: cardName(edition, card) }),
      ),
  );
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth"] as const;

/** "second": the place that somebody came in. */
export const placeWord = (place: number): string => t(`end.place.${ORDINALS[place - 1] ?? "fifth"}`);

/** "four", as in "second of four"; a figure beyond twelve. */
export const countWord = (n: number): string => t("numbers").split(" ")[n - 1] ?? tongue.number(n);

export function pieceWords(vehicle: Vehicle, n: number): string {
  return t(`pieces.${vehicle}`, { n });
}

/** "Chicago – Omaha", without what tells twins apart. */
export function routeTitle(route: { a: string; b: string }): string {
  return `${route.a} – ${route.b}`;
}

export function plainName(name: string): string {
  return name.replace(/\/.*$/, "").replace("–", " – ");
}

/** What an action does, in a few words that begin a line. */
export function optionWords(edition: Edition, option: Action): string {
  const words = ((): string => {
    switch (option.kind) {
      case "claim":
        return t("hint.claim", { route: plainName(option.route) });
      case "take":
        return t("hint.take", { card: oneCard(edition, option.card) });
      case "draw tickets":
        return t("hint.tickets");
      case "keep":
        return t("hint.keep", { list: listed(option.keep.map(plainName)) });
      default:
        return t("hint.deck");
    }
  })();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

export function routeFacts(edition: Edition, route: RouteInfo): string {
  const facts = route.colour
    ? t("route.facts", { n: route.length, colour: cardName(edition, route.colour) })
    : t("route.facts.grey", { n: route.length });
  const ferry = route.ferries ? `${t("route.ferry", { wilds: t(`wilds.${edition.vehicle}`, { n: route.ferries }) })} ` : "";
  return `${facts} ${ferry}${t("route.points", { n: route.points })}`;
}

/** The gaps of a sentence and the text between them, so that a gap can be a picture. */
export function pieces(key: Key, n?: number): { text?: string; gap?: string }[] {
  return tongue
    .template(key, n)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => (/^\{\w+\}$/.test(part) ? { gap: part.slice(1, -1) } : { text: part }));
}

type Clock = NonNullable<TableInfo["options"]["clock"]>;

/** "2 minutes", in the largest unit that keeps it whole. */
function spanWords(seconds: number): string {
  const [unit, size] = ([["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]] as const).find(([, size]) => seconds % size === 0) ?? (["second", 1] as const);
  return inUnits(seconds / size, unit);
}

/** "about 40 seconds", "about 2 minutes": rounded up. */
export const aboutWords = (seconds: number): string =>
  t("review.about", { time: seconds > 55 ? inUnits(Math.ceil(seconds / 60), "minute") : inUnits(5 * Math.max(1, Math.ceil(seconds / 5)), "second") });

/** "2 minutes a move". */
export const clockWords = ({ per, seconds }: Clock): string => t(`clock.per.${per}`, { time: spanWords(seconds) });

/** The clock, and what happens when it runs out. */
export const clockSentence = (clock: Clock): string => t(`clock.out.${clock.per}`, { clock: clockWords(clock) });

/** The reader's language with their country: English is read in countries with different clocks and dates. */
export const region = (): string => navigator.languages.find((language) => language.startsWith(tongue.language)) ?? tongue.language;

/** A sentence in which cards are shown as pictures. */
export type Words = (string | Cards)[];

/** A sentence of the catalogue, its gaps filled with words or cards. */
export function phrase(key: Key, gaps: Record<string, string | Cards> = {}, n?: number): Words {
  return pieces(key, n).map(({ text, gap = "" }) => text ?? gaps[gap] ?? (gap === "n" ? String(n) : ""));
}

export function when(at: number): string {
  const days = Math.floor((Date.now() - at) / 86_400_000);
  if (days < 1) return new Intl.DateTimeFormat(region(), { hour: "2-digit", minute: "2-digit" }).format(at);
  if (days < 2) return new Intl.RelativeTimeFormat(tongue.language, { numeric: "auto" }).format(-1, "day");
  return new Intl.DateTimeFormat(region(), { day: "numeric", month: "short" }).format(at);
}
