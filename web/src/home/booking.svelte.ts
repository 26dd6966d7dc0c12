/** The table that is about to be opened: edition, seats, options, remembered for the next visit. */
import { api, newKey, type BotInfo, type Edition, type SeatWish, type TableInfo } from "../api";
import { characters, fitting, steady } from "./characters";

export type Seat = { kind: "you"; name: string } | { kind: "bot"; bot: string } | { kind: "open" } | { kind: "device"; name: string };
export type Pace = "none" | "quick" | "slow";
const CLOCKS = { none: null, quick: { per: "move", seconds: 60 }, slow: { per: "move", seconds: 86_400 } } as const;

export class Booking {
  edition = $state.raw<Edition | null>(null);
  /** Until the bots are known, their places are kept. */
  seats = $state<Seat[]>([{ kind: "you", name: "" }, { kind: "bot", bot: "" }, { kind: "bot", bot: "" }]);
  clock = $state<Pace>("none");
  hints = $state(true);
  undo = $state(true);
  listed = $state(false);
  training = $state(false);
  bots = $state.raw<BotInfo[]>([]);
  private key = newKey();

  cast = $derived.by(() => characters(fitting(this.bots, this.edition?.id, this.seats.length)));
  room = $derived(this.edition === null || this.seats.length < this.edition.max_players);
  enough = $derived(this.seats.length >= (this.edition?.min_players ?? 2));
  waits = $derived(this.seats.some(({ kind }) => kind === "open"));
  /** Several people play at this device. */
  shared = $derived(this.seats.some(({ kind }) => kind === "device"));
  /** Whoever shares the device has a name of their own. */
  named = $derived.by(() => {
    const names = this.wishes().flatMap(({ kind, name }) => (kind === "open" ? [] : [name?.toLocaleLowerCase() ?? ""]));
    return !this.shared || (names.every(Boolean) && new Set(names).size === names.length);
  });

  /** Good defaults: two bots of the middle. */
  settle(bots: BotInfo[], edition: Edition): void {
    this.bots = bots;
    this.edition = edition;
    this.seats = [...this.seats.slice(0, 1), ...steady(this.cast, 2).map(({ bot }): Seat => ({ kind: "bot", bot }))];
  }

  pick(edition: Edition): void {
    this.edition = edition;
    this.seats = this.seats.slice(0, edition.max_players);
    this.refit();
    localStorage.setItem("edition", edition.key);
  }

  add(kind: "bot" | "open" | "device"): void {
    if (!this.room) return;
    const seated = new Set(this.seats.map((seat) => (seat.kind === "bot" ? seat.bot : "")));
    const [other] = steady(this.cast.filter(({ bot }) => !seated.has(bot)), 1);
    const bot = (other ?? this.cast[0])?.bot ?? "";
    this.seats.push(kind === "bot" ? { kind, bot } : kind === "device" ? { kind, name: "" } : { kind });
    this.refit();
  }

  remove(index: number): void {
    this.seats.splice(index, 1);
    this.refit();
  }

  /** A net that knows another table gives its seat to somebody who plays anywhere. */
  private refit(): void {
    for (const seat of this.seats) {
      if (seat.kind === "bot" && !this.cast.some(({ bot }) => bot === seat.bot)) seat.bot = steady(this.cast, 1)[0]?.bot ?? seat.bot;
    }
  }

  set(index: number, seat: Seat): void {
    this.seats[index] = seat;
  }

  /** How the person at this device is called, unless they have said otherwise. */
  callYou(name: string): void {
    const [you] = this.seats;
    if (you?.kind === "you" && you.name === "") you.name = name;
  }

  private wishes(): SeatWish[] {
    const named = new Map<string, number>();
    return this.seats.map((seat): SeatWish => {
      if (seat.kind === "open") return { kind: "open" };
      if (seat.kind !== "bot") return { kind: "you", ...(seat.name.trim() && this.shared ? { name: seat.name.trim() } : {}) };
      const name = this.cast.find(({ bot }) => bot === seat.bot)?.name ?? seat.bot;
      const times = (named.get(name) ?? 0) + 1;
      named.set(name, times);
      return { kind: "bot", bot: seat.bot, name: times > 1 ? `${name} ${"I".repeat(times)}` : name };
    });
  }

  /** Open the table; pressed twice, it is opened once. */
  async open(): Promise<TableInfo> {
    const edition = this.edition;
    if (!edition) throw new Error("no edition was chosen");
    const clock = CLOCKS[this.clock];
    const table = await api.open(
      { edition: edition.key, seats: this.wishes(), hints: this.hints, undo: this.undo, listed: this.listed, training: this.training, begin: !this.waits, clock },
      this.key,
    );
    this.key = newKey();
    return table;
  }
}
