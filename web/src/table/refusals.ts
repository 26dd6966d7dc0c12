/** Why a route cannot be claimed, for people: the server names the rule, the catalogue says it. */
import type { Key } from "../i18n/index.svelte";
import type { Refusal, RouteInfo } from "../api";

const said: Record<string, Key> = {
  "R-CLAIM-1": "why.cards", "R-CLAIM-10": "why.ferry", "R-CLAIM-4": "why.taken", "R-CLAIM-5": "why.pieces", "R-CLAIM-6": "why.twin.own", "R-CLAIM-7": "why.twin.closed",
  "R-TURN-1": "why.turn", "R-SETUP-4": "why.setup", "R-DRAW-1": "why.second", "R-TICKET-1": "why.offer", "R-END-1": "why.over",
};
const explained: Partial<Record<Key, Key>> = { "why.pieces": "why.pieces.rule", "why.twin.own": "why.twin.own.rule", "why.twin.closed": "why.twin.closed.rule" };
const sections: Record<string, string> = {
  "R-CLAIM-6": "doubles", "R-CLAIM-7": "doubles", "R-DRAW-1": "drawing", "R-TICKET-1": "tickets", "R-SETUP-4": "setup", "R-END-1": "end", "R-TURN-1": "turn",
};

export const reasonKey = (rule: string): Key | undefined => said[rule];
export const ruleKey = (reason: Key): Key | undefined => explained[reason];
export const sectionOf = (rule: string): string => sections[rule] ?? "claiming";

/** The card that brings a route nearer which the hand cannot pay, as the server tells; null where any colour does. */
export const nearerCard = (refusal: Refusal, route: RouteInfo): string | null => refusal.card ?? route.colour;
