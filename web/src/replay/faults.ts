/** What is wrong with a saved game that was sent, in the reader's words: where it is, what it is, what is allowed. */
import type { Fault } from "../api";
import { faultSentence } from "../boards/faults";
import { t } from "../i18n/index.svelte";

/** The whole refusal of a file: that it is no saved game, or one that cannot be replayed, and why. */
export function recordWords(faults: readonly Fault[]): string {
  const [fault] = faults;
  if (!fault?.code) return t("upload.bad");
  return `${t(fault.code === "record-format" ? "upload.bad" : "upload.broken")} ${recordFaultWords(fault)}`;
}

function recordFaultWords(fault: Fault): string {
  const { line, field } = fault.values ?? {};
  const what = faultSentence(fault);
  if (line !== undefined) return t("fault.line", { n: line, what });
  return field === undefined && fault.code?.startsWith("position-") ? t("fault.beginning", { what }) : what;
}
