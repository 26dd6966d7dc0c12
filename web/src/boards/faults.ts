/** Mistakes in the files of a board in the reader's words, with the line where each stands. */
import type { Fault } from "../api";
import { t } from "../i18n/index.svelte";

export interface Mistake { line: number | null; board: boolean; where: string; what: string }

/** Values of a wrong form: what it is, or that it is missing, and what is allowed instead. */
const FORMS: readonly Fault["code"][] = [
  "text", "whole", "number", "flag", "choice", "choices", "names", "lengths", "rows", "row",
  "record-deal", "record-hex", "record-list", "record-names", "record-played", "record-position", "record-result-form", "record-secret",
];
const EXAMPLE = "{ 1 = 1, 2 = 2, 3 = 4 }";

/** What is wrong, in the reader's language; a mistake without a code in the server's words. */
export function faultWords({ code, values = {}, what }: Fault): string {
  if (!code) return what;
  const told = t(`fault.${code}`, { ...values, example: EXAMPLE });
  if (FORMS.includes(code)) return values.value === undefined ? t("fault.missing", { allowed: told }) : t("fault.is", { value: values.value, allowed: told });
  return values.near ? `${told} ${t("fault.near", { near: values.near })}` : told;
}

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
  return faults.map((fault) => {
    const [file = "", ...rest] = fault.where.split(" ");
    const board = file.endsWith(".board.toml");
    const line = fault.values?.line;
    // What reads the file tells its line itself; the place is that line in words.
    if (typeof line === "number") return { board, where: "", what: faultWords(fault), line };
    const place = rest.join(" ");
    return { board, where: place, what: faultWords(fault), line: lineOf(board ? texts.board : texts.edition, place) };
  });
}
