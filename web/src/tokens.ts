/** Shapes and colours that the board's drawing and the page share, from the editions' own table of tokens. */
import { colours, players, symbols, vehicles } from "../../src/allaboard/editions/art/tokens.json";
import type { Look } from "./api";

interface Paint { fill: string; edge: string; glyph?: string }
interface Shape { body: string; dark: string; sill: string; top: string; windows: string[] }

export const paints = colours as Record<Exclude<Look, "wild">, { light: Paint; night: Paint }>;
export const glyphs = symbols as Partial<Record<Look, string>>;
export const shapes = vehicles as Record<string, Shape>;
export const liveries = players as { name: string; body: string; windows: string; shine: number }[];

/** The windows of a seat's vehicles, as its emblem. */
export const emblems = [
  "M-6.6-2.5h3.6v5h-3.6ZM-1.8-2.5h3.6v5h-3.6ZM3-2.5h3.6v5H3Z",
  "M-6.5-2.500h13v5h-13Z",
  "M-6.7 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0ZM-1.9 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0ZM2.9 0a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0Z",
  "M-6.5-2.500h5.600v5h-5.600ZM.9-2.500h5.600v5H.9Z",
  "M-6.5 2.8-3.3-2.8 0 2.800ZM0 2.8 3.3-2.8 6.5 2.800Z",
];
