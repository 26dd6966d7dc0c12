/** Posters of boards, from the editions' own art: a picture, the plate under it, the board as a stamp on it, and its place on the wall. */
import type { Edition } from "../api";

interface Facts { place: number; plate: string; stamp: [width: number, height: number] }
export interface Poster extends Facts { picture: string }

const facts = import.meta.glob<Facts>("../../../src/allaboard/editions/art/*.poster.json", { eager: true, import: "default" });
const pictures = import.meta.glob<string>("../../../src/allaboard/editions/art/*.poster.svg", { eager: true, query: "?raw", import: "default" });

const posters = new Map(
  Object.entries(facts).flatMap(([path, fact]): [string, Poster][] => {
    const board = /([\w-]+)\.poster\.json$/.exec(path)?.[1];
    const drawn = pictures[path.replace(/json$/, "svg")];
    return board && drawn ? [[board, { ...fact, picture: `data:image/svg+xml,${encodeURIComponent(drawn)}` }]] : [];
  }),
);

/** Null for a board that brought none. */
export const posterOf = ({ board }: Pick<Edition, "board">): Poster | null => posters.get(board) ?? null;

/** In the order in which posters hang on the wall; boards without one come last. */
export function hung<T extends Pick<Edition, "board">>(editions: readonly T[]): T[] {
  const place = (edition: T) => posterOf(edition)?.place ?? Number.MAX_SAFE_INTEGER;
  return [...editions].sort((one, other) => place(one) - place(other));
}
