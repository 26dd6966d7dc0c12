/** What the person looks at and is about to do: selected route, focused ticket, choice from an offer, a hint. The game knows nothing of it. */
import { noMarks, planSteps, type Marks, type Step } from "../board/marks";
import { settings } from "../settings.svelte";
import { SteadyHints } from "./steadyHints";
import type { Action, Hints, Line, PlacedRoute, PuzzleHint } from "../api";
import type { Origin } from "../labels";
import type { Table } from "./table.svelte";
import { servedTickets } from "./viewpoint";

class AttentionState {
  /** The route that is asked about, and the one under the pointer or the keyboard. */
  selected = $state<string | null>(null);
  /** The payment that is meant for the route that is asked about, where a hint chose one. */
  meant = $state<string | null>(null);
  hovered = $state<string | null>(null);
  /** Several routes that may be meant: those of a place, or those under one finger. */
  several = $state.raw<{ title: string; routes: PlacedRoute[] } | null>(null);
  /** The ticket whose ends are lit. */
  ticket = $state<string | null>(null);
  /** What is advised, which of its lines is drawn on the board, and whether sharper ones are awaited. */
  hints = $state.raw<Hints | null>(null);
  /** Whether what stands first there can be done; and whether the last news of it say the same. */
  firm = $state(false);
  current = $state(true);
  private steady = new SteadyHints();
  private picked = $state<string | null>(null);
  private asking = $state.raw<AbortController | null>(null);
  thinking = $derived(this.asking !== null);
  /** A step of "since your turn", or of a replay, that is shown on the board. */
  step = $state.raw<{ n: number; route: string | null } | null>(null);
  /** How rivals move is being chosen. */
  pacing = $state(false);
  /** Routes just claimed and cards just drawn. */
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  freshCards = $state.raw<ReadonlyMap<string, Origin>>(new Map());
  /** Tickets of the offer that are to be kept, and the order in which the others go back. */
  kept = $state.raw<ReadonlySet<string>>(new Set());
  order = $state.raw<string[]>([]);
  /** The last line of "since your turn" when it was closed. */
  private sinceClosed = $state(0);
  /** The last chat message that was looked at. */
  private chatRead = $state(0);
  /** What an exercise points at to be looked at; and, once it is told, its answer with the routes that come after it. */
  pointed = $state.raw<PuzzleHint | null>(null);
  private answer = $state.raw<{ option: Action; plan: readonly string[] } | null>(null);
  private readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  sinceShown = $derived.by(() => {
    const { since, myTurn, view } = this.table;
    return (since.at(-1)?.n ?? 0) > this.sinceClosed && myTurn && view?.phase === "turn" && this.selected === null;
  });

  /** Others' messages that nobody here has looked at. */
  unread = $derived.by(() => this.table.messages.filter(({ n, seat }) => n > this.chatRead && seat !== this.table.seat).length);

  readChat(): void {
    this.chatRead = this.table.messages.at(-1)?.n ?? this.chatRead;
  }

  /** One level back; false when there is none. */
  back(): boolean {
    if (this.several) this.several = null;
    else if (this.selected) this.selected = null;
    else if (this.hinting) this.closeHints();
    else if (this.ticket) this.ticket = null;
    else if (this.pacing) this.pacing = false;
    else if (this.step) this.step = null;
    else if (this.sinceShown) this.closeSince();
    else return false;
    return true;
  }

  clear(): void {
    this.selected = this.hovered = this.several = null;
    this.closeHints();
  }

  select(route: string, claim: string | null = null): void {
    this.clear();
    this.selected = route;
    this.meant = claim;
  }

  hover(route: string | null): void {
    this.hovered = route;
  }

  askWhich(title: string, routes: PlacedRoute[]): void {
    this.clear();
    this.several = { title, routes };
  }

  focusTicket(ticket: string | null): void {
    this.ticket = ticket;
  }

  toggleKept(ticket: string): void {
    const kept = new Set(this.kept);
    if (!kept.delete(ticket)) kept.add(ticket);
    this.kept = kept;
  }

  /** Give tickets back in this order. */
  orderReturned(returned: string[]): void {
    this.order = [...returned, ...this.kept];
  }

