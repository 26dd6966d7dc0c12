/** Which part of the board is seen: fits the sheet to its area, zooms and pans. Drawing is the board's; what is on it, the table's. */
import type { Geometry, PlacedLocation, PlacedRoute } from "../api";
import { labelWidth } from "./names";

export interface Point { x: number; y: number }
export interface Box { left: number; top: number; right: number; bottom: number }

/** Margin and ladder of the drawn frame, in cell units. */
const FRAME = 12;
const DEEPEST = 6;
const READABLE = 11;
/** The zoom buttons in pixels: a column of three or a row, and what they keep from the edge. */
const CONTROLS = { long: 124, short: 44, inset: 12, button: 40, least: 28 };
/** What is beside the board's key keeps so far from it, in pixels. */
const BESIDE = 8;
/** How near the edge still counts as in sight, in pixels. */
const MARGIN = 12;

/** Everything that must never be cropped: spaces and names. */
export function safeBox(geometry: Geometry): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const include = (x: number, y: number, reachX: number, reachY: number) => {
    box.left = Math.min(box.left, x - reachX);
    box.right = Math.max(box.right, x + reachX);
    box.top = Math.min(box.top, y - reachY);
    box.bottom = Math.max(box.bottom, y + reachY);
  };
  const size = geometry.name_size;
  for (const route of geometry.routes) {
    for (const cell of route.cells) {
      const turn = (cell.angle * Math.PI) / 180;
      const [long, high] = [cell.length / 2, geometry.cell.height / 2];
      include(cell.x, cell.y, Math.abs(long * Math.cos(turn)) + Math.abs(high * Math.sin(turn)), Math.abs(long * Math.sin(turn)) + Math.abs(high * Math.cos(turn)));
    }
  }
  for (const place of geometry.locations) {
    include(place.x, place.y, geometry.marker, geometry.marker);
    place.label.lines.forEach((line, index) => {
      const width = labelWidth({ ...place.label, lines: [line] }, size);
      const middle = place.label.x + { start: width / 2, middle: 0, end: -width / 2 }[place.label.anchor];
      include(middle, (place.label.baselines[index] ?? place.y) - 0.3 * size, width / 2, 0.55 * size);
    });
  }
  return box;
}

export function middleOf(route: PlacedRoute): Point {
  const half = (route.cells.length - 1) / 2;
  const [a, b] = [route.cells[Math.floor(half)], route.cells[Math.ceil(half)]];
  return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 };
}

const boxAround = (points: readonly Point[], reach: number): Box => {
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...across) - reach, top: Math.min(...down) - reach, right: Math.max(...across) + reach, bottom: Math.max(...down) + reach };
};

/** A place; of a route its spaces, and the places at its ends. */
export function pointsOf(geometry: Pick<Geometry, "locations">, what: PlacedRoute | PlacedLocation): Point[] {
  return "cells" in what ? [...what.cells, ...endsOf(geometry, what)] : [what];
}

/** The places at a route's ends; a place is its own. */
export const endsOf = ({ locations }: Pick<Geometry, "locations">, what: PlacedRoute | PlacedLocation): PlacedLocation[] => ("cells" in what ? locations.filter(({ name }) => name === what.a || name === what.b) : [what]);

/** A place with its marker; a route with the places at its ends. */
export function boxOf(geometry: Pick<Geometry, "locations" | "marker">, what: PlacedRoute | PlacedLocation): Box {
  return boxAround(pointsOf(geometry, what), geometry.marker);
}

class CameraState {
  readonly geometry: Geometry;
  width = $state(0);
  height = $state(0);
  zoom = $state(1);
  x = $state(0);
  y = $state(0);
  moving = $state(false);
  /** What is kept free of routes and names at the foot of the area, in pixels: something lies there now and then. */
  private foot = $state(0);
  /** Where one was before the whole board was shown. */
  private before: { at: Point; zoom: number } | null = null;
  private readonly safe: Box;

  constructor(geometry: Geometry) {
    this.geometry = geometry;
    this.safe = safeBox(geometry);
  }

  /** A hand moves the board. */
  grab(): void {
    this.moving = true;
  }

  release(): void {
    this.moving = false;
  }

  /** Keep so many pixels at the foot free of routes and names while the board rests. */
  keepFoot(foot: number): void {
    if (foot === this.foot) return;
    this.foot = foot;
    if (this.whole) ({ x: this.x, y: this.y } = this.home());
  }

