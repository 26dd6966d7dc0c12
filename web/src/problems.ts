/** What the server refuses, in the reader's language where the catalogue has words for it; else in the server's own. */
import { type Key, t } from "./i18n/index.svelte";
import type { components } from "./schema";
import { reasonKey } from "./table/refusals";

export type Problem = Partial<components["schemas"]["ProblemBody"]>;

/** Refusals of a kind that are said alike. The others have codes, rules or faults that say more. */
const KINDS: Partial<Record<string, Key>> = {
  limit: "refused.limit", "not-found": "refused.notfound", stale: "notice.late", "too-large": "refused.large", unavailable: "refused.unavailable", unplayable: "refused.unplayable",
};

/** Rules whose words at a route count what is missing, or that no route is refused by. */
const RULES: Partial<Record<string, Key>> = { "R-CLAIM-1": "refused.cards", "R-DRAW-3": "refused.wild", "R-DRAW-6": "why.deck", "R-TICKET-5": "tickets.gone" };

export const kindOf = ({ type = "" }: Problem): string => type.split(":").at(-1) ?? "";

/** Why a rule refuses. */
export const ruleWords = (rule: string): string => t(RULES[rule] ?? reasonKey(rule) ?? "refused.illegal", { rule });

export function problemWords(problem: Problem): string {
  const { code, rule, least = 0, most = 0, seconds = 0, detail = "" } = problem;
  if (code) return t(`refused.${code}`, { n: code === "requests" ? seconds : most, least });
  if (rule) return ruleWords(rule);
  const key = KINDS[kindOf(problem)];
  return key ? t(key) : detail;
}
