/** Mistakes in the files of a board, with the line where each stands. */
import type { Fault } from "../api";

export interface Mistake { line: number | null; board: boolean; where: string; what: string }

/** What TOML itself says about a file that cannot be read. */
const READER = /at line (\d+)/;

/** The line of a place such as `routes[4] (Quay–Chapel) b` or `pieces` in a text, from 1; null where it is about no single line. */
export function lineOf(text: string, place: string): number | null {
  const lines = text.split("\n").map((line) => line.replace(/^\s*#.*/, ""));
  const [, list, number] = /^(\w+)\[(\d+)\]/.exec(place) ?? [];
  const key = list ?? place.split(" ").at(-1) ?? "";
  const begins = key ? lines.findIndex((line) => line.trimStart().startsWith(key) && /^\s*=/.test(line.trimStart().slice(key.length))) : -1;
  if (begins < 0) return null;
  if (number === undefined) return begins + 1;
  const rows = lines.flatMap((line, index) => (index >= begins && line.includes("{") ? [index + 1] : []));
  return rows[Number(number) - 1] ?? null;
}

/** What the server found in an edition's text and its board's. */
export function mistakes(faults: readonly Fault[], texts: { edition: string; board: string }): Mistake[] {
  return faults.map(({ where, what }) => {
    const [file = "", ...rest] = where.split(" ");
    const board = file.endsWith(".board.toml");
    const place = rest.join(" ");
    const told = READER.exec(what);
    return { board, where: place, what, line: told ? Number(told[1]) : lineOf(board ? texts.board : texts.edition, place) };
  });
}