  /** The view at rest: covering its area where every space and name stays inside, otherwise the whole sheet with its frame; its last route stands above the foot. */
  private rest = $derived.by(() => {
    const [left, top, wide, high] = this.geometry.view;
    const last = this.safe.bottom - top;
    const scale = Math.min(this.width / wide, this.height / high, (this.height - this.foot) / last) || 1;
    const whole = { scale, x: left + wide / 2, y: Math.max(top + high / 2, top + last - (this.height / 2 - this.foot) / scale), covers: false };
    const aspect = this.width / this.height;
    // An upright board has its title in a corner at its foot, which covering would cut.
    if (!(aspect > 0) || wide < high || Math.abs(aspect / (wide / high) - 1) < 0.03) return whole;
    const frame = FRAME * this.geometry.cell.unit;
    const across = Math.min(wide - 2 * frame, (high - 2 * frame) * aspect);
    const down = across / aspect;
    if (across < this.safe.right - this.safe.left || down < this.safe.bottom - this.safe.top) return whole;
    const head = this.safe.top - 0.25 * this.geometry.name_size;
    // Titles and legends stand at the foot of the boards: the head is cropped, the foot never.
    if (head + down < top + high - frame) return whole;
    const footed = this.safe.bottom + (this.foot * across) / this.width - down / 2;
    if (head + down / 2 < footed) return whole;
    const clamp = (value: number, low: number, up: number) => Math.min(Math.max(value, low), up);
    return {
      scale: this.width / across,
      x: clamp((this.safe.left + this.safe.right) / 2, left + frame + across / 2, left + wide - frame - across / 2),
      y: Math.max(top + high - frame - down / 2, footed),
      covers: true,
    };
  });

  covers = $derived(this.rest.covers);
  scale = $derived(this.rest.scale * this.zoom);
  sheet = $derived.by(() => ({ width: this.geometry.view[2] * this.rest.scale, height: this.geometry.view[3] * this.rest.scale }));
  whole = $derived(this.zoom <= 1.001);

  /** The area is much taller than the sheet, which then lies at its head; below it there is room for other things. */
  tall = $derived.by(() => this.height > 1.45 * this.sheet.height);

  /** Names at rest are too small to read: a phone with a wide board. */
  tiny = $derived.by(() => this.geometry.name_size * this.rest.scale < READABLE * 0.7);

  /** How much larger names must be written to be read at rest. */
  grown = $derived.by(() => Math.min(Math.max(READABLE / (this.geometry.name_size * this.rest.scale), 1), 2.5));

  /**
   * Where the zoom buttons stand: in the margin beside the sheet where it is wide enough, else in the box that the board keeps free for them,
   * one below the other or side by side as it is shaped, and as large as it allows. A zoomed board moves under them.
   */
  controls = $derived.by(() => {
    const corner = { right: CONTROLS.inset, top: CONTROLS.inset, row: false, button: CONTROLS.button };
    const free = this.geometry.free;
    if (!free || this.width - this.sheet.width > 2 * (CONTROLS.short + 2 * CONTROLS.inset)) return corner;
    const [left, top] = this.geometry.view;
    const { x, y } = this.home();
    const [x0, y0, wide, high] = free.map((length) => length * this.rest.scale) as [number, number, number, number];
    const row = high < CONTROLS.long && wide > high;
    // Of a small board the box is small too: the buttons are lower before they cover a name.
    const button = row ? CONTROLS.button : Math.max(CONTROLS.least, Math.min(CONTROLS.button, Math.floor((high - 4) / 3)));
    const [across, down] = row ? [CONTROLS.long, CONTROLS.short] : [button + 4, 3 * button + 4];
    const right = this.width - (x + x0 - left * this.rest.scale + wide);
    const middle = y + y0 - top * this.rest.scale + high / 2;
    return {
      right: Math.max(CONTROLS.inset, right + Math.min(CONTROLS.inset, (wide - across) / 2)),
      top: Math.max(CONTROLS.inset, middle - down / 2),
      row,
      button,
    };
  });

  /** How far from its left or right end something at the foot, so high, must keep, so that it covers nothing of the board's key; a zoomed board moves under it. */
  besideKey(high: number): { left: number; right: number } {
    const key = this.geometry.key;
    const free = { left: 0, right: 0 };
    if (!key || !this.whole) return free;
    const [x, y, wide, tall] = key;
    const { left, right, bottom } = this.screenBox({ left: x, top: y, right: x + wide, bottom: y + tall });
    if (bottom <= this.height - high) return free;
    return left + right > this.width ? { ...free, right: this.width - left + BESIDE } : { ...free, left: right + BESIDE };
  }

