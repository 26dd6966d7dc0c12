/** What is wrong with a saved game that was sent, in the reader's words: where it is, what it is, what is allowed. */
import type { Fault } from "../api";
import { faultWords } from "../boards/faults";
import { t } from "../i18n/index.svelte";
import { ruleWords } from "../problems";

/** The whole refusal of a file: that it is no saved game, or one that cannot be replayed, and why. */
export function recordWords(faults: readonly Fault[]): string {
  const [fault] = faults;
  if (!fault?.code) return t("upload.bad");
  return `${t(fault.code === "record-format" ? "upload.bad" : "upload.broken")} ${recordFaultWords(fault)}`;
}

function recordFaultWords(fault: Fault): string {
  const { line, field, rule } = fault.values ?? {};
  const what = faultWords(typeof rule === "string" ? { ...fault, values: { ...fault.values, why: ruleWords(rule) } } : fault);
  const told = field === undefined || fault.code === "record-format" ? what : t("fault.field", { field, what });
  const whole = line === undefined ? told : t("fault.line", { n: line, what: told });
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
