/** What is at the table in the reader's words: players, routes, places, refusals, and the station sign. It changes nothing. */
import { characters } from "../home/characters";
import { capital, listed, t } from "../i18n/index.svelte";
import type { Action, Edition, Geometry, Hints, PlacedLocation, PlacedRoute, TicketStatus } from "../api";
import { optionWords, phrase, pieceWords, plainName, routeFacts, routeTitle, seatNames, type Words } from "../labels";
import type { Attention } from "./attention.svelte";
import { isOrderChosen, least, routeByName } from "./choice";
import { FEW, secondsUntil } from "./clock.svelte";
import type { Entry } from "./log";
import { reasonWords, takenBy } from "./reasons";
import { reasonKey } from "./refusals";
import type { Table } from "./table.svelte";

/**
 * Whose turn it is and what is expected; `seat` is whose colours the sign wears, null for one's own. Mustard where something is `late` or not
 * yet right, green where it was `found`. `brief` is the same for a phone.
 */
export interface Sign { lead: string; say: string | Words; seat: number | null; late?: boolean; found?: boolean; brief?: { lead: string; say: string | Words } }

export class Labels {
  private readonly table: Table;
  private readonly attention: Attention;
  private readonly edition: Edition;
  private readonly geometry: Geometry;

  constructor(table: Table, attention: Attention, edition: Edition, geometry: Geometry) {
    this.table = table;
    this.attention = attention;
    this.edition = edition;
    this.geometry = geometry;
  }

  readonly names = $derived.by(() => {
    const seats = this.table.info?.seats ?? [];
    const names = seatNames(seats);
    return seats.map(({ you }, at) => (you && !this.table.shared ? t("you") : (names[at] ?? "")));
  });
  private readonly cast = $derived.by(() => characters(this.table.bots));

  /** Whether a seat is called "you": at a shared device everybody has a name. */
  isYou(seat: number): boolean {
    return seat === this.table.seat && !this.table.shared;
  }

  kindOf(seat: number): string {
    const info = this.table.info?.seats[seat];
    // A record knows who moved, not who they were.
    if (!info || info.kind === "open") return "";
    if (info.away) return t("seat.away");
    if (info.kind === "bot") {
      const level = this.cast.find(({ bot }) => bot === info.bot)?.level;
      return level ? t("seat.level", { n: level }) : t("seat.bot");
    }
    return info.you && !this.table.shared ? "" : t(`seat.${info.kind}`);
  }

  botName(bot: string): string {
    return this.cast.find((one) => one.bot === bot)?.name ?? bot;
  }

  /** What an action does, in a few words that begin a line. */
  option(option: Action): string {
    return optionWords(this.edition, option);
  }

  /** A hint in one breath: what to do, and why. */
  hintLine(hints: Hints): string {
    const [best] = hints.candidates;
    return best ? `${this.option(best.option)}. ${hints.reasons.map((reason) => reasonWords(this.edition, reason, takenBy(best.option))).join(" ")}` : "";
  }

  /** What the numbers of a hint's plan on the board mean. */
  private plan(routes: readonly string[], now: boolean): string {
    if (now && routes.length === 1) return t("hint.sign.alone");
    const pieces = routes.reduce((sum, name) => sum + (routeByName(this.edition, name)?.length ?? 0), 0);
    return t(now ? "hint.sign.now" : "hint.sign", { pieces: pieceWords(this.edition.vehicle, pieces) });
  }

  ownedBy(seat: number): string {
    return this.isYou(seat) ? t("why.owner.you") : t("why.owner", { name: this.names[seat] ?? "" });
  }

  /** A route in one breath: its ends, its spaces, and whether it can be claimed or why not. */
  readonly route = (route: PlacedRoute): string => {
    const facts = routeByName(this.edition, route.name);
    if (!facts) return routeTitle(route);
    const { view, claims, refusals } = this.table;
    const owner = view?.routes[route.name];
    const refusal = refusals.get(route.name);
    const reason = reasonKey(refusal?.rule ?? "");
    const standing = owner !== undefined ? this.ownedBy(owner) : claims.has(route.name) ? t("route.canclaim") : reason ? t(reason, { n: refusal?.missing ?? 0 }) : "";
    return `${routeTitle(route)}. ${routeFacts(this.edition, facts)} ${standing}`.trim();
  };

