/** What a review has found so far: it comes in news, each with what became known or sharper since the one before. */
import type { Found, Review } from "../api";

export const nothingFound: Found = { judged: 0, graph: null, judgements: [], seats: [], levels: [], actions: {} };

const merged = <T extends { n: number }>(known: readonly T[], fresh: readonly T[]): T[] =>
  [...new Map([...known, ...fresh].map((one) => [one.n, one])).values()].sort((one, other) => one.n - other.n);

/** What was found before, with what the news tell. */
export const withNews = (found: Found, news: Found): Found => ({
  judged: Math.max(found.judged, news.judged),
  graph: news.graph ? { ...news.graph, steps: merged(found.graph?.steps ?? [], news.graph.steps) } : found.graph,
  judgements: merged(found.judgements, news.judgements),
  seats: news.seats.length > 0 ? news.seats : found.seats,
  levels: news.levels.length > 0 ? news.levels : found.levels,
  actions: { ...found.actions, ...news.actions },
});

/** All that a whole review has found. */
export const allOf = ({ graph, judgements, seats, levels }: Review, actions: Found["actions"]): Found => ({ judged: judgements.length, graph, judgements, seats, levels, actions });
