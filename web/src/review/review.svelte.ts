/** The review of one game as the server makes it: heard while it is computed, asked for when it is done. What it says is for the components. */
import { api, Refused, type Found, type Judgement, type Review, type ReviewNews } from "../api";
import { allOf, nothingFound, withNews } from "./findings";

class ReviewState {
  readonly id: string;
  phase = $state<"loading" | "computing" | "done" | "failed" | "stopped">("loading");
  /** How far it is, from 0 to 1, and about how many seconds it takes yet. */
  done = $state(0);
  seconds = $state<number | null>(null);
  /** What there is of it: a rough graph first, then more along the game, at last everything. */
  found = $state.raw<Found>(nothingFound);
  review = $state.raw<Review | null>(null);
  trouble = $state("");
  private stream: EventSource | null = null;

  constructor(id: string) {
    this.id = id;
  }

  marked = $derived<Judgement[]>(this.found.judgements.filter(({ mark }) => mark !== null));

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
    const { review, done, seconds, ...found } = await api.review(this.id);
    this.done = Math.max(this.done, done);
    this.seconds = seconds;
    this.found = review ? allOf(review, found.actions) : withNews(this.found, found);
    this.review = review;
    if (review) this.phase = "done";
  }

  private listen(): void {
    this.close();
    this.phase = "computing";
    const stream = (this.stream = api.reviewNews(this.id));
    const hear = ({ data }: MessageEvent<string>) => {
      const { done, seconds, ...found } = JSON.parse(data) as ReviewNews;
      this.done = done;
      this.seconds = seconds ?? this.seconds;
      this.found = withNews(this.found, found);
    };
    stream.addEventListener("computing", hear);
    stream.addEventListener("failed", (event) => {
      hear(event);
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