  readonly place = (place: PlacedLocation): string => {
    const count = this.geometry.routes.filter((route) => route.a === place.name || route.b === place.name).length;
    const district = place.district === null ? undefined : this.geometry.districts[place.district];
    return t("place.label", { place: district ? `${place.name} (${district.name}, ${district.points})` : place.name, n: count });
  };

  ticket(name: string): string {
    const ticket = this.edition.tickets.find((one) => one.name === name);
    return ticket ? t("ticket.label", { a: ticket.a, b: ticket.b, n: ticket.points }) : "";
  }

  /** Which of a ticket's ways is marked, and that there is one with fewer pieces where there is. */
  private markedWay(way: TicketStatus): string {
    const { vehicle, routes } = this.edition;
    const spaces = routes.reduce((sum, { name, length }) => sum + (way.routes.includes(name) ? length : 0), 0);
    const pieces = pieceWords(vehicle, spaces);
    return spaces > way.pieces ? t("ticket.way.fewer", { pieces, fewest: pieceWords(vehicle, way.pieces) }) : t("ticket.way", { pieces });
  }

  /** The tickets that a route would help. */
  ticketsOf(route: string): string[] {
    return [...this.table.ways.values()].filter((way) => way.state === "open" && way.routes.includes(route)).map((way) => plainName(way.ticket));
  }