  forgetOffer(): void {
    this.kept = new Set();
    this.order = [];
  }

  /** Whether the hint has its place on the screen. */
  hinting = $derived(this.thinking || this.hints !== null);

  /** The line of the hint that is drawn: what is recommended, until another is picked. It stays picked while the hint becomes sharper. */
  hinted = $derived.by(() => this.hints?.candidates.find(({ option }) => option.action === this.picked) ?? this.hints?.candidates[0] ?? null);

  /** The place of that line: 1 is what is recommended. */
  hintedNo = $derived.by(() => (this.hinted ? (this.hints?.candidates.indexOf(this.hinted) ?? 0) + 1 : 0));

  /** Whether that line can be done: what was picked, or what was judged. */
  doable = $derived(this.hintedNo > 1 || this.firm);

  /** What a hint marks is not mixed with a ticket's way. */
  awaitHints(): AbortController {
    this.clear();
    this.ticket = null;
    this.asking = new AbortController();
    return this.asking;
  }

  /** Show a hint as still as can be; returns the milliseconds after which it is to be shown again. */
  showHints(hints: Hints): number {
    this.hints = this.steady.tell(hints, Date.now());
    ({ firm: this.firm, current: this.current } = this.steady);
    return this.steady.wait;
  }

  endThinking(): void {
    this.asking = null;
  }

  pickHint(action: string): void {
    this.picked = action;
  }

  closeHints(): void {
    this.asking?.abort();
    this.hints = this.picked = this.asking = null;
    this.firm = false;
    this.steady = new SteadyHints();
  }

  pointAt(pointed: PuzzleHint | null): void {
    this.pointed = pointed;
  }

  /** Draw the answer of an exercise as a hint is drawn; null takes it away. */
  showAnswer(option: Action | null, plan: readonly string[] = []): void {
    this.answer = option && { option, plan };
  }

  stepTo(entry: { n: number; route?: string | undefined } | null): void {
    this.step = entry ? { n: entry.n, route: entry.route ?? null } : null;
  }

  openPace(open: boolean): void {
    this.pacing = open;
  }

  closeSince(): void {
    this.sinceClosed = this.table.since.at(-1)?.n ?? 0;
    this.step = null;
  }

  /** A move of a replay: its route lands as if it were claimed now. */
  showMove(n: number, route: string | undefined): void {
    this.stepTo({ n, route });
    this.fresh = new Set(route === undefined ? [] : [route]);
  }

  /** Mark what a line of the log brought; one's next turn makes one's cards old. */
  notice(line: Line): void {
    const mine = line.seat === this.table.seat;
    // The view is still that of before the line.
    if (line.kind === "action" && mine && this.table.view?.phase !== "second card") this.freshCards = new Map();
    for (const event of line.events) {
      if (mine && (event.kind === "took" || event.kind === "drew") && event.card) {
        const from = event.kind === "took" ? "market" : "deck";
        this.freshCards = new Map([...this.freshCards, [event.card, (this.freshCards.get(event.card) ?? from) === from ? from : "new"]]);
      }
      if (event.kind === "claimed") this.fresh = new Set([event.route]);
    }
  }

  /** What rivals claimed since one acted, outlined until one acts again; a step that is looked at stands out, else the newest. */
  private last = $derived.by(() => {
    const { since, status } = this.table;
    if (status !== "playing") return [];
    const current = this.step?.n ?? since.at(-1)?.n;
    return since.flatMap(({ n, route, seat }, index) => (route !== undefined && seat !== null ? [{ route, seat, step: index + 1, now: n === current }] : []));
  });

  /** My lines and the ends of my tickets: a claim that touches them stands out. */
  private near = $derived.by(() => {
    const { edition, view, seat } = this.table;
    const places = new Set<string>();
    for (const route of edition?.routes ?? []) if (view?.routes[route.name] === seat) places.add(route.a).add(route.b);
    for (const ticket of edition?.tickets ?? []) {
      if (this.table.held.includes(ticket.name) && this.table.ways.get(ticket.name)?.state !== "done") places.add(ticket.a).add(ticket.b);
    }
    return places;
  });

