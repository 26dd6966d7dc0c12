/** A review in words of the reader's language: what was played, what was better and why, what luck gave. */
import type { Action, Edition, Found, Judgement, NamedActions, PuzzleHint, Reason, Review, SeatFigures, Step, TurningPoint } from "../api";
import { chanceWords, inPoints, oneDigit, percent } from "../i18n/figures";
import { capital, joined, type Key, listed, t, type Values } from "../i18n/index.svelte";
import { cardName, oneCard, optionWords, placeWord, plainName } from "../labels";
import { routeByName } from "../table/choice";
import { reasonWords } from "../table/reasons";
import { besideLevels } from "./levels";

export const markKey = (mark: NonNullable<Judgement["mark"]>): Key => `grade.${joined(mark)}`;

/** What points are won for. */
const parts = ["routes", "tickets", "attractions", "districts"] as const;

/** Points from which on a loss is a delay, a detour, a dead end: with more players a fair share is smaller, and so are they. To a tenth. */
export const gradeLimits = (players: number): [number, number, number] => [tenth(6 / players), tenth(14 / players), tenth(24 / players)];
const tenth = (value: number): number => Math.round(10 * value) / 10;

/** The review told with the names of its seats. */
export class Narrator {
  private readonly edition: Edition;
  private readonly names: string[];
  private readonly actions: NamedActions;

  constructor(edition: Edition, names: string[], actions: NamedActions) {
    this.edition = edition;
    this.names = names;
    this.actions = actions;
  }

  name(seat: number): string {
    return this.names[seat] ?? "";
  }

  /** An action as advice: "Claim Helena – Seattle". */
  advice(text: string): string {
    const action = this.actions[text];
    return action ? optionWords(this.edition, action) : text;
  }

  /** An action as something that somebody did. */
  did(seat: number, text: string): string {
    const action: Action | undefined = this.actions[text];
    const who = this.name(seat);
    const [what, values] = this.deed(action);
    return this.isYou(seat) ? t(`review.you.${what}`, values) : t(`review.did.${what}`, { who, ...values });
  }

  private deed(action: Action | undefined): ["claim" | "take" | "tickets" | "keep" | "deck", Values] {
    switch (action?.kind) {
      case "claim":
        return ["claim", { route: plainName(action.route) }];
      case "take":
        return ["take", { card: oneCard(this.edition, action.card) }];
      case "draw tickets":
        return ["tickets", {}];
      case "keep":
        return ["keep", { list: listed(action.keep.map(plainName)) }];
      default:
        return ["deck", {}];
    }
  }

  /** Whether a seat is spoken to. */
  private isYou(seat: number): boolean {
    return this.name(seat) === t("you");
  }

  judgement(one: Judgement): string {
    const played = `${this.did(one.seat, one.played)}.`;
    if (one.mark === "clear run") return `${played} ${t("review.clear", { n: Math.abs(inPoints(one.options[1]?.behind ?? 0)) })}`;
    if (one.mark === null || one.best === one.played) return played;
    const better = t("review.better", { action: this.advice(one.best) });
    if (one.taken != null) return `${played} ${t("said.then", { first: better, then: this.taken(one.taken, one) })}.`;
    return [`${played} ${better}.`, ...this.reasons(one).slice(0, 1)].join(" ");
  }

  /** What was played and, where it was a mistake, what was better, each with its chance. */
  compared({ seat, played, best, mark, forced, chance, chance_error: error, options }: Judgement): string {
    const did = this.did(seat, played);
    if (forced) return `${did}.`;
    const said = `${t("said", { what: did, said: chanceWords(chance, error) })}.`;
    const first = options[0];
    return mark === null || mark === "clear run" || !first ? said : `${said} ${t("said", { what: this.advice(best), said: chanceWords(first.chance, first.error) })}.`;
  }

  /** Who took the route that was better to claim, and when. */
  private taken(seat: number, { taken_turn: n = 0, taken_next: next = false }: Judgement): string {
    const who = this.name(seat);
    if (this.isYou(seat)) return next ? t("review.taken.next.you") : t("review.taken.you", { n });
    return next ? t("review.taken.next", { who }) : t("review.taken", { who, n });
  }

  /** Why the better option was better, a sentence each: how the games end, or else what the plan wants it for. */
  reasons({ reasons = [], wanted = [] }: Judgement): string[] {
    if (reasons.length > 0) return reasons.map((reason) => `${capital(this.reason(reason))}.`);
    return wanted.map(({ kind, subject, before, after }) => reasonWords(this.edition, { kind, subject, otherwise: before, with_it: after }));
  }

