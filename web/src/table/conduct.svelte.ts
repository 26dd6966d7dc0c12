/** What happens when somebody points, presses or hears news at a table: it joins the table's state with what the person looks at. */
import { api, Refused, type BotInfo } from "../api";
import { characters } from "../home/characters";
import { Camera, middleOf } from "../board/camera.svelte";
import { listed, t } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";
import type { Claim, Edition, Geometry, Keep, Line, PlacedLocation, PlacedRoute } from "../types";
import { pieceWords, plainName, routeFacts, routeTitle } from "../words";
import { Attention } from "./attention.svelte";
import { routeByName } from "./choice";
import { fly, spot } from "./flights";
import { entries, messages, type Entry } from "./log";
import { lacking, reasonKey } from "./refusals";
import { sentence } from "./saying";
import { bell } from "./sound";
import type { Table } from "./table.svelte";

export class Conduct {
  readonly attention: Attention;
  readonly camera: Camera;
  readonly edition: Edition;
  readonly geometry: Geometry;
  readonly table: Table;
  said = $state("");
  shouted = $state("");
  ribbon = $state.raw<{ title: string; text: string } | null>(null);
  sinceClosed = $state(0);
  newCards = $state.raw<ReadonlySet<string>>(new Set());
  bots = $state.raw<BotInfo[]>([]);
  thinking = $state(false);
  notify = $state(false);

  constructor(table: Table, edition: Edition, geometry: Geometry) {
    this.table = table;
    this.edition = edition;
    this.geometry = geometry;
    this.attention = new Attention(table);
    this.camera = new Camera(geometry);
    void api.bots().then((bots) => (this.bots = bots), () => undefined);
  }

  log = $derived.by(() => entries(this.table.lines));
  messages = $derived.by(() => messages(this.table.lines));
  names = $derived.by(() => (this.table.info?.seats ?? []).map((seat) => (seat.you && !this.table.shared ? t("you") : seat.name || t("seat.n", { n: seat.seat + 1 }))));
  /** What the others did since this seat acted last. */
  since = $derived.by(() => {
    const seat = this.table.seat;
    const last = this.log.findLastIndex((entry) => entry.seat === seat && seat !== null);
    return last < 0 || seat === null ? [] : this.log.slice(last + 1).filter((entry) => entry.seat !== null);
  });
  /** Only what can be seen on the board is worth stepping through. */
  sinceShown = $derived.by(() => this.since.some(({ route }) => route !== undefined) && (this.since.at(-1)?.n ?? 0) > this.sinceClosed && this.table.myTurn && this.table.view?.phase === "turn" && this.attention.selected === null);

  stepTo(entry: Entry | null): void {
    this.attention.step = entry ? { n: entry.n, route: entry.route ?? null } : null;
  }

  closeSince(): void {
    this.sinceClosed = this.since.at(-1)?.n ?? 0;
    this.attention.step = null;
  }

  kindOf(seat: number): string {
    const info = this.table.info?.seats[seat];
    if (!info) return "";
    // A record knows who moved, not who they were.
    if (info.kind === "open") return "";
    if (info.away) return t("seat.away");
    if (info.kind === "bot") {
      const level = characters(this.bots).find(({ bot }) => bot === info.bot)?.level;
      return level ? t("seat.level", { n: level }) : t("seat.bot");
    }
    return info.you && !this.table.shared ? "" : t(`seat.${info.kind}`);
  }

  botName(bot: string): string {
    return characters(this.bots).find((one) => one.bot === bot)?.name ?? bot;
  }

  /** Why a card cannot be taken; null when it can. */
  cardRefusal = (card: string): string | null => {
    const { table } = this;
    if (card === "deck" ? table.mayDraw : table.takes.has(card)) return table.ready ? null : t("sending");
    if (table.seat === null) return t("watching");
    if (!table.myTurn) return t("why.turn");
    const phase = table.view?.phase;
    if (phase === "second card" && card === "wild") return t(`second.wild.${this.edition.vehicle}`);
    if (phase === "choosing tickets") return t("why.setup");
    if (phase === "offer") return t("why.offer");
    return card === "deck" ? t("why.deck") : t("why.notnow");
  };

  take(card: string): void {
    const why = this.cardRefusal(card);
    if (why) this.say(why);
    else void this.table.act(card === "deck" ? "draw deck" : `take ${card}`);
  }

  pickRoutes(routes: PlacedRoute[], title = ""): void {
    const { attention } = this;
    if (routes.length > 1) {
      attention.clear();
      attention.several = { title: title || t("route.which"), routes };
      return;
    }
    const [route] = routes;
    if (!route || route.name === attention.selected) {
      attention.clear();
      return;
    }
    const claims = this.table.claims.get(route.name) ?? [];
    if (claims.length === 1 && claims[0] && !settings.confirm && !this.table.info?.options.confirm_claims) void this.claim(claims[0]);
    else this.select(route.name);
  }

