/** What the person looks at and is about to do: selected route, focused ticket, choice from an offer, a hint. The game knows nothing of it. */
import { noMarks, type Marks } from "../board/marks";
import { settings } from "../settings.svelte";
import type { Hints } from "../api";
import type { PlacedRoute } from "../types";
import type { Table } from "./table.svelte";

export class Attention {
  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);
  several = $state.raw<{ title: string; routes: PlacedRoute[] } | null>(null);
  ticket = $state<string | null>(null);
  hints = $state.raw<Hints | null>(null);
  hint = $state(0);
  /** A step of "since your turn" that is shown on the board. */
  step = $state.raw<{ n: number; route: string | null } | null>(null);
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  kept = $state.raw<ReadonlySet<string>>(new Set());
  order = $state.raw<string[]>([]);
  private readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  /** One level back; false when there is none. */
  back(): boolean {
    if (this.several) this.several = null;
    else if (this.selected) this.selected = null;
    else if (this.hints) this.hints = null;
    else if (this.ticket) this.ticket = null;
    else if (this.step) this.step = null;
    else return false;
    return true;
  }

  clear(): void {
    this.selected = this.hovered = this.several = this.hints = null;
  }

  toggle(ticket: string): void {
    const kept = new Set(this.kept);
    if (!kept.delete(ticket)) kept.add(ticket);
    this.kept = kept;
  }

  /** My lines and the ends of my tickets: a claim that touches them stands out. */
  private near = $derived.by(() => {
    const { edition, view, seat } = this.table;
    const places = new Set<string>();
    for (const route of edition?.routes ?? []) if (view?.routes[route.name] === seat) places.add(route.a).add(route.b);
    for (const ticket of edition?.tickets ?? []) {
      if (view?.you?.tickets.includes(ticket.name) && this.table.ways.get(ticket.name)?.state !== "done") places.add(ticket.a).add(ticket.b);
    }
    return places;
  });

  /** The route that the chosen line of a hint would claim. */
  private advised = $derived(this.hints?.candidates[this.hint]?.route ?? null);

  marks = $derived.by((): Marks => {
    const { edition, view, options, claims } = this.table;
    if (!edition || !view) return noMarks;
    const strong = new Set<string>();
    const weak = new Set<string>();
    const quiet = this.selected !== null || this.ticket !== null || this.hints !== null || view.phase !== "turn" || settings.claimable === "none";
    if (!quiet) {
      for (const route of edition.routes) {
        if (!claims.has(route.name)) continue;
        if (this.near.has(route.a) || this.near.has(route.b)) strong.add(route.name);
        else if (settings.claimable === "all") weak.add(route.name);
      }
      if (settings.claimable === "useful" && strong.size === 0) for (const name of claims.keys()) strong.add(name);
      else if (settings.claimable === "useful") for (const name of claims.keys()) if (!strong.has(name)) weak.add(name);
    }
    const closed = new Set(Object.entries(options?.refusals ?? {}).flatMap(([name, { rule }]) => (rule === "R-CLAIM-7" && view.routes[name] === undefined ? [name] : [])));
    const lit = new Set<string>();
    const way = new Set<string>();
    const focused = edition.tickets.find(({ name }) => name === this.ticket);
    if (focused) {
      lit.add(focused.a).add(focused.b);
      for (const name of this.table.ways.get(focused.name)?.routes ?? []) if (view.routes[name] === undefined) way.add(name);
    }
    for (const name of this.hints?.plan ?? []) if (view.routes[name] === undefined) way.add(name);
    const pins: Record<string, string> = {};
    view.you?.offer.forEach((name, index) => {
      const ticket = edition.tickets.find((one) => one.name === name);
      const letter = String.fromCharCode(65 + index);
      for (const place of ticket ? [ticket.a, ticket.b] : []) pins[place] = pins[place] ? `${pins[place]}${letter}` : letter;
    });
    return { strong, weak, way, selected: this.selected ?? this.advised ?? this.step?.route ?? null, hovered: this.hovered === this.selected ? null : this.hovered, closed, fresh: this.fresh, lit, pins };
  });
}
