/** News as one spoken sentence, for those who listen to the page. */
import { t } from "../i18n/index.svelte";
import type { Edition, Line } from "../types";
import { cardWords, plainName } from "../words";
import { entries } from "./log";

export function sentence(line: Line, edition: Edition, names: string[]): string {
  return entries([line])
    .map((entry) =>
      t(entry.key, {
        who: entry.seat === null ? "" : (names[entry.seat] ?? ""),
        route: plainName(entry.route ?? ""),
        cards: cardWords(edition, entry.cards ?? {}),
        piece: t(`piece.${edition.vehicle}`),
        n: entry.count ?? 0,
      }),
    )
    .map((words, at, all) => (at < all.length - 1 && !words.endsWith(".") ? `${words}.` : words))
    .join(" ");
}
