/** The review of one game as the server makes it: heard while it is computed, asked for when it is done. What it says is for the components. */
import { api, Refused, type Graph, type Judgement, type NamedActions, type Review } from "../api";

class ReviewState {
  readonly id: string;
  phase = $state<"loading" | "computing" | "done" | "failed" | "stopped">("loading");
  /** How far it is, from 0 to 1. */
  done = $state(0);
  /** What there is of it: a rough graph first, at last everything. */
  graph = $state.raw<Graph | null>(null);
  review = $state.raw<Review | null>(null);
  actions = $state.raw<NamedActions>({});
  trouble = $state("");
  private stream: EventSource | null = null;

  constructor(id: string) {
    this.id = id;
  }

  marked = $derived<Judgement[]>(this.review?.judgements.filter(({ mark }) => mark !== null) ?? []);

  /** Have it, computed if need be; asking again goes on where it was stopped. */
  async load(): Promise<void> {
    try {
      await this.fetch();
    } catch (error) {
      this.phase = "failed";
      this.trouble = error instanceof Refused ? error.message : "";
      return;
    }
    if (!this.review) this.listen();
  }

  /** Stop here: what is there stays. */
  stop(): void {
    this.close();
    if (this.phase === "computing") this.phase = "stopped";
  }

  close(): void {
    this.stream?.close();
    this.stream = null;
  }

  private async fetch(): Promise<void> {
    const told = await api.review(this.id);
    this.done = told.done;
    this.graph = told.review?.graph ?? told.graph ?? this.graph;
    this.review = told.review;
    this.actions = told.actions;
    if (told.review) this.phase = "done";
  }

  private listen(): void {
    this.close();
    this.phase = "computing";
    const stream = (this.stream = api.reviewNews(this.id));
    const hear = ({ data }: MessageEvent<string>) => {
      const { done, graph } = JSON.parse(data) as { done: number; graph: Graph | null };
      this.done = done;
      if (graph) this.graph = graph;
    };
    stream.addEventListener("computing", hear);
    stream.addEventListener("failed", () => {
      this.close();
      this.phase = "failed";
    });
    stream.addEventListener("done", () => {
      this.close();
      void this.fetch();
    });
    // A connection that was lost is mended by the browser; one that was refused is not.
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED && this.stream === stream) this.phase = "failed";
    });
  }
}

export type GameReview = Readonly<ReviewState>;
export const createReview = (id: string): GameReview => new ReviewState(id);
