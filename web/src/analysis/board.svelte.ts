/** The state of the analysis board: the position that is set up, the lines tried from it, and what the coach says of the one that is looked at. */
import { api, newKey, Refused, type Action, type Advice, type Analysed, type Edition, type Geometry, type TableInfo } from "../api";
import { decode, encode, type Saved } from "./link";
import { SteadyOrder } from "./order";
import { emptyBoard, whole, type Draft } from "./setup";

/** A position of the tree, and the move that led to it; `chance` is that of who made it, as the coach last said, `name` what somebody called it. */
export interface Station { readonly id: number; readonly parent: number | null; readonly seat: number; readonly action: Action | null; readonly chance: { value: number; error: number } | null; readonly name: string; readonly told: Analysed }

/** So many letters a name of a line has at most: what a row can show, and a link should hold. */
export const LONGEST_NAME = 40;

/** So long after the last change of a position the server is asked about it, in milliseconds. */
const SETTLE = 250;
/** So long it waits where too much was asked. */
const AGAIN = 1500;

class BoardState {
  edition = $state.raw<Edition | null>(null);
  geometry = $state.raw<Geometry | null>(null);
  draft = $state.raw<Draft | null>(null);
  stations = $state.raw<Station[]>([]);
  current = $state(0);
  /** What is wrong with the position; empty where it fits. */
  fault = $state("");
  /** The draft was changed and is not laid yet. */
  dirty = $state(false);
  advice = $state.raw<Advice | null>(null);
  /** The advice of a moment ago, whose errors are shown pale behind those of now. */
  before = $state.raw<Advice | null>(null);
  /** What the coach would do as it last said; rows keep their places for a while, so that it need not stand first. */
  recommended = $state<string | null>(null);
  thinking = $state(false);
  paused = $state(false);
  /** With all cards open instead of what the seat to act can know. */
  open = $state(false);
  trouble = $state("");
  code = $state("");
  /** The candidate that is drawn on the board. */
  private chosen = $state<string | null>(null);
  private order = new SteadyOrder();
  /** What the coach said last, the best first. */
  private latest: Advice | null = null;
  private undone = $state.raw<{ draft: Draft; stations: Station[]; current: number }[]>([]);
  private asking: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  station = $derived(this.stations.find(({ id }) => id === this.current) ?? null);
  told = $derived(this.station?.told ?? null);
  view = $derived(this.told?.view ?? null);
  over = $derived(this.view?.phase === "over");
  mayUndo = $derived(this.undone.length > 0);
  discard = $derived(this.view?.discard ?? {});
  market = $derived<(string | null)[]>(this.dirty && this.draft?.position.market ? this.draft.position.market : (this.view?.market ?? []));
  picked = $derived(this.advice?.candidates.find(({ option }) => option.action === this.chosen) ?? this.advice?.candidates[0] ?? null);
  /** Who has claimed which route: as painted, or as it is after a move. */
  owners = $derived.by((): Record<string, number> => {
    if (!this.dirty || !this.draft) return this.view?.routes ?? {};
    return Object.fromEntries(this.draft.position.claimed.flatMap((routes, seat) => routes.map((route) => [route, seat])));
  });

  /** Begin with what an address holds, with a moment of a finished game, with a puzzle, or with an empty board. */
  async load({ code, table, n, puzzle }: { code: string; table: string; n: number | null; puzzle: string }): Promise<void> {
    const saved = code ? await decode(code) : null;
    if (code && !saved) throw new Refused(404, "not-found", "");
    const told = table ? await api.position(table, n ?? 0) : puzzle ? await api.puzzlePosition(puzzle) : null;
    const edition = saved?.edition ?? told?.edition ?? localStorage.getItem("edition") ?? (await api.editions())[0]?.key ?? "";
    const taken = await this.take(edition);
    if (saved) {
      this.open = saved.open;
      await this.lay(whole(edition, saved.position));
      const ids = [this.current];
      for (const [from, action, name = ""] of saved.moves) {
        this.look(ids[from] ?? ids[0] ?? 0);
        await this.move(action);
        this.call(this.current, name);
        ids.push(this.current);
      }
      this.go(ids[saved.current] ?? this.current);
    } else await this.lay(told?.position ? whole(edition, told.position) : emptyBoard(taken, 2));
  }

