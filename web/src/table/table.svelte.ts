/** The one state of a table: what the server told, kept in step with its news, and the requests that change it. No rules live here. */
import { api, newKey, Refused, type BotInfo, type Edition, type Exercise, type Finished, type Geometry, type Hints, type Keep, type Line, type TableInfo, type View, type ViewOf } from "../api";
import { absenceOf } from "./absence";
import { createGrace } from "./grace.svelte";
import { entries, messages, movesOf, publicEntry, standing } from "./log";
import { News } from "./news.svelte";
import { botPace, moverOf, Pacer } from "./pace.svelte";
import { persist, Reading, rematch } from "./requests";
import { claimsByRoute, heldTickets, refusalsByRoute, sinceActed, statusByTicket, type Handover, type Notice } from "./options";

class TableState {
  readonly id: string;
  /** Who sits here, and how far the game is. */
  info = $state.raw<TableInfo | null>(null);
  edition = $state.raw<Edition | null>(null);
  geometry = $state.raw<Geometry | null>(null);
  bots = $state.raw<BotInfo[]>([]);
  /** What the seat sees, at which position of the log, and what it may do there. */
  now = $state.raw<ViewOf | null>(null);
  /** The log, in order. */
  lines = $state.raw<Line[]>([]);
  /** Whose view the page shows; null watches. */
  seat = $state<number | null>(null);
  /** Several people share this device, and another of them is to act: who looks on hands it over when they have seen enough. */
  next = $state<number | null>(null);
  /** Nobody looks: the device is on its way to its next player. */
  curtain = $state.raw<Handover | null>(null);
  /** The action that is on its way. */
  pending = $state<string | null>(null);
  /** What the person should know of the connection or of a refusal. */
  notice = $state<Notice | null>(null);
  /** The score sheets, once the game is over. */
  final = $state.raw<Finished | null>(null);
  /** Why there is nothing to show at all. */
  trouble = $state<Refused | null>(null);
  /** What takes the place of acting where a moment of a finished game is an exercise. */
  private practising = $state.raw<((action: string) => Promise<void>) | null>(null);
  private readonly news: News;
  /** Rivals' moves that are still to be shown. */
  readonly pacer = new Pacer((line) => this.hear(line), (seat) => moverOf(this.info?.seats[seat]));
  readonly grace = createGrace();
  private readonly reading = new Reading((all) => this.read(all), (error) => this.fail(error));
  private readonly listeners = new Set<(line: Line) => void>();

  constructor(id: string) {
    this.id = id;
    this.news = new News(id, (line) => this.pacer.put(line), () => void this.refresh(true));
  }

  view = $derived(this.now?.view ?? null);
  exercise = $derived(this.practising !== null);
  status = $derived(this.exercise ? "playing" : (this.info?.status ?? "open"));
  mine = $derived(this.info?.you ?? []);
  shared = $derived(this.mine.length > 1);
  /** Whether a bot plays for this seat, and since when. */
  absence = $derived(absenceOf(this.lines, this.seat));
  absent = $derived(this.absence.missing || this.absence.away);
  /** Time ran out for this seat, or its player left; and they have neither said that they are back nor acted since. */
  late = $derived(this.status === "playing" && (this.absent || this.absence.missed > 0));
  myTurn = $derived(this.seat !== null && (this.view?.acting.includes(this.seat) ?? false) && this.status === "playing" && !this.absent);
  online = $derived.by(() => this.news.state !== "lost");
  /** Acting is possible right now: our turn, connected, nothing on its way. */
  ready = $derived(this.myTurn && this.online && this.pending === null && this.curtain === null);

  private options = $derived(this.now?.seat === this.seat ? this.now.options : null);
  legal = $derived(this.myTurn ? (this.options?.legal ?? []) : []);
  takes = $derived(new Set(this.legal.flatMap((action) => (action.kind === "take" ? [action.card] : []))));
  mayDraw = $derived(this.legal.some(({ kind }) => kind === "draw deck"));
  mayDrawTickets = $derived(this.legal.some(({ kind }) => kind === "draw tickets"));
  keeps = $derived<Keep[]>(this.legal.filter((action) => action.kind === "keep"));
  claims = $derived(claimsByRoute(this.legal));
  refusals = $derived(refusalsByRoute(this.options));
  /** What each choice from an offer takes. */
  costs = $derived(this.options?.costs ?? []);
  ways = $derived(statusByTicket(this.options, this.final, this.seat));
  held = $derived(heldTickets(this.view, this.lines, this.seat));
  /** Tickets that are before this seat and not chosen from yet. */
  offer = $derived(this.view?.you?.chosen === null ? this.view.you.offer : []);
  log = $derived(entries(this.lines));
  messages = $derived(messages(this.lines));
  private standing = $derived(standing(this.lines));
  /** What everybody did, without what was taken back. */
  moves = $derived(movesOf(this.standing));
  /** What the others did since this seat acted last. */
  since = $derived(sinceActed(this.standing, this.seat));

