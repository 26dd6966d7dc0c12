/** News in words: spoken for those who listen to the page, shouted when the game turns, and on a ribbon when the last round comes. */
import { t } from "../i18n/index.svelte";
import type { Edition, Line } from "../api";
import { cardWords, phrase, pieceWords, plainName, type Words } from "../labels";
import type { Labels } from "./labels.svelte";
import { entries, keyFor, type Entry } from "./log";
import type { Table } from "./table.svelte";

/** An entry of the log in words. */
export function told(entry: Entry, edition: Edition, names: string[]): string {
  return t(keyFor(entry, entry.seat !== null && names[entry.seat] === t("you")), {
    who: entry.seat === null ? "" : (names[entry.seat] ?? ""),
    route: plainName(entry.route ?? ""),
    cards: cardWords(edition, entry.cards ?? {}),
    piece: t(`piece.${edition.vehicle}`),
    n: entry.count ?? 0,
  });
}

/** A line of the log as one spoken sentence. */
export function sentence(line: Line, edition: Edition, names: string[]): string {
  return entries([line])
    .map((entry) => told(entry, edition, names))
    .map((words, at, all) => (at < all.length - 1 && !words.endsWith(".") ? `${words}.` : words))
    .join(" ");
}

/** The same as it is read: its cards are pictures. */
export function pictured(line: Line, edition: Edition, names: string[]): Words {
  return entries([line]).flatMap((entry, at) => {
    const { seat, route = "", cards = {}, count } = entry;
    const gaps = { who: seat === null ? "" : (names[seat] ?? ""), route: plainName(route), cards, piece: t(`piece.${edition.vehicle}`) };
    return [...(at > 0 ? [". "] : []), ...phrase(keyFor(entry, seat !== null && names[seat] === t("you")), gaps, count)];
  });
}

class AnnouncerState {
  /** Read out when the reader pauses. */
  said = $state("");
  /** Read out at once. */
  shouted = $state("");
  ribbon = $state.raw<{ title: string; text: string } | null>(null);
  private readonly table: Table;
  private readonly edition: Edition;
  private readonly labels: Labels;

  constructor(table: Table, edition: Edition, labels: Labels) {
    this.table = table;
    this.edition = edition;
    this.labels = labels;
  }

  /** The same words twice are said twice. */
  say(text: string): void {
    this.said = this.said === text ? `${text}\u00a0` : text;
  }

  hear(line: Line): void {
    for (const { kind, seat } of line.events) {
      // How few pieces are left is told by the view, which comes after the news.
      if (kind === "final round" && seat !== null) void this.table.refresh().then(() => this.announceEnd(seat));
      if (kind === "ended") this.shouted = t("log.ended");
    }
    const words = sentence(line, this.edition, this.labels.names);
    if (words) this.say(words);
  }

  closeRibbon(): void {
    this.ribbon = null;
  }

  private announceEnd(seat: number): void {
    const pieces = pieceWords(this.edition.vehicle, this.table.view?.seats[seat]?.pieces ?? 0);
    const text = this.labels.isYou(seat) ? t("final.text.you", { pieces }) : t("final.text", { name: this.labels.names[seat] ?? "", pieces });
    this.ribbon = { title: t("final"), text };
    this.shouted = text;
  }
}

export type Announcer = Readonly<AnnouncerState>;
export const createAnnouncer = (table: Table, edition: Edition, labels: Labels): Announcer => new AnnouncerState(table, edition, labels);
