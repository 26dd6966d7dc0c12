/** One puzzle: what is asked, what was tried, and the solution once the server tells it. */
import { api, Refused, type AttemptResult, type PuzzleView, type TableInfo } from "../api";

class PuzzleState {
  readonly id: string;
  phase = $state<"loading" | "question" | "judging" | "notyet" | "solved" | "solution">("loading");
  view = $state.raw<PuzzleView | null>(null);
  /** How the last attempt did; null before one, and for those who come back to a puzzle. */
  result = $state.raw<AttemptResult | null>(null);
  trouble = $state("");

  constructor(id: string) {
    this.id = id;
  }

  solution = $derived(this.result?.solution ?? this.view?.solution ?? null);
  mine = $derived(this.result?.mine ?? this.view?.mine ?? null);
  /** Where to look, once something else was tried. */
  hint = $derived(this.result ? this.result.hint : (this.view?.hint ?? null));
  /** What the first try did to the rating, where that was just now. */
  change = $derived(this.result?.rated ? this.result.mine.change : null);

  async load(): Promise<PuzzleView> {
    const view = await api.puzzle(this.id);
    this.view = view;
    this.phase = view.solution ? (view.mine?.solved ? "solved" : "solution") : "question";
    return view;
  }

  answer(action: string): Promise<void> {
    return this.attempt(action, "notyet");
  }

  /** Give up: the solution, which counts as missed where nothing was tried before. */
  show(): Promise<void> {
    return this.attempt(null, "solution");
  }

  again(): void {
    this.phase = "question";
  }

  private async attempt(action: string | null, otherwise: "notyet" | "solution"): Promise<void> {
    if (this.phase !== "question" && this.phase !== "notyet") return;
    const before = this.phase;
    this.phase = "judging";
    this.trouble = "";
    try {
      const first = this.result;
      const result = await api.attempt(this.id, action);
      // A rating moves by the first try; that it did stays told.
      this.result = first?.rated && !result.rated ? { ...result, rated: true } : result;
      this.phase = result.passed ? "solved" : otherwise;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
      this.phase = before;
    }
  }
}

export type SolvedPuzzle = Readonly<PuzzleState>;
export const createPuzzle = (id: string): SolvedPuzzle => new PuzzleState(id);

/** A puzzle as a table that nobody else sits at. */
export function tableOf({ id, edition, now }: PuzzleView): TableInfo {
  const seat = now.seat ?? 0;
  const seats = now.view?.seats ?? [];
  return {
    id, status: "playing", edition, edition_title: "", edition_hash: now.view?.edition_hash ?? "", rules: 1, n: 0,
    seats: seats.map((one) => ({ seat: one.seat, kind: "open", name: "", bot: null, away: false, you: one.seat === seat, time_left: null })),
    you: [seat], host: false, acting: [seat],
    options: { players: seats.length, pace: 0, stand_in: "", hints: false, undo: false, confirm_claims: false, watch: false, chat: false, clock: null, start: null },
    deadline: null, commitment: null, invitation: null, rematch: null, created: 0, updated: 0,
  };
}
