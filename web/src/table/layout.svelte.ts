/** Names the arrangement of table and replay for a window and a board; the sizes of each stand in layout.css, what is in them in the screens. */
import { MediaQuery } from "svelte/reactivity";
import { innerHeight, innerWidth } from "svelte/reactivity/window";
import type { Geometry } from "../api";

/** A phone, a tablet upright or on its side, then windows with a mouse by their width. */
export type Screen = "phone" | "up" | "side" | "small" | "desk" | "wide";
/** A board that lies, or one that stands. */
export type Shape = "land" | "prt";
export interface Layout { screen: Screen; shape: Shape; phone: boolean; /** One column of full width, or a board with a narrow one beside it. */ stacked: boolean }

/** A phone on its side is as low as this. */
const LOW = 500;
const coarse = new MediaQuery("(pointer: coarse)");

export function screenOf(width: number, height: number, finger: boolean): Screen {
  if (width <= 720 || height <= LOW) return "phone";
  if (height > width) return "up";
  if (width <= 1180 && finger) return "side";
  return width <= 1320 ? "small" : width < 1700 ? "desk" : "wide";
}

export const shapeOf = ({ view: [, , wide, high] }: Pick<Geometry, "view">): Shape => (wide / high > 1.2 ? "land" : "prt");

/** The arrangement now; it follows the window. */
export function layoutOf(geometry: Geometry): Layout {
  const screen = screenOf(innerWidth.current ?? 0, innerHeight.current ?? 0, coarse.current);
  return { screen, shape: shapeOf(geometry), phone: screen === "phone", stacked: screen === "phone" || screen === "up" };
}
