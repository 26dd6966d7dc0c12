/** What the seat can count and guess at a table for training: asked for when the game has moved on, shown until it is put away. */
import { api, Refused, type Counted } from "../api";
import type { Arc } from "../board/marks";
import { percent } from "../i18n/figures";
import type { Table } from "./table.svelte";

/** So long between two questions, in milliseconds: the server has more to do, and bots may move quickly. */
const PAUSE = 1200;

class TrainingState {
  told = $state.raw<Counted | null>(null);
  /** Why nothing is told. */
  trouble = $state("");
  private wanted = $state(!matchMedia("(max-width: 720px), (max-height: 500px)").matches);
  private picked = $state<number | null>(null);
  private asked = 0;
  private readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  offered = $derived.by(() => this.table.info?.options.training === true && this.table.status === "playing" && this.table.seat !== null && !this.table.exercise);
  shown = $derived(this.offered && this.wanted);
  rivals = $derived(this.told?.rivals ?? []);
  /** Whose guesses lie on the board. */
  rival = $derived(this.rivals.find(({ seat }) => seat === this.picked) ?? this.rivals.find(({ tickets }) => tickets.length > 0) ?? this.rivals[0] ?? null);
  /** Unseen cards by colour, for the hand. */
  cards = $derived(new Map(this.shown ? this.told?.cards.map((one) => [one.card, one]) : []));

  /** Guesses of one rival as arcs; what is done has its lines. */
  arcs = $derived.by((): Arc[] => {
    const { edition } = this.table;
    if (!this.shown || !this.rival || !edition) return [];
    const { seat } = this.rival;
    return this.rival.tickets.flatMap(({ ticket, chance, pieces }) => {
      const named = edition.tickets.find(({ name }) => name === ticket);
      return named && pieces !== 0 ? [{ a: named.a, b: named.b, seat, label: percent(chance) }] : [];
    });
  });

  toggle(): void {
    this.wanted = !this.wanted;
  }

  pick(seat: number): void {
    this.picked = seat;
  }

  /** Ask about the game as it is at a position of its log; returns what calls it off. */
  ask(n: number): () => void {
    if (this.told?.n === n) return () => undefined;
    const timer = setTimeout(() => void this.read(), Math.max(0, this.asked + PAUSE - Date.now()));
    return () => clearTimeout(timer);
  }

  private async read(): Promise<void> {
    const { seat } = this.table;
    this.asked = Date.now();
    try {
      const told = await api.counted(this.table.id, seat);
      if (told.n >= (this.told?.n ?? 0)) this.told = told;
      this.trouble = "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    }
  }
}

/** For everybody else to read, and to ask for changes: only the state itself makes them. */
export type TrainingAid = Readonly<TrainingState>;
export const createTraining = (table: Table): TrainingAid => new TrainingState(table);
