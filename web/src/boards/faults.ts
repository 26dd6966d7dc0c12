/** Faults of what was sent in the reader's words; and mistakes in the files of a board, with the line where each stands. */
import type { Edition, Fault } from "../api";
import { t } from "../i18n/index.svelte";
import { cardName } from "../labels";
import { ruleWords } from "../problems";

export interface Mistake { line: number | null; board: boolean; where: string; what: string }

/** Values of a wrong form: what it is, or that it is missing, and what is allowed instead. */
const FORMS: readonly Fault["code"][] = [
  "text", "whole", "number", "flag", "choice", "choices", "names", "lengths", "rows", "row",
  "position-by-seat", "position-counts", "position-list",
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

/** A fault of a position or a saved game as a sentence: the field or the seat that it is about, what it is, and what is allowed. */
export function faultSentence(fault: Fault, edition: Edition | null = null): string {
  const { field, seat, card, rule } = fault.values ?? {};
  const values = { ...fault.values };
  if (typeof seat === "number") values.name = t("seat.n", { n: seat + 1 });
  if (typeof card === "string" && edition) values.card = cardName(edition, card);
  // Nobody who reads this is the one who already owns the other track.
  if (typeof rule === "string") values.why = rule === "R-CLAIM-6" ? t("why.twin.own.rule") : ruleWords(rule);
  const what = faultWords({ ...fault, values });
  const told = field === undefined || fault.code === "record-format" ? what : t("fault.field", { field, what });
  return /[.!?…]$/.test(told) ? told : `${told}.`;
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