  select(name: string): void {
    this.attention.clear();
    this.attention.selected = name;
    this.camera.reveal(this.middle());
  }

  pickPlace(place: PlacedLocation): void {
    const routes = this.geometry.routes.filter((route) => route.a === place.name || route.b === place.name);
    this.attention.clear();
    this.attention.several = { title: place.name, routes };
  }

  async claim(claim: Claim): Promise<void> {
    await this.table.act(claim.action);
    this.attention.clear();
  }

  async keep(keep: Keep): Promise<void> {
    this.attention.ticket = null;
    await this.table.act(keep.action);
    this.attention.kept = new Set();
    this.attention.order = [];
  }

  drawTickets(): void {
    if (this.table.mayDrawTickets && this.table.ready) void this.table.act("draw tickets");
  }

  /** The next or previous claimable route, shown and read out. */
  nextClaim(step: 1 | -1): void {
    const names = [...this.table.claims.keys()];
    if (names.length === 0) return this.say(t("claim.none"));
    const at = names.indexOf(this.attention.hovered ?? "");
    const name = names[(at + step + names.length) % names.length] ?? "";
    this.attention.hovered = name;
    document.querySelector<SVGGElement>(`[data-route="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  }

  nextTicket(): void {
    const own = this.table.view?.you?.tickets ?? [];
    const at = own.indexOf(this.attention.ticket ?? "");
    this.attention.ticket = own[at + 1] ?? null;
    const ticket = this.edition.tickets.find(({ name }) => name === this.attention.ticket);
    if (ticket) this.say(t("ticket.label", { a: ticket.a, b: ticket.b, n: ticket.points }));
  }

  async askHint(): Promise<void> {
    const { table, attention } = this;
    if (table.seat === null || !table.ready || this.thinking) return;
    this.thinking = true;
    try {
      attention.clear();
      attention.hint = 0;
      const hints = await api.hints(table.id, table.seat);
      const [advised, others] = [hints.candidates.filter((one) => one.recommended), hints.candidates.filter((one) => !one.recommended)];
      // the two that are worth most beside it, in the order of what is shown of them
      const beside = others.slice(0, 2).sort((one, other) => (other.chance ?? -1) - (one.chance ?? -1));
      attention.hints = { ...hints, candidates: [...advised, ...beside] };
    } catch (error) {
      if (error instanceof Refused) table.notice = { key: "refused", text: error.message, stays: true };
    } finally {
      this.thinking = false;
    }
  }

  /** A route in one breath: its ends, its spaces, and whether it can be claimed or why not. */
  routeLabel = (route: PlacedRoute): string => {
    const facts = routeByName(this.edition, route.name);
    if (!facts) return routeTitle(route);
    const { view, claims, options } = this.table;
    const owner = view?.routes[route.name];
    const reason = reasonKey(options?.refusals[route.name]?.rule ?? "");
    const missing = lacking(this.edition, facts, view?.you?.hand ?? {}).missing;
    const standing = owner !== undefined ? this.ownedBy(owner) : claims.has(route.name) ? t("route.canclaim") : reason ? t(reason, { n: missing }) : "";
    return `${routeTitle(route)}. ${routeFacts(this.edition, facts)} ${standing}`.trim();
  };

  private called(seat: number): boolean {
    return seat === this.table.seat && !this.table.shared;
  }

  ownedBy(seat: number): string {
    return this.called(seat) ? t("why.owner.you") : t("why.owner", { name: this.names[seat] ?? "" });
  }

  placeLabel = (place: PlacedLocation): string => {
    const count = this.geometry.routes.filter((route) => route.a === place.name || route.b === place.name).length;
    const district = place.district === null ? undefined : this.geometry.districts[place.district];
    return t("place.label", { place: district ? `${place.name} (${district.name}, ${district.points})` : place.name, n: count });
  };

  middle(): { x: number; y: number } {
    const name = this.attention.selected ?? this.attention.several?.routes[0]?.name;
    const route = this.geometry.routes.find((one) => one.name === name);
    return route ? middleOf(route) : { x: 0, y: 0 };
  }

  /** Where a phone looks first: the middle of one's own lines, or of one's tickets. */
  centre(): { x: number; y: number } {
    const view = this.table.view;
    const places = new Set<string>();
    for (const route of this.geometry.routes) if (view?.routes[route.name] === this.table.seat && this.table.seat !== null) places.add(route.a).add(route.b);
    if (places.size === 0) for (const ticket of this.edition.tickets) if (view?.you?.tickets.includes(ticket.name)) places.add(ticket.a).add(ticket.b);
    const at = this.geometry.locations.filter(({ name }) => places.size === 0 || places.has(name));
    return { x: at.reduce((sum, { x }) => sum + x, 0) / at.length, y: at.reduce((sum, { y }) => sum + y, 0) / at.length };
  }

  say(text: string): void {
    this.said = this.said === text ? `${text}\u00a0` : text;
  }

  /** News: cards fly, pieces land, the last round is announced. */
  hear(line: Line): void {
    const { table } = this;
    const mine = line.seat === table.seat;
    if (line.kind === "action" && mine) this.newCards = new Set();
    for (const event of line.events) {
      if ((event.kind === "took" || event.kind === "drew") && event.seat !== null) {
        const slot = event.kind === "drew" ? "deck" : (table.view?.market.indexOf(event.card ?? "") ?? 0);
        const target = mine ? (spot.stack(event.card ?? "") ?? spot.hand()) : spot.seat(event.seat);
        fly(spot.slot(slot), target);
        if (mine && event.card) this.newCards = new Set([...this.newCards, event.card]);
      }
      if (event.kind === "claimed" && event.route) this.attention.fresh = new Set([event.route]);
      if (event.kind === "final round" && event.seat !== null) {
        const { seat } = event;
        // How few pieces are left is told by the view, which comes after the news.
        void table.refresh().then(() => this.announceEnd(seat));
      }
      if (event.kind === "ended") this.shouted = t("log.ended");
    }
    const words = sentence(line, this.edition, this.names);
    if (words) this.say(words);
  }

  turnBegan(): void {
    bell();
    this.attention.clear();
    if (this.notify && document.hidden) new Notification(t("turn.yours"), { body: this.edition.title, tag: this.table.id });
  }

  private announceEnd(seat: number): void {
    const left = this.table.view?.seats[seat]?.pieces ?? 0;
    const pieces = pieceWords(this.edition.vehicle, left);
    const text = this.called(seat) ? t("final.text.you", { pieces }) : t("final.text", { name: this.names[seat] ?? "", pieces });
    this.ribbon = { title: t("final"), text };
    this.shouted = text;
  }

  /** The station sign's words. */
  sign = $derived.by((): { lead: string; say: string; seat: number | null } => {
    const { table } = this;
    const view = table.view;
    if (!view) return { lead: t("loading"), say: "", seat: null };
    const others = listed(view.acting.filter((seat) => seat !== table.seat).map((seat) => this.names[seat] ?? ""));
    if (view.phase === "over") return { lead: t("over"), say: t("log.ended"), seat: null };
    if (view.phase === "choosing tickets" && !table.myTurn) return { lead: t("setup"), say: t("setup.wait", { names: others }), seat: view.acting[0] ?? 0 };
    if (!table.myTurn) {
      const seat = view.acting[0] ?? 0;
      const next = table.seat !== null && (seat + 1) % view.players === table.seat;
      const doing = view.phase === "second card" ? t("them.second") : view.phase === "offer" ? t("them.offer") : t("them.thinks");
      return { lead: t("turn.of", { name: this.names[seat] ?? "" }), say: next ? `${doing} ${t("them.next")}` : doing, seat };
    }
    const lead = table.shared && table.seat !== null ? t("turn.of", { name: this.names[table.seat] ?? "" }) : t("turn.yours");
    if (table.pending) return { lead, say: t("sending"), seat: null };
    if (view.phase === "second card") return { lead, say: table.takes.size + (table.mayDraw ? 1 : 0) > 0 && view.market.includes("wild") ? t(`second.${this.edition.vehicle}`) : t("second"), seat: null };
    if (view.phase === "offer" || view.phase === "choosing tickets") {
      const least = Math.min(...table.keeps.map(({ keep }) => keep.length));
      return { lead: t("offer"), say: t(this.edition.offer.order === "chosen" && view.phase === "offer" ? "offer.say.order" : "offer.say", { n: least }), seat: null };
    }
    const may = [table.mayDraw || table.takes.size > 0 ? t("may.draw") : "", table.claims.size > 0 ? t("may.claim") : "", table.mayDrawTickets ? t("may.tickets") : ""].filter(Boolean);
    const pointed = this.geometry.routes.find(({ name }) => name === (this.attention.hovered ?? this.attention.selected));
    if (pointed) return { lead, say: this.routeLabel(pointed), seat: null };
    const all = listed(may, "disjunction");
    const say = `${all.charAt(0).toLocaleUpperCase()}${all.slice(1)}.`;
    return { lead, say: view.final_turns !== null ? `${t("final.yours")} ${say}` : say, seat: null };
  });

  ticketsOf(name: string): string[] {
    return [...this.table.ways.values()].filter((way) => way.state === "open" && way.routes.includes(name)).map((way) => plainName(way.ticket));
  }
}