  /** Who and what is at the table; what they hold is told when somebody sits down. */
  async introduce(): Promise<TableInfo> {
    // Without the bots' names one can play.
    void api.bots().then((bots) => (this.bots = bots), () => undefined);
    const info = await this.persist(() => api.table(this.id));
    await this.lay(info);
    return info;
  }

  /** Lay the board of a table that is known: one of the server's, or that of a puzzle. */
  async lay(info: TableInfo): Promise<void> {
    [this.edition, this.geometry] = await this.persist(() => Promise.all([api.edition(info.edition), api.geometry(info.edition)]));
    this.info = info;
  }

  async load(): Promise<void> {
    try {
      const info = await this.introduce();
      const own = info.you;
      if (own.length > 1 && info.status === "playing") this.lowerCurtain(info.acting.find((seat) => own.includes(seat)) ?? own[0] ?? 0);
      else await this.sit(own[0] ?? null);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Look through a seat's eyes from now on: everything is asked for anew, and only for that seat. */
  async sit(seat: number | null): Promise<void> {
    this.seat = seat;
    this.curtain = null;
    this.pacer.clear();
    // The log first: a line that comes after it is news, and news bring the view up to date.
    const lines = await this.persist(() => api.log(this.id, seat));
    if (seat !== this.seat) return;
    this.lines = lines;
    await this.refresh();
    if (seat === this.seat) this.news.open(seat, this.lines.at(-1)?.n ?? 0);
  }

  /** Give the device to the next of its players: what this one saw is put away, and nothing is asked for until the next says who they are. */
  handOver(): void {
    if (this.next !== null) this.lowerCurtain(this.next);
  }

  /** Show a moment of a finished game, with the lines that led to it. */
  show(moment: { n: number; seat: number | null; view: View }, lines: Line[]): void {
    this.now = { table: this.id, status: "over", can_undo: false, undo_until: null, deadline: null, more_time: false, hurried: false, options: null, ...moment };
    this.lines = lines;
  }

  /** Show a moment of a finished game as the seat to act knew it; what would be played there is an answer. */
  practise({ now, lines }: Pick<Exercise, "now" | "lines">, answer: (action: string) => Promise<void>): void {
    this.seat = now.seat;
    this.lines = lines;
    this.practising = answer;
    this.now = now;
  }

  close(): void {
    this.news.close();
    this.pacer.clear();
  }

  /** Try the connection at once. */
  reconnect(): void {
    this.news.retry();
  }

  dismissNotice(): void {
    this.notice = null;
  }

  onLine(listener: (line: Line) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Bring view and options up to date; however often it is asked for meanwhile, it asks the server once more. */
  refresh(all = false): Promise<void> {
    return this.reading.ask(all);
  }

  private async read(all: boolean): Promise<void> {
    const { seat } = this;
    if (all || (this.shared && seat === null)) this.info = await api.table(this.id);
    if (this.shared && seat === null && this.status === "playing") {
      // Nothing of any hand is asked for before somebody has taken the device.
      this.meet(this.info?.acting ?? []);
      return;
    }
    const now = await api.view(this.id, seat);
    if (seat !== this.seat) return;
    // News may have told more while the answer was on its way.
    if (now.n >= (this.now?.n ?? 0)) this.look(now);
    if (this.info && this.info.status !== now.status) this.info = await api.table(this.id);
    if (now.status === "over" && !this.final) this.final = await api.result(this.id);
  }

  /** Show what the seat sees and may do now. */
  private look(now: ViewOf): void {
    this.now = now;
    this.meet(now.view?.acting ?? []);
  }

  async act(action: string): Promise<void> {
    const { seat, now } = this;
    if (this.practising) {
      this.pending = action;
      await this.practising(action);
      this.pending = null;
    } else if (seat !== null && now && this.ready) {
      const pace = botPace(this.info);
      await this.send(action, (key) => api.act(this.id, seat, action, now.n, pace, key));
    }
  }

  /** Take one's last action back, and what bots have answered; false when it is too late for that. */
  async undo(): Promise<boolean> {
    const { seat, now } = this;
    if (seat === null || !now?.can_undo) return false;
    if (this.pending === null) await this.send("undo", (key) => api.undo(this.id, seat, now.n, key));
    return this.notice?.key !== "undo";
  }

  /** Have more time in one's turn, which the server gives once a game. */
  async moreTime(): Promise<void> {
    const { seat, now } = this;
    if (seat !== null && now?.more_time && this.ready) await this.send("more", (key) => api.moreTime(this.id, seat, now.n, key));
  }

  /** Let bots move at once. */
  async goOn(): Promise<void> {
    if (this.seat !== null && this.now) this.now = { ...this.now, undo_until: null };
    await this.attempt(() => api.goOn(this.id, this.seat).then(() => true));
  }

  /** Tell that something can be taken back no more, and why. */
  tellTooLate(text: string): void {
    this.notice = { key: "undo", text, stays: false };
  }

  async say(text: string): Promise<void> {
    const line = await this.attempt(() => api.chat(this.id, this.seat, text, newKey()));
    if (line) this.hear(line);
  }

  /** What to do, told again and again as it becomes sharper, until it is whole or nobody listens any more. */
  async askHints(tell: (hints: Hints) => void, signal: AbortSignal): Promise<void> {
    const { seat } = this;
    if (seat !== null) await this.attempt(() => api.hints(this.id, seat, tell, signal));
  }

  /** Leave one's seats; false when the server does not allow it. */
  async leave(): Promise<boolean> {
    return (await this.attempt(() => api.leave(this.id).then(() => true))) ?? false;
  }

  async comeBack(): Promise<void> {
    await this.change(() => api.comeBack(this.id));
  }

  /** Change who sits at the table, or that it begins. */
  async change(call: () => Promise<unknown>): Promise<void> {
    await this.attempt(call);
    await this.refresh(true);
  }

  /** A new table with the same seats; null when the server refused. */
  async rematch(): Promise<TableInfo | null> {
    return this.attempt(() => rematch(this.id));
  }

  /** A request whose refusal is told by a notice; null then. */
  private async attempt<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** One key for all tries, so that an action whose answer was lost is done once. */
  private async send(what: string, call: (key: string) => Promise<Line>): Promise<void> {
    this.pending = what;
    const key = newKey();
    try {
      this.hear(await this.persist(() => call(key)));
    } catch (error) {
      if (error instanceof Refused && what === "undo" && error.status === 409) this.tellTooLate("");
      else if (error instanceof Refused && error.kind === "stale") this.notice = { key: "late", text: "", stays: true };
      else this.fail(error);
      void this.refresh();
    }
    await this.reading.running;
    this.pending = null;
  }

  private async persist<T>(call: () => Promise<T>): Promise<T> {
    const answer = await persist(call, () => (this.notice = { key: "offline", text: "", stays: true }));
    if (this.notice?.key === "offline") this.notice = { key: "back", text: "", stays: false };
    return answer;
  }

  /** Note a line wherever it belongs: the answer to an action can overtake the news before it. */
  private hear(line: Line): void {
    if (this.curtain !== null) return;
    const before = this.lines.findLastIndex(({ n }) => n <= line.n);
    const known = this.lines[before]?.n === line.n;
    if (!known) {
      this.lines = this.lines.toSpliced(before + 1, 0, line);
      for (const listener of this.listeners) listener(line);
      // A game that begins at one device begins behind the curtain.
      if (line.kind === "start" && this.shared) this.seat = null;
    }
    const { now } = line;
    // What the newest line led to comes with it; that of one's own act with its answer. Only what neither tells is asked for.
    if (now && now.seat === this.seat && now.n >= (this.now?.n ?? 0)) this.look(now);
    else if (!known && line.kind === "action" && (this.seat === null || (line.seat === this.seat && this.pending === null))) void this.refresh();
    if (!known && line.kind !== "chat" && (line.kind !== "action" || line.over)) void this.refresh(true);
  }

  /** At one device: another of its seats is to act. Whoever looks on says when they are done; where nobody does, the curtain is down. */
  private meet(acting: number[]): void {
    const waits = this.shared && this.status === "playing" && !(this.seat !== null && acting.includes(this.seat));
    this.next = (waits ? acting.find((seat) => this.mine.includes(seat)) : undefined) ?? null;
    if (this.seat === null) this.handOver();
  }

  /** R-SECRET-2: what a seat saw is dropped before the next one looks, and no news of it come any more. */
  private lowerCurtain(seat: number): void {
    const from = this.seat;
    const did = this.log.findLast((entry) => entry.seat === from && from !== null);
    this.news.close();
    this.curtain = { seat, from, did: did ? publicEntry(did) : null };
    this.seat = this.now = this.next = this.notice = null;
    this.lines = [];
  }

  private fail(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 0) return;
    // An address that no table can have is that of no table.
    if (!this.now && !this.view && ([403, 404, 422].includes(error.status) || error.kind === "unplayable")) this.trouble = error;
    else this.notice = { key: "refused", text: error.message, stays: true };
  }
}

/** For everybody else to read, and to ask for changes: only the state itself makes them. */
export type Table = Readonly<TableState>;
export const createTable = (id: string): Table => new TableState(id);
