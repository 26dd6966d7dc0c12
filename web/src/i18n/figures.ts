/** Figures as the language writes them: shares, differences, and chances in points of a hundred with their error. */
import { tongue } from "./index.svelte";

/** "31 %". */
export const percent = (share: number): string => new Intl.NumberFormat(tongue.language, { style: "percent" }).format(Math.min(1, Math.max(0, share)));

/** "1.7": always one digit behind the point. */
export const oneDigit = (value: number): string => new Intl.NumberFormat(tongue.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value).replace("-", "−");

/** "2 minutes". */
export const inUnits = (value: number, unit: string): string => new Intl.NumberFormat(tongue.language, { style: "unit", unit, unitDisplay: "long" }).format(value);

/** "+8", "−7", "0". */
export const signed = (value: number): string => `${value > 0 ? "+" : ""}${tongue.number(value)}`;

/** A chance, or a difference of chances, in whole points, as it is shown. */
export const inPoints = (chance: number): number => Math.round(100 * chance) || 0;

/** The error of a chance in whole points: twice its standard error, and never less than one. */
export const spread = (error: number): number => Math.max(1, inPoints(2 * error));

/** "52 ± 2": never a chance without its error. */
export const chanceWords = (chance: number, error: number): string => `${tongue.number(inPoints(chance))} ± ${tongue.number(spread(error))}`;

/** Parts in whole points that add up to their total as it is shown: where rounding leaves points over, the largest remainders take them. */
export function inParts(parts: readonly number[], total = inPoints(parts.reduce((sum, part) => sum + part, 0))): number[] {
  const whole = parts.map((part) => Math.floor(100 * part));
  const left = total - whole.reduce((sum, part) => sum + part, 0);
  const each = Math.floor(left / parts.length);
  const remainder = (at: number) => 100 * (parts[at] ?? 0) - (whole[at] ?? 0);
  const up = new Set([...parts.keys()].sort((one, other) => remainder(other) - remainder(one)).slice(0, left - each * parts.length));
  return whole.map((part, at) => part + each + (up.has(at) ? 1 : 0));
}

/** What each of several has of one whole, "48 %", "52 %": nobody has less than nothing, and together they have all of it. */
export function shares(parts: readonly number[]): string[] {
  const held = parts.map((part) => Math.max(0, part));
  const all = held.reduce((sum, part) => sum + part, 0) || 1;
  return inParts(held.map((part) => part / all)).map((points) => percent(points / 100));
}