  private home(): Point {
    const [left, top] = this.geometry.view;
    return { x: this.width / 2 - (this.rest.x - left) * this.rest.scale, y: this.tall ? 0 : this.height / 2 - (this.rest.y - top) * this.rest.scale };
  }

  resize(width: number, height: number): void {
    const first = this.width === 0;
    const middle = this.boardPoint({ x: this.width / 2, y: this.height / 2 });
    this.width = width;
    this.height = height;
    if (first || this.zoom <= 1.001) this.reset();
    else this.lookAt(middle, this.zoom);
  }

  reset(): void {
    if (!this.whole) this.before = { at: this.boardPoint({ x: this.width / 2, y: this.height / 2 }), zoom: this.zoom };
    this.zoom = 1;
    ({ x: this.x, y: this.y } = this.home());
  }

  /** Close enough to read the names, a little closer where the sheet then fills its area, centred on a point. */
  read(centre: Point): void {
    const readable = READABLE / (this.geometry.name_size * this.rest.scale);
    this.lookAt(centre, Math.max(1, readable, Math.min(this.height / this.sheet.height, 1.4 * readable)));
  }

  /** Where one was before the whole board was shown, or close to a point. */
  goBack(otherwise?: Point): void {
    if (this.before) this.lookAt(this.before.at, this.before.zoom);
    else if (otherwise) this.read(otherwise);
  }

  lookAt(centre: Point, zoom = this.zoom, foot = 0): void {
    this.zoom = Math.min(Math.max(zoom, 1), DEEPEST);
    const [left, top] = this.geometry.view;
    this.x = this.width / 2 - (centre.x - left) * this.scale;
    this.y = (this.height - foot) / 2 - (centre.y - top) * this.scale;
    this.keepInside(foot);
  }

  /** Look at a part of the board unless all of it is in sight already, above a foot that something covers, and no closer than it has room. */
  reveal(part: Box, foot = 0): void {
    const { left, top, right, bottom } = this.screenBox(part);
    const [across, down] = [this.width - 2 * MARGIN, this.height - foot - 2 * MARGIN];
    if (left >= MARGIN && top >= MARGIN && right <= MARGIN + across && bottom <= MARGIN + down) return;
    const fits = Math.min(1, across / (right - left), down / (bottom - top));
    this.lookAt({ x: (part.left + part.right) / 2, y: (part.top + part.bottom) / 2 }, this.zoom * fits, foot);
  }

  panBy(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.keepInside();
  }

  zoomBy(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const zoom = Math.min(Math.max(this.zoom * factor, 1), DEEPEST);
    if (zoom === 1) {
      this.reset();
      return;
    }
    const grown = zoom / this.zoom;
    this.zoom = zoom;
    this.x = at.x - (at.x - this.x) * grown;
    this.y = at.y - (at.y - this.y) * grown;
    this.keepInside();
  }

  boardPoint(at: Point): Point {
    const [left, top] = this.geometry.view;
    return { x: (at.x - this.x) / this.scale + left, y: (at.y - this.y) / this.scale + top };
  }

  screenPoint(at: Point): Point {
    const [left, top] = this.geometry.view;
    return { x: (at.x - left) * this.scale + this.x, y: (at.y - top) * this.scale + this.y };
  }

  screenBox({ left, top, right, bottom }: Box): Box {
    const [a, b] = [this.screenPoint({ x: left, y: top }), this.screenPoint({ x: right, y: bottom })];
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  }

  private keepInside(foot = 0): void {
    if (this.zoom <= 1.001) {
      ({ x: this.x, y: this.y } = this.home());
      return;
    }
    const [wide, high] = [this.sheet.width * this.zoom, this.sheet.height * this.zoom];
    this.x = wide <= this.width ? (this.width - wide) / 2 : Math.min(0, Math.max(this.width - wide, this.x));
    this.y = high <= this.height ? (this.tall ? 0 : (this.height - high) / 2) : Math.min(0, Math.max(this.height - foot - high, this.y));
  }
}

export type Camera = Readonly<CameraState>;
export const createCamera = (geometry: Geometry): Camera => new CameraState(geometry);