  /** Why a card cannot be taken; null when it can. */
  readonly cardRefusal = (card: string): string | null => {
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

  readonly sign = $derived.by((): Sign => {
    const { view, myTurn, next } = this.table;
    if (!view) return { lead: t("loading"), say: "", seat: null };
    if (view.phase === "over") return { lead: t("over"), say: t("log.ended"), seat: null };
    if (next !== null) return { lead: t("done"), say: [...this.deed(), ...phrase("done.hand", { name: this.names[next] ?? "" })], seat: null };
    if (this.table.late) return this.lateSign();
    if (this.table.now?.undo_until) return this.graceSign();
    return myTurn ? this.ownSign() : this.theirSign();
  });

  /** The seconds that are left for one's own move, once they are few. */
  readonly left = $derived.by(() => {
    const { myTurn, late, now } = this.table;
    const left = myTurn && !late && now?.deadline ? secondsUntil(now.deadline) : null;
    return left !== null && left <= FEW ? left : null;
  });

  /** Little time is left, and more can be had. */
  readonly more = $derived.by(() => this.left !== null && this.table.now?.more_time === true);

  /** The time for the whole game is gone: nobody comes back from that. */
  readonly usedUp = $derived.by(() => {
    const seat = this.table.info?.seats[this.table.seat ?? -1];
    return seat?.time_left === 0 && this.table.absence.away;
  });

  private lateSign(): Sign {
    const { absence, myTurn } = this.table;
    const { did } = this;
    const sign = (say: string | Words): Sign => ({ lead: absence.missed > 0 ? t("late") : t("away"), say: myTurn ? [...(typeof say === "string" ? [say] : say), ` ${t("late.yours")}`] : say, seat: null, late: true });
    if (absence.away) return sign(this.usedUp ? t("late.gone") : t("late.stays"));
    if (absence.missing) return sign(t("late.now"));
    if (did?.got) return sign(phrase("late.took", { cards: did.got }));
    return sign(did?.route ? phrase("late.claimed", { route: plainName(did.route) }) : t("late.played"));
  }

  /** One's own turn is over, and bots wait for a moment in which it can be taken back. */
  private graceSign(): Sign {
    const { view, grace } = this.table;
    const deed = this.deed();
    const lead = t(this.did?.got ? "undo.took" : this.did?.route ? "undo.claimed" : "undo.kept");
    return { lead, ...(deed.length > 0 ? { brief: { lead, say: deed } } : {}), say: [...deed, ...phrase(grace.held ? "undo.waits" : "undo.next", { name: this.names[view?.acting[0] ?? 0] ?? "" })], seat: null };
  }

  /** What this seat did last. */
  private get did(): Entry | undefined {
    return this.table.log.findLast(({ seat }) => seat === this.table.seat);
  }

  /** The same, told to its own player. */
  private deed(): Words {
    const { did } = this;
    if (did?.got) return [...phrase("did.took", { cards: did.got }), " "];
    // Where no score is kept during the game, the event tells no points: they are the route's.
    if (did?.route) return [...phrase("did.claimed", { route: plainName(did.route), cards: did.cards ?? {}, points: t("count.points", { n: did.points ?? routeByName(this.edition, did.route)?.points ?? 0 }) }), " "];
    return [];
  }

  /** A bot has played for this seat; its player is back, and waits for the others. */
  readonly welcomed = $derived.by(() => {
    const { absence, myTurn, next, now } = this.table;
    return absence.back && absence.played > 0 && !myTurn && next === null && !now?.undo_until;
  });

  /** How many turns a bot has played, or the one of them that is looked at. */
  private standInDeed(): string | Words {
    const { absence, moves, seat } = this.table;
    const did = moves.find((move) => move.n === this.attention.step?.n && move.seat === seat);
    if (did?.got) return phrase("back.took", { cards: did.got });
    if (did?.route) return t("back.claimed", { route: plainName(did.route) });
    return did?.key === "log.kept" ? t("back.tickets", { n: did.count ?? 0 }) : t("back.played", { n: absence.played });
  }

  private theirSign(): Sign {
    const { view, seat: own } = this.table;
    const seat = view?.acting[0] ?? 0;
    if (this.welcomed) return { lead: t("back.welcome"), say: this.standInDeed(), seat: null, late: true };
    if (view?.phase === "choosing tickets") {
      const others = listed(view.acting.filter((one) => one !== own).map((one) => this.names[one] ?? ""));
      return { lead: t("setup"), say: t("setup.wait", { names: others }), seat };
    }
    const next = own !== null && view !== null && view.final_turns !== 1 && (seat + 1) % view.players === own;
    const doing = view?.phase === "second card" ? t("them.second") : view?.phase === "offer" ? t("them.offer") : t("them.thinks");
    return { lead: t("turn.of", { name: this.names[seat] ?? "" }), say: next ? `${doing} ${t("them.next")}` : doing, seat };
  }

  private ownSign(): Sign {
    const { table, attention, edition } = this;
    const { view } = table;
    const lead = table.shared && table.seat !== null ? t("turn.of", { name: this.names[table.seat] ?? "" }) : t("turn.yours");
    const own = (say: string): Sign => ({ lead, say, seat: null });
    if (table.pending) return own(t("sending"));
    if (view?.phase === "second card") return own(table.takes.size + (table.mayDraw ? 1 : 0) > 0 && view.market.includes("wild") ? t(`second.${edition.vehicle}`) : t("second"));
    if (view?.phase === "offer" || view?.phase === "choosing tickets") {
      return { ...own(t(isOrderChosen(table.keeps) ? "offer.say.order" : "offer.say", { n: least(table.keeps) })), lead: t("offer") };
    }
    const pointed = this.geometry.routes.find(({ name }) => name === (attention.hovered ?? attention.selected));
    if (pointed) return own(this.route(pointed));
    if (attention.hints && attention.hinted && attention.hintedNo > 1) return own(`${this.option(attention.hinted.option)}.`);
    if (attention.hints && attention.hints.plan.length > 0) return own(this.plan(attention.hints.plan, attention.advised !== null));
    const way = table.ways.get(attention.ticket ?? "");
    if (way?.state === "open") return own(this.markedWay(way));
    const brief = table.shared ? lead : t("turn.yours.brief");
    return { lead, say: this.choices(""), seat: null, brief: { lead: brief, say: this.choices("brief.") } };
  }

  /** What one may do in one's turn. */
  private choices(form: "" | "brief."): string {
    const { view, mayDraw, takes, claims, mayDrawTickets } = this.table;
    const may = [mayDraw || takes.size > 0 ? t(`may.${form}draw`) : "", claims.size > 0 ? t(`may.${form}claim`) : "", mayDrawTickets ? t(`may.${form}tickets`) : ""].filter(Boolean);
    const say = `${capital(listed(may, "disjunction"))}.`;
    return view && view.final_turns !== null ? `${t("final.yours")} ${say}` : say;
  }
}