  /** What the chosen line of a hint, or an answer, points at: the route that it would claim, the card that it would take, tickets to draw or to keep, and what it pays with. */
  private option = $derived(this.hinted?.option ?? this.answer?.option ?? null);
  advised = $derived(this.option?.kind === "claim" ? this.option.route : null);
  advisedCard = $derived(this.option?.kind === "take" ? this.option.card : (this.option ?? this.pointed)?.kind === "draw deck" ? "deck" : null);
  advisedTickets = $derived(this.option?.kind === "draw tickets");
  advisedKeep = $derived<readonly string[]>(this.option?.kind === "keep" ? this.option.keep : []);
  pays = $derived(this.option?.kind === "claim" ? this.option.payment : {});

  /** The tickets that a hint serves: their places are ringed, and their stubs marked. */
  served = $derived.by((): readonly string[] => (this.hints && this.hintedNo === 1 ? servedTickets(this.hints, this.table.ways) : []));

  /** What the chosen line of a hint would claim and, where that is what is recommended, the plan behind it; or an answer, and 2 is what can wait. */
  private steps = $derived.by((): readonly Step[] => {
    if (!this.hints) {
      const [next] = this.answer?.plan ?? [];
      const now: Step[] = this.advised === null ? [] : [{ route: this.advised, no: 1, when: "now" }];
      return next === undefined ? now : [...now, { route: next, no: 2, when: "next" }];
    }
    if (this.hintedNo > 1) return this.advised === null ? [] : [{ route: this.advised, no: this.hintedNo, when: "now" }];
    return planSteps(this.hints.plan, this.advised);
  });

  marks = $derived.by((): Marks => {
    const { edition, view, refusals, claims } = this.table;
    if (!edition || !view) return noMarks;
    const strong = new Set<string>();
    const weak = new Set<string>();
    const quiet = this.selected !== null || this.ticket !== null || this.hints !== null || this.answer !== null || view.phase !== "turn" || settings.claimable === "none";
    if (!quiet) {
      for (const route of edition.routes) {
        if (!claims.has(route.name)) continue;
        if (this.near.has(route.a) || this.near.has(route.b)) strong.add(route.name);
        else if (settings.claimable === "all") weak.add(route.name);
      }
      if (settings.claimable === "useful" && strong.size === 0) for (const name of claims.keys()) strong.add(name);
      else if (settings.claimable === "useful") for (const name of claims.keys()) if (!strong.has(name)) weak.add(name);
    }
    const closed = new Set([...refusals].flatMap(([name, { rule }]) => (rule === "R-CLAIM-7" && view.routes[name] === undefined ? [name] : [])));
    const lit = new Set<string>();
    const way = new Set<string>();
    const focused = edition.tickets.find(({ name }) => name === this.ticket);
    if (focused) {
      lit.add(focused.a).add(focused.b);
      for (const name of this.table.ways.get(focused.name)?.routes ?? []) if (view.routes[name] === undefined) way.add(name);
    }
    const own = new Set(edition.tickets.flatMap(({ name, a, b }) => (this.table.held.includes(name) ? [a, b] : [])));
    for (const { name, a, b } of edition.tickets) if (this.served.includes(name)) lit.add(a).add(b);
    if (this.pointed?.place) lit.add(this.pointed.place);
    const pins: Record<string, string> = {};
    this.table.offer.forEach((name, index) => {
      const ticket = edition.tickets.find((one) => one.name === name);
      const letter = String.fromCharCode(65 + index);
      for (const place of ticket ? [ticket.a, ticket.b] : []) pins[place] = pins[place] ? `${pins[place]}${letter}` : letter;
    });
    const shown = this.last.some(({ route }) => route === this.step?.route) ? null : (this.step?.route ?? null);
    return { strong, weak, way, steps: this.steps, selected: this.selected ?? this.advised ?? shown, hovered: this.hovered === this.selected ? null : this.hovered, closed, fresh: this.fresh, last: this.last, lit, faded: noMarks.faded, own, pins, arcs: noMarks.arcs };
  });
}

/** For everybody else to read, and to ask for changes: only the state itself makes them. */
export type Attention = Readonly<AttentionState>;
export const createAttention = (table: Table): Attention => new AttentionState(table);
