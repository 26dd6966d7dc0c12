/** The chances to win along a game, as bands that lie on each other; they come from its review. */
import type { Graph } from "../api";

/** What each seat's chance was before move `n`; behind the last move, what became of it. */
export function chancesAt({ steps }: Pick<Graph, "steps">, n: number): number[] {
  const shares = n < steps.length ? steps[n]?.before : steps.at(-1)?.after;
  const sum = shares?.reduce((all, share) => all + share, 0) ?? 0;
  return sum > 0 ? (shares ?? []).map((share) => share / sum) : [];
}

/** The outline of each seat's band in a box of so many units along and across; time runs to the right, or down. */
export function bandsOf(graph: Pick<Graph, "steps">, along: number, across: number, upright: boolean): string[] {
  const moments = Array.from({ length: graph.steps.length + 1 }, (_, n) => chancesAt(graph, n));
  const seats = moments[0]?.length ?? 0;
  const point = (n: number, share: number): string => {
    const [far, high] = [(n / graph.steps.length) * along, share * across];
    return (upright ? [high, far] : [far, across - high]).map((value) => value.toFixed(1)).join(" ");
  };
  const edge = (below: number) => moments.map((shares, n) => point(n, shares.slice(0, below).reduce((sum, share) => sum + share, 0)));
  return Array.from({ length: seats }, (_, seat) => `M${edge(seat).join("L")}L${edge(seat + 1).toReversed().join("L")}Z`);
}
