/** What a press or a key does: it moves the attention, or asks the table to act. What is legal was told by the server. */
import type { Claim, Edition, Geometry, Hints, Keep, PlacedLocation, PlacedRoute } from "../api";
import { boxOf, type Camera } from "../board/camera.svelte";
import { t } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";
import { play } from "../sound/player";
import { told, type Announcer } from "./announcer.svelte";
import type { Attention } from "./attention.svelte";
import { keepFor, ordered } from "./choice";
import { elements } from "./elements";
import type { Labels } from "./labels.svelte";
import type { Table } from "./table.svelte";
import { spokenOf } from "./viewpoint";

interface Parts { table: Table; attention: Attention; camera: Camera; edition: Edition; geometry: Geometry; labels: Labels; announcer: Announcer }

export class Commands {
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  take(card: string): void {
    const { table, labels, announcer } = this.parts;
    const why = labels.cardRefusal(card);
    if (why) {
      announcer.say(why);
      play("refused");
    } else void table.act(card === "deck" ? "draw deck" : `take ${card}`);
  }

  drawTickets(): void {
    const { table } = this.parts;
    if (table.mayDrawTickets && table.ready) void table.act("draw tickets");
  }

  /** Take one's last action back; where that is too late, say what came between. */
  async undo(): Promise<void> {
    const { table, labels, edition } = this.parts;
    if (table.info?.options.undo === false || (await table.undo())) return;
    const [first] = table.since;
    if (first) table.tellTooLate(t("undo.late", { what: `${told(first, edition, labels.names)}.` }));
  }

  /** Have more time, where that is offered. */
  moreTime(): void {
    const { table, labels } = this.parts;
    if (labels.more) void table.moreTime();
  }

  goOn(): void {
    const { table } = this.parts;
    if (table.now?.undo_until) void table.goOn();
  }

  /** Show what a bot did for this seat: the last of its moves, and the one before that when it is asked for again. */
  showOwnMove(): void {
    const { table, attention, camera, geometry } = this.parts;
    const moves = table.moves.filter(({ seat, key }) => seat === table.seat && key !== "log.offered").slice(-Math.max(1, table.absence.played));
    const at = moves.findIndex(({ n }) => n === attention.step?.n);
    const did = moves.at(at < 0 ? -1 : at - 1);
    attention.stepTo(did ?? null);
    const route = geometry.routes.find(({ name }) => name === did?.route);
    if (route) camera.reveal(boxOf(geometry, route));
  }

  /** Routes that were pointed at: several are asked about, one is selected, or claimed where nothing is left to ask. */
  pickRoutes(routes: PlacedRoute[]): void {
    const { table, attention } = this.parts;
    const [route] = routes;
    if (routes.length > 1) return attention.askWhich(t("route.which"), routes);
    if (!route || route.name === attention.selected) return attention.clear();
    const claims = table.claims.get(route.name) ?? [];
    if (claims.length === 1 && claims[0] && !this.asks) void this.claim(claims[0]);
    else {
      if (table.ready && claims.length === 0) play("refused");
      this.select(route.name);
    }
  }

  pickPlace({ name }: PlacedLocation): void {
    const { attention, geometry } = this.parts;
    attention.askWhich(name, geometry.routes.filter((route) => route.a === name || route.b === name));
  }

  /** Whether a claim is asked about before it is sent. */
  private get asks(): boolean {
    return settings.confirm || this.parts.table.info?.options.confirm_claims === true;
  }

  /** Ask about a route; `claim` is the payment that is meant. */
  select(name: string, claim: string | null = null): void {
    const { attention } = this.parts;
    attention.select(name, claim);
    this.reveal();
  }

  async claim(claim: Claim): Promise<void> {
    const { table, attention } = this.parts;
    await table.act(claim.action);
    attention.clear();
  }

  async keep(keep: Keep): Promise<void> {
    const { table, attention } = this.parts;
    attention.focusTicket(null);
    await table.act(keep.action);
    attention.forgetOffer();
  }

  /** Keep the tickets that are chosen, wherever an offer is told; where none is chosen beside a hint, do what it says. */
  async answerOffer(): Promise<void> {
    const { table, attention } = this.parts;
    const choice = keepFor(table.keeps, attention.kept, ordered(table.offer, attention.order));
    if (choice && table.ready) await this.keep(choice);
    else if (attention.kept.size === 0) await this.doHint();
  }

  /** The next or previous claimable route, shown and read out. */
  nextClaim(step: 1 | -1): void {
    const { table, attention, announcer } = this.parts;
    const names = [...table.claims.keys()];
    if (names.length === 0) return announcer.say(t("claim.none"));
    const at = names.indexOf(attention.hovered ?? "");
    const name = names[(at + step + names.length) % names.length] ?? "";
    attention.hover(name);
    elements.route(name)?.focus({ preventScroll: true });
  }

  nextTicket(): void {
    const { table, attention, labels, announcer } = this.parts;
    const own = table.held;
    const name = own[own.indexOf(attention.ticket ?? "") + 1] ?? null;
    attention.focusTicket(name);
    if (name) announcer.say(labels.ticket(name));
  }

  async askHint(): Promise<void> {
    const { table, attention } = this.parts;
    if (table.seat === null || !table.ready || table.exercise || attention.thinking) return;
    const { signal } = attention.awaitHints();
    const last = { wait: 0, tell: () => 0 };
    await table.askHints((hints) => {
      if (signal.aborted) return;
      last.tell = () => this.tellHint(hints);
      last.wait = last.tell();
    }, signal);
    if (last.wait > 0) await new Promise((resolve) => setTimeout(resolve, last.wait));
    if (signal.aborted) return;
    if (last.wait > 0) last.tell();
    attention.endThinking();
  }

  /** Show a hint, and bring what it speaks of into sight; once it can be done it is read out. Returns the milliseconds after which to tell it again. */
  private tellHint(hints: Hints): number {
    const { attention, announcer, labels } = this.parts;
    const before = { first: attention.hints?.candidates[0]?.option.action, firm: attention.firm };
    const wait = attention.showHints(hints);
    const changed = attention.hints?.candidates[0]?.option.action !== before.first;
    if (changed) this.reveal();
    if (attention.hints && attention.firm && (changed || !before.firm)) announcer.say(labels.hintLine(attention.hints));
    return wait;
  }

  /** What is spoken of is in sight. */
  private reveal(): void {
    const { attention, camera, geometry } = this.parts;
    const route = spokenOf(geometry, attention);
    if (route) camera.reveal(boxOf(geometry, route));
  }

  /** Play what a hint says; where claims are asked about, this one is too, with its payment first. */
  async doHint(): Promise<void> {
    const { table, attention } = this.parts;
    const option = attention.hinted?.option;
    if (!option || !table.ready || !attention.doable) return;
    if (option.kind === "claim" && this.asks) return this.select(option.route, option.action);
    attention.clear();
    await table.act(option.action);
  }
}