  /** What the better option would have kept or won, in one clause. */
  reason({ kind, subject, played, better }: Reason): string {
    const [was, is, by] = [percent(played), percent(better), oneDigit(Math.abs(better - played))];
    switch (kind) {
      case "ticket":
        return t("reason.ticket", { ticket: plainName(subject), is, was });
      case "new ticket":
        return t("reason.newticket", { is, was });
      case "route":
        return better === 0 ? t("reason.route.first", { route: plainName(subject), was }) : t("reason.route", { route: plainName(subject), is, was });
      case "points": {
        const part = parts.find((name) => name === subject);
        return part ? t(`reason.points.${part}`, { by }) : subject;
      }
      case "longest path":
        return t("reason.longest", { is, was });
      case "rivals":
        return t("reason.rivals", { by });
      case "turns":
        return better > played ? t("reason.later", { by }) : t("reason.sooner", { by });
      case "cards":
        return t("reason.cards", { by });
    }
  }

  turningPoint(point: TurningPoint, { judgements, graph }: Pick<Found, "judgements" | "graph">): string {
    const judged = judgements.find(({ n }) => n === point.n);
    if (point.cause !== "luck" && judged) return this.judgement(judged);
    const steps = (graph?.steps ?? []).filter(({ turn, seat }) => turn === point.turn && seat === point.seat);
    return `${steps.map((step) => this.came(step)).join(". ")}. ${t("review.nobody")}`;
  }

  /** The turns of the game that brought a seat the best and the worst luck, and what came in them; nothing that is less than a point. */
  luckiest(seat: number, steps: readonly Step[]): { n: number; turn: number; points: number; what: string }[] {
    const begins = steps.filter(({ turn, seat }, at) => turn > 0 && (turn !== steps[at - 1]?.turn || seat !== steps[at - 1]?.seat));
    const turns = begins.map((first) => steps.filter((step) => step.turn === first.turn && step.seat === first.seat));
    const told = turns.map((own) => ({ own, luck: own.reduce((sum, { luck }) => sum + (luck[seat] ?? 0), 0) })).sort((one, other) => other.luck - one.luck);
    return [told[0], told.at(-1)].flatMap((one, worst) => {
      const points = inPoints(one?.luck ?? 0);
      const first = one?.own[0];
      return one && first && (worst ? points < 0 : points > 0) ? [{ n: first.n, turn: first.turn, points, what: one.own.map((step) => this.came(step)).join(". ") }] : [];
    });
  }

  /** An action together with what chance gave. */
  private came(step: Step): string {
    const done = this.did(step.seat, step.action);
    if (step.given.length === 0 || step.action.startsWith("keep")) return done;
    const given = listed(step.given.slice(0, 5).map((one) => (step.action === "draw tickets" ? plainName(one) : cardName(this.edition, one))));
    return t("review.came", { done, given });
  }

  /** A seat's way through the game in a sentence: its start, its best turn or, of who won from behind, the worst, and its end; and how many of its moves are marked. */
  sum({ graph, totals, winners, seats }: Pick<Review, "graph" | "totals" | "winners" | "seats">, seat: number): string {
    const won = winners.includes(seat);
    const moments = graph.steps.map(({ before, turn }) => ({ chance: before[seat] ?? 0, turn }));
    const start = moments[0]?.chance ?? 0;
    const turns = moments.filter(({ turn }) => turn > 0).sort((one, other) => one.chance - other.chance);
    const fell = won && (turns[0]?.chance ?? 1) < start;
    const far = fell ? turns[0] : turns.at(-1);
    if (!far) return "";
    const place = won ? 1 : 1 + totals.filter((total, other) => winners.includes(other) || total > (totals[seat] ?? 0)).length;
    const values = { who: this.name(seat), start: percent(start), share: percent(far.chance), turn: far.turn, place: placeWord(place) };
    const way = this.isYou(seat) ? t(fell ? "review.sum.won.you" : "review.sum.you", values) : t(fell ? "review.sum.won" : "review.sum", values);
    const { delays = 0, detours = 0, dead_ends: ends = 0 } = seats[seat] ?? {};
    return `${way} ${[t("review.lane", { n: delays + detours + ends }), ...(ends > 0 ? [t("review.deadends", { n: ends })] : [])].join(", ")}.`;
  }

  /** Where a figure stands among the levels: nothing where they were not measured. */
  band({ figure }: SeatFigures, levels: Found["levels"]): string {
    const [below, above] = besideLevels(figure, levels).map((level) => (level ? t(`review.level.${level.name}`) : ""));
    if (levels.length === 0) return "";
    if (!below) return t("review.band.better", { level: above ?? "" });
    return above ? t("review.band.between", { below, above }) : t("review.band.beyond", { level: below });
  }
}

/** Where to look for an action: its kind, and one end of the route that it claims. */
export const hintAt = (edition: Edition, action: Action): PuzzleHint => ({ kind: action.kind, place: action.kind === "claim" ? (routeByName(edition, action.route)?.a ?? null) : null });

/** One question that points at a place, not at the move: for exercises and puzzles alike. */
export function hintWords({ kind, place }: PuzzleHint): string {
  switch (kind) {
    case "claim":
      return t("exercise.hint.claim", { place: place ?? "" });
    case "take":
      return t("exercise.hint.take");
    case "draw tickets":
      return t("exercise.hint.tickets");
    case "keep":
      return t("exercise.hint.keep");
    default:
      return t("exercise.hint.deck");
  }
}
