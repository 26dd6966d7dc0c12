/** The lines tried as a plan of tracks: which station stands in which row and column, and which rails run there. Drawing it is `LineTree`'s. */
import type { Station } from "./board.svelte";

/** A rail in a column; `best` where it leads to the best line. */
export interface Rail { readonly column: number; readonly best: boolean }

/** A station with the column that its track comes from (null: the first), rails that run past it, and the rail that leaves it downwards. */
export interface Row { readonly station: Station; readonly column: number; readonly best: boolean; readonly from: number | null; readonly past: readonly Rail[]; readonly below: Rail | null }

/** Every move from the first position has a track of its own. Later on the first try goes straight on, below all that branch off before it. */
export function rowsOf(stations: readonly Station[]): Row[] {
  const childrenOf = (station: Station): Station[] => stations.filter(({ parent }) => parent === station.id);
  const [root] = stations;
  const best = new Set<number>();
  for (let at = root; at; at = bestOf(childrenOf(at))) best.add(at.id);

  const rows: Row[] = [];
  const walk = (station: Station, column: number, from: number | null, past: readonly Rail[]): void => {
    const [first, ...others] = childrenOf(station);
    const straight = station === root ? undefined : first;
    const order = first ? (straight ? [...others, straight] : [first, ...others]) : [];
    const railTo = (ahead: readonly Station[]): Rail | null => (ahead.length > 0 ? { column, best: ahead.some(({ id }) => best.has(id)) } : null);
    rows.push({ station, column, best: best.has(station.id), from, past, below: railTo(order) });
    order.forEach((child, index) => {
      const rail = railTo(order.slice(index + 1));
      walk(child, child === straight ? column : column + 1, column, rail ? [...past, rail] : past);
    });
  };
  if (root) walk(root, 0, null, []);
  return rows;
}

/** The move with the best chance, as far as the coach has told; else the first that was tried. */
const bestOf = (moves: Station[]): Station | undefined => moves.toSorted((one, other) => (other.chance?.value ?? -1) - (one.chance?.value ?? -1))[0];
