/** Boards of one's own, remembered on this device by their keys; the server keeps the boards themselves. */
import { api } from "../api";
import type { Edition } from "../types";

const PLACE = "boards";
const keys = (): string[] => (localStorage.getItem(PLACE) ?? "").split(" ").filter(Boolean);

export function keepBoard(key: string): void {
  localStorage.setItem(PLACE, [...new Set([...keys(), key])].join(" "));
}

/** Those that the server still has; the others are forgotten. */
export async function ownBoards(): Promise<Edition[]> {
  const found = await Promise.all(keys().map((key) => api.edition(key).catch(() => null)));
  const kept = found.filter((edition) => edition !== null);
  localStorage.setItem(PLACE, kept.map(({ id }) => id).join(" "));
  return kept;
}
