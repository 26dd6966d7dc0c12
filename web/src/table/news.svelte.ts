/** The stream of a table's news: kept open, resumed after the last line that was told, reopened when nothing can be heard. */
import { api, type Line } from "../api";

const KINDS = ["start", "action", "undo", "more", "chat", "seat", "rematch", "close"];
const PATIENCE = [500, 1000, 2000, 4000, 8000];
const ASLEEP = 20_000;

export class News {
  state = $state<"live" | "lost" | "closed">("closed");
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private hiddenAt = 0;
  private last = 0;
  private seat: number | null = null;

  private readonly id: string;
  private readonly tell: (line: Line) => void;
  private readonly back: () => void;

  constructor(id: string, tell: (line: Line) => void, back: () => void) {
    this.id = id;
    this.tell = tell;
    this.back = back;
  }

  open(seat: number | null, after: number): void {
    this.stop();
    this.seat = seat;
    this.last = after;
    window.addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.waking);
    this.connect();
  }

  close(): void {
    this.stop();
    this.state = "closed";
    window.removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.waking);
  }

  /** Try at once, whatever the patience left. */
  retry = (): void => {
    this.stop();
    this.connect();
  };

  private waking = (): void => {
    if (document.hidden) this.hiddenAt = Date.now();
    // A laptop that slept may hold a stream that nobody writes to any more.
    else if (Date.now() - this.hiddenAt > ASLEEP) {
      this.retry();
      this.back();
    }
  };

  private connect(): void {
    const source = api.news(this.id, this.seat, this.last);
    this.source = source;
    source.onopen = () => {
      const lost = this.state === "lost";
      this.state = "live";
      this.failures = 0;
      if (lost) this.back();
    };
    source.onerror = () => {
      this.state = "lost";
      if (source.readyState === EventSource.CLOSED) this.later();
    };
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        const line = JSON.parse((event as MessageEvent<string>).data) as Line;
        this.last = Math.max(this.last, line.n);
        this.tell(line);
      });
    }
  }

  private later(): void {
    this.stop();
    this.timer = setTimeout(() => this.connect(), PATIENCE[Math.min(this.failures++, PATIENCE.length - 1)]);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }
}
