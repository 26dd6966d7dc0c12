/** Shapes and colours that the board's drawing and the page share, from the editions' own table of tokens. */
import { colours, players, symbols, vehicles } from "../../src/allaboard/editions/art/tokens.json";
import type { Look } from "./api";

interface Paint { fill: string; edge: string; glyph?: string }
interface Shape { body: string; dark: string; sill: string; top: string; windows: string[] }

export const paints: Record<Exclude<Look, "wild">, { light: Paint; night: Paint }> = colours;
export const glyphs: Partial<Record<Look, string>> = symbols;
export const shapes: Record<string, Shape> = vehicles;
export const liveries: { name: string; body: string; windows: string; shine: number }[] = players;

/** The windows of a seat's vehicles, as its emblem. */
export const emblems = players.map(({ emblem }) => emblem);