  /** An empty board of an edition. */
  async begin(edition: string, players: number): Promise<void> {
    const taken = this.edition?.key === edition ? this.edition : await this.take(edition);
    this.remember();
    await this.lay(emptyBoard(taken, players));
  }

  private async take(key: string): Promise<Edition> {
    const [edition, geometry] = await Promise.all([api.edition(key), api.geometry(key)]);
    [this.edition, this.geometry] = [edition, geometry];
    return edition;
  }

  /** Change the position that is looked at: it becomes the first of a new tree. */
  edit(change: (draft: Draft) => Draft): void {
    if (!this.draft || this.over) return;
    const changed = change(this.draft);
    if (changed === this.draft) return;
    this.remember();
    this.draft = changed;
    this.dirty = true;
    this.asked += 1; // what is still to be answered was about another position
    this.stop();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lay(changed), SETTLE);
  }

  undo(): void {
    const last = this.undone.at(-1);
    if (!last) return;
    this.undone = this.undone.slice(0, -1);
    clearTimeout(this.timer);
    ({ draft: this.draft, stations: this.stations, current: this.current } = last);
    this.dirty = false;
    this.fault = "";
    this.ask();
    void this.save();
  }

  private remember(): void {
    if (this.draft && !this.dirty && this.stations.length > 0) this.undone = [...this.undone.slice(-40), { draft: this.draft, stations: this.stations, current: this.current }];
  }

  private async lay(draft: Draft): Promise<void> {
    const asked = ++this.asked;
    this.draft = draft;
    try {
      const told = await api.analyse(draft);
      if (asked !== this.asked) return;
      this.stations = [{ id: 0, parent: null, seat: told.view.seat ?? 0, action: null, chance: null, name: "", told }];
      this.current = 0;
      this.draft = told.position ? whole(draft.edition, told.position) : draft;
      this.dirty = false;
      this.fault = this.trouble = "";
      this.ask();
      void this.save();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (asked === this.asked && error.status === 422) this.fault = error.message;
      else this.trouble = error.message;
    }
  }

  /** Try an action from the position that is looked at. */
  async play(action: string): Promise<void> {
    if (this.dirty || this.fault || this.over) return;
    this.remember();
    await this.move(action);
    this.ask();
    void this.save();
  }

  private async move(action: string): Promise<void> {
    const { station, draft } = this;
    const known = this.stations.find((one) => one.parent === station?.id && one.action?.action === action);
    if (known) return this.go(known.id);
    if (!station || !draft) return;
    try {
      const told = await api.tryMove(draft, action);
      const id = Math.max(...this.stations.map((one) => one.id)) + 1;
      const option = this.advice?.candidates.find((one) => one.option.action === action);
      const chance = option && option.chance !== null && option.error !== null ? { value: option.chance, error: option.error } : null;
      this.stations = [...this.stations, { id, parent: station.id, seat: station.told.view.seat ?? 0, action: told.done, chance, name: "", told }];
      this.look(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
    }
  }

  /** Look at another position of the tree. */
  go(id: number): void {
    this.look(id);
    this.ask();
    void this.save();
  }

  private look(id: number): void {
    const station = this.stations.find((one) => one.id === id);
    if (!station || !this.draft) return;
    this.current = id;
    if (station.told.position) this.draft = whole(this.draft.edition, station.told.position);
  }

  /** Give a line a name, or take it away by an empty one. */
  name(id: number, name: string): void {
    this.remember();
    this.call(id, name);
    void this.save();
  }

  private call(id: number, name: string): void {
    this.stations = this.stations.map((one) => (one.id === id && one.parent !== null ? { ...one, name: name.trim().slice(0, LONGEST_NAME) } : one));
  }

  /** Take a line out of the tree, with all that was tried after it. */
  remove(id: number): void {
    const station = this.stations.find((one) => one.id === id);
    if (!station || station.parent === null) return;
    this.remember();
    const gone = new Set([id]);
    for (const { id: one, parent } of this.stations) if (parent !== null && gone.has(parent)) gone.add(one);
    this.stations = this.stations.filter((one) => !gone.has(one.id));
    this.go(gone.has(this.current) ? station.parent : this.current);
  }

  setOpen(open: boolean): void {
    this.open = open;
    this.ask();
    void this.save();
  }

  pause(): void {
    this.paused = !this.paused;
    if (this.paused) this.stop();
    else this.ask();
  }

  /** Have the coach think about the position that is looked at. */
  private ask(): void {
    this.stop();
    this.advice = this.latest = this.before = this.chosen = null;
    this.order = new SteadyOrder();
    if (this.paused || this.over || !this.draft || this.dirty) return;
    const asking = (this.asking = new AbortController());
    const { signal } = asking;
    this.thinking = true;
    let last = 0;
    const hear = (advice: Advice) => {
      if (signal.aborted) return;
      // Pale is what was told a second ago: less would not be seen.
      if (Date.now() - last > 1000) [this.before, last] = [this.advice, Date.now()];
      this.recommended = advice.candidates[0]?.option.action ?? null;
      this.latest = advice;
      this.advice = { ...advice, candidates: this.order.arrange(advice.candidates, Date.now()) };
    };
    api.adviseOn(this.draft, this.open, hear, signal).then(
      () => this.settle(asking, ""),
      (error: unknown) => {
        // The server has not yet noticed that earlier questions are asked no more.
        if (error instanceof Refused && error.status === 429 && asking === this.asking) this.timer = setTimeout(() => this.ask(), AGAIN);
        else this.settle(asking, error instanceof Refused ? error.message : "");
      },
    );
  }

  pick(action: string): void {
    this.chosen = action;
  }

  private settle(asking: AbortController, trouble: string): void {
    if (asking !== this.asking) return;
    this.thinking = false;
    this.advice = this.latest; // nothing moves any more: now the best stands first
    this.before = null;
    this.trouble = trouble;
    this.note();
  }

  /** What the coach said of moves that were tried is kept with them. */
  private note(): void {
    const told = new Map(this.advice?.candidates.map((one) => [one.option.action, one]));
    this.stations = this.stations.map((station) => {
      const one = station.parent === this.current && station.action ? told.get(station.action.action) : undefined;
      return one && one.chance !== null && one.error !== null ? { ...station, chance: { value: one.chance, error: one.error } } : station;
    });
  }

  private stop(): void {
    this.asking?.abort();
    this.asking = null;
    this.thinking = false;
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop();
  }

  /** The address holds it all, so that it can be kept, shared and come back to. */
  private async save(): Promise<void> {
    const [root] = this.stations;
    if (!root?.told.position) return;
    const places = new Map(this.stations.map(({ id }, index) => [id, index]));
    const moves = this.stations.flatMap(({ parent, action, name }): Saved["moves"] => (action && parent !== null ? [name ? [places.get(parent) ?? 0, action.action, name] : [places.get(parent) ?? 0, action.action]] : []));
    this.code = await encode({ edition: root.told.edition, position: root.told.position, moves, current: places.get(this.current) ?? 0, open: this.open });
    history.replaceState(null, "", `/#/analysis/${this.code}`);
  }

  async table(): Promise<TableInfo | null> {
    if (!this.draft) return null;
    try {
      return await api.playPosition(this.draft, newKey());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
      return null;
    }
  }
}

/** For everybody else to read, and to ask for changes: only the state itself makes them. */
export type AnalysisBoard = Readonly<BoardState>;
export const createBoard = (): AnalysisBoard => new BoardState();
