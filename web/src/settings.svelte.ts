/** What a person set on this device: theme, language, sounds, calls, pace, keys, confirmation, tips. Kept in local storage; the game knows none of it. */

export type Theme = "day" | "night";
export type Sounds = "all" | "turns" | "none";
/** How fast rivals' moves are shown. */
export type Pace = "calm" | "brisk" | "atonce" | "isay";
export const paces: readonly Pace[] = ["calm", "brisk", "atonce", "isay"];
export type Claimable = "all" | "useful" | "none";

const touch = () => matchMedia("(pointer: coarse)").matches;

function kept<T extends string>(key: string, fallback: T, allowed: readonly T[]): T {
  const value = localStorage.getItem(key) as T | null;
  return value !== null && allowed.includes(value) ? value : fallback;
}

class Settings {
  theme = $state<Theme>((document.documentElement.dataset.theme as Theme | undefined) ?? "day");
  /** Which are heard, and how loud, in per cent. Who once switched the bell off wants none. */
  sounds = $state<Sounds>(kept("sounds", kept("sound", "on", ["on", "off"]) === "on" ? "all" : "none", ["all", "turns", "none"]));
  volume = $state(Math.min(100, Math.max(0, Number(localStorage.getItem("volume") ?? 100) || 0)));
  /** Whether one is called to one's turn while the page is hidden. */
  call = $state(kept("call", "off", ["on", "off"]) === "on");
  keys = $state(kept("keys", "on", ["on", "off"]) === "on");
  confirm = $state(kept("confirm", touch() ? "on" : "off", ["on", "off"]) === "on");
  tips = $state(kept("tips", "on", ["on", "off"]) === "on");
  pace = $state<Pace>(kept("pace", "brisk", paces));
  claimable = $state<Claimable>(kept("claimable", "useful", ["all", "useful", "none"]));

  setTheme(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
  }

  set(key: "call" | "keys" | "confirm" | "tips", on: boolean): void {
    this[key] = on;
    localStorage.setItem(key, on ? "on" : "off");
  }

  /** Browsers ask before they let a page notify; who refuses is called by the chime alone. */
  async setCall(on: boolean): Promise<void> {
    this.set("call", on);
    if (on && typeof Notification !== "undefined" && Notification.permission === "default") await Notification.requestPermission();
  }

  setSounds(value: Sounds): void {
    this.sounds = value;
    localStorage.setItem("sounds", value);
  }

  setVolume(value: number): void {
    this.volume = value;
    localStorage.setItem("volume", String(value));
  }

  setPace(value: Pace): void {
    this.pace = value;
    localStorage.setItem("pace", value);
  }

  setClaimable(value: Claimable): void {
    this.claimable = value;
    localStorage.setItem("claimable", value);
  }
}

export const settings = new Settings();
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
