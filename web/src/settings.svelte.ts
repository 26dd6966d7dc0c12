/** What a person set on this device: theme, language, sound, keys, confirmation, tips. Kept in local storage; the game knows none of it. */

export type Theme = "day" | "night";
export type Claimable = "all" | "useful" | "none";

const touch = () => matchMedia("(pointer: coarse)").matches;

function kept<T extends string>(key: string, fallback: T, allowed: readonly T[]): T {
  const value = localStorage.getItem(key) as T | null;
  return value !== null && allowed.includes(value) ? value : fallback;
}

class Settings {
  theme = $state<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? "day");
  sound = $state(kept("sound", "on", ["on", "off"]) === "on");
  keys = $state(kept("keys", "on", ["on", "off"]) === "on");
  confirm = $state(kept("confirm", touch() ? "on" : "off", ["on", "off"]) === "on");
  tips = $state(kept("tips", "on", ["on", "off"]) === "on");
  claimable = $state<Claimable>(kept("claimable", "useful", ["all", "useful", "none"]));

  setTheme(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
  }

  set(key: "sound" | "keys" | "confirm" | "tips", on: boolean): void {
    this[key] = on;
    localStorage.setItem(key, on ? "on" : "off");
  }

  setClaimable(value: Claimable): void {
    this.claimable = value;
    localStorage.setItem("claimable", value);
  }
}

export const settings = new Settings();
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
