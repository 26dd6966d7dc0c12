/** A finished game, moment by moment: downloaded once for each pair of eyes, then wound to and fro, played at a speed. */
import { api, type Line, type Viewer, type View } from "../api";
import type { Table } from "../table/table.svelte";

export const speeds = [0.5, 1, 2, 4] as const;
const STEP = 1100;

/** A game as somebody saw it: the view before the first move and after each. Moves are counted from 1, as sign, timetable, line and links count them. */
interface Film { views: View[]; moves: Line[] }

class PlaybackState {
  at = $state(0);
  viewer = $state<Viewer>(null);
  playing = $state(false);
  speed = $state<number>(1);
  private film = $state.raw<Film>({ views: [], moves: [] });
  private readonly films = new Map<Viewer, Promise<Film>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  moves = $derived.by(() => this.film.moves);
  length = $derived(this.moves.length);

  async load(start: number | null): Promise<void> {
    const film = this.filmFor(null);
    await this.table.introduce();
    this.film = await film;
    this.go(start ?? 0);
  }

  private filmFor(viewer: Viewer): Promise<Film> {
    const known = this.films.get(viewer);
    if (known) return known;
    const made = api.replay(this.table.id, viewer).then(({ view, steps }): Film => {
      const views = [view];
      for (const { changes } of steps) views.push({ ...(views.at(-1) ?? view), ...changes });
      return { views, moves: steps.map(({ line }, index) => ({ ...line, n: index + 1 })) };
    });
    this.films.set(viewer, made);
    made.catch(() => this.films.delete(viewer));
    return made;
  }

  go(n: number): void {
    this.at = Math.min(Math.max(n, 0), this.length);
    const view = this.film.views[this.at];
    if (view) this.table.show({ n: this.at, seat: view.seat, view }, this.moves.slice(0, this.at));
  }

  async look(viewer: Viewer): Promise<void> {
    this.viewer = viewer;
    const film = await this.filmFor(viewer);
    if (viewer !== this.viewer) return;
    this.film = film;
    this.go(this.at);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
  }

  play(): void {
    this.playing = !this.playing;
    clearTimeout(this.timer);
    if (!this.playing) return;
    const step = (n: number) => {
      this.go(n);
      if (n >= this.length) this.playing = false;
      if (this.playing) this.timer = setTimeout(() => step(n + 1), STEP / this.speed);
    };
    step(this.at >= this.length ? 0 : this.at);
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }
}

export type Playback = Readonly<PlaybackState>;
export const createPlayback = (table: Table): Playback => new PlaybackState(table);
