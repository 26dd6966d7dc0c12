/** One mark as an exercise: the moment as the seat knew it, answers judged by the server, one hint, at last the solution. */
import { api, Refused, type Answered, type Exercise, type Judgement, type NamedActions } from "../api";

class ExerciseState {
  readonly id: string;
  readonly n: number;
  phase = $state<"loading" | "question" | "judging" | "notyet" | "passed" | "solution">("loading");
  moment = $state.raw<Exercise | null>(null);
  /** What the review says of it, and where the worst marks of the same seat are, this one among them, the worst first. */
  judged = $state.raw<Judgement | null>(null);
  others = $state.raw<Pick<Judgement, "n">[]>([]);
  /** The actions that the review names at this moment. */
  actions = $state.raw<NamedActions>({});
  answered = $state.raw<Answered | null>(null);
  tries = $state(0);
  hinted = $state(false);
  /** The solution has been looked at. */
  shown = $state(false);
  /** Marks of this game that were passed, by their action: the dots say so. Of others' seats this tab remembers them, and nobody else. */
  passed = $state<number[]>([]);
  trouble = $state("");

  constructor(id: string, n: number) {
    this.id = id;
    this.n = n;
    this.passed = JSON.parse(sessionStorage.getItem(this.kept) ?? "[]") as number[];
  }

  private get kept(): string {
    return `exercises ${this.id}`;
  }

  /** Have it. A review is one document that tells of later moments as well: only what it says of this one is kept. */
  async load(): Promise<void> {
    const [moment, { review, actions }] = await Promise.all([api.exercise(this.id, this.n), api.review(this.id)]);
    this.moment = moment;
    this.passed = [...new Set([...this.passed, ...moment.passed])];
    const judged = review?.judgements[this.n - 1] ?? null;
    const named = judged ? [judged.played, judged.best, ...judged.options.map(({ action }) => action)] : [];
    this.judged = judged;
    this.actions = Object.fromEntries(Object.entries(actions).filter(([text]) => named.includes(text)));
    this.others = (review?.judgements ?? []).filter(({ seat, mark }) => seat === moment.now.seat && mark !== null && mark !== "clear run").sort((a, b) => b.loss - a.loss).slice(0, 3).map(({ n }) => ({ n }));
    this.phase = "question";
  }

  /** Whether an action passes; the first that does not brings the hint with it. */
  async answer(action: string): Promise<void> {
    if (this.phase !== "question") return;
    this.phase = "judging";
    this.trouble = "";
    try {
      this.answered = await api.answer(this.id, this.n, action);
      this.tries += 1;
      this.hinted ||= !this.answered.passed;
      this.phase = this.answered.passed ? "passed" : "notyet";
      if (!this.answered.passed || this.passed.includes(this.n)) return;
      this.passed.push(this.n);
      sessionStorage.setItem(this.kept, JSON.stringify(this.passed));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
      this.phase = "question";
    }
  }

  again(): void {
    this.phase = "question";
  }

  hint(): void {
    this.hinted = true;
  }

  solve(): void {
    this.shown = true;
    this.phase = "solution";
  }
}

export type MarkExercise = Readonly<ExerciseState>;
export const createExercise = (id: string, n: number): MarkExercise => new ExerciseState(id, n);
