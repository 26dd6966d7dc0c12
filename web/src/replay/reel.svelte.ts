/** A finished game, moment by moment: asked for as needed, kept, played at a speed. */
import { api, type Replay, type Sight } from "../api";
import type { Line } from "../types";
import type { Table } from "../table/table.svelte";

export const speeds = [0.5, 1, 2, 4] as const;
const STEP = 1100;

class ReelState {
  at = $state(0);
  length = $state(0);
  sight = $state<Sight>(null);
  playing = $state(false);
  speed = $state<number>(1);
  moves = $state.raw<Line[]>([]);
  private readonly kept = new Map<string, Promise<Replay>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  private readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  async load(start: number | null): Promise<void> {
    await this.table.introduce();
    await this.tell();
    this.length = (await this.moment(0)).length;
    await this.go(Math.min(start ?? this.length, this.length));
  }

  private async tell(): Promise<void> {
    const lines = await api.log(this.table.id, null);
    const moves: Line[] = [];
    for (const line of lines) {
      if (line.kind === "action") moves.push(line);
      if (line.kind === "undo") moves.pop();
    }
    this.moves = moves;
  }

  private moment(n: number): Promise<Replay> {
    const key = `${n} ${this.sight}`;
    let asked = this.kept.get(key);
    if (!asked) {
      asked = api.replay(this.table.id, n, this.sight);
      this.kept.set(key, asked);
      asked.catch(() => this.kept.delete(key));
    }
    return asked;
  }

  async go(n: number): Promise<void> {
    this.at = Math.min(Math.max(n, 0), this.length);
    const wanted = this.at;
    const { view } = await this.moment(wanted);
    if (wanted !== this.at) return;
    this.table.show({ n: wanted, seat: this.sight === "all" ? null : this.sight, view }, this.moves.slice(0, wanted));
    if (wanted < this.length) void this.moment(wanted + 1);
  }

  async look(sight: Sight): Promise<void> {
    this.sight = sight;
    await this.go(this.at);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
  }

  play(): void {
    this.playing = !this.playing;
    clearTimeout(this.timer);
    if (!this.playing) return;
    const first = this.at >= this.length ? 0 : this.at;
    const step = async (n: number) => {
      await this.go(n);
      if (n >= this.length) this.playing = false;
      if (this.playing) this.timer = setTimeout(() => void step(n + 1), STEP / this.speed);
    };
    void step(first);
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }
}

export type Reel = Readonly<ReelState>;
export const createReel = (table: Table): Reel => new ReelState(table);
