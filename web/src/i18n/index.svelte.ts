/** Messages by key in the chosen language, with numbers and plurals by Intl. The catalogues are en.ts, fr.ts and de.ts, and those of the coach's screens, which are fetched with them. */
import type { en as coachingEn } from "./coaching/en";
import type { en } from "./en";

export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type CoachingKey = keyof typeof coachingEn;
export type Key = keyof typeof en | CoachingKey;
/** A name of the server's without its spaces, as keys are written. */
export type Joined<Name extends string> = Name extends `${infer Start} ${infer Rest}` ? Joined<`${Start}${Rest}`> : Name;
export const joined = <Name extends string>(name: Name): Joined<Name> => name.replaceAll(" ", "") as Joined<Name>;
type Messages<Of extends string> = Record<Of, string | Plural>;
export type Catalogue = Messages<keyof typeof en>;
export type CoachingCatalogue = Messages<CoachingKey>;
export type Values = Record<string, string | number>;
export const languages = { en: "English", fr: "Français", de: "Deutsch" } as const;
export type Language = keyof typeof languages;

const catalogues: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import("./en")).en,
  fr: async () => (await import("./fr")).fr,
  de: async () => (await import("./de")).de,
};
const coaching: Record<Language, () => Promise<CoachingCatalogue>> = {
  en: async () => (await import("./coaching/en")).en,
  fr: async () => (await import("./coaching/fr")).fr,
  de: async () => (await import("./coaching/de")).de,
};

class Tongue {
  language = $state<Language>("en");
  private words = $state.raw<Partial<Messages<Key>> | null>(null);
  /** The words of the coach, once they were asked for: from then on they are fetched in every language. */
  private coached: Promise<void> | null = null;
  private rules = new Intl.PluralRules("en");
  private figures = new Intl.NumberFormat("en");

  async speak(language: Language): Promise<void> {
    const [words, more] = await Promise.all([catalogues[language](), this.coached ? coaching[language]() : null]);
    this.words = { ...words, ...more };
    this.rules = new Intl.PluralRules(language);
    this.figures = new Intl.NumberFormat(language);
    this.language = language;
    document.documentElement.lang = language;
    // They were asked for while this language was on its way.
    if (this.coached && !more) await this.fetchCoaching();
  }

  /** Have the words of the coach's screens as well: before one of them is shown. */
  coach(): Promise<void> {
    this.coached ??= this.fetchCoaching().catch((error: unknown) => {
      this.coached = null;
      throw error;
    });
    return this.coached;
  }

  private async fetchCoaching(): Promise<void> {
    const { language } = this;
    const more = await coaching[language]();
    // Another language that was chosen meanwhile has brought its own.
    if (language === this.language) this.words = { ...this.words, ...more };
  }

  async choose(language: Language): Promise<void> {
    localStorage.setItem("language", language);
    await this.speak(language);
  }

  /** The message with its gaps still open: `{name}`. A plural is chosen by the value `n`. */
  template(key: Key, n?: number): string {
    const message = this.words?.[key] ?? key;
    if (typeof message === "string") return message;
    return message[this.rules.select(n ?? 0)] ?? message.other;
  }

  number(value: number): string {
    return this.figures.format(value).replace("-", "−");
  }

  fill(template: string, values: Values): string {
    return template.replace(/(\b(?:d|qu)e )?\{(\w+)\}/gi, (gap, particle: string | undefined, name: string) => {
      const value = values[name];
      if (value === undefined) return gap;
      const word = typeof value === "number" ? this.number(value) : value;
      return `${this.elided(particle ?? "", word)}${word}`;
    });
  }

  /** In French a vowel swallows the one before it: « d’Åsa ». */
  private elided(particle: string, word: string): string {
    return this.language === "fr" && /^[aeiouœæ]/i.test(word.normalize("NFD")) ? particle.replace("e ", "’") : particle;
  }
}

export const tongue = new Tongue();

/** A message of the catalogue, filled in. */
export function t(key: Key, values: Values = {}): string {
  return tongue.fill(tongue.template(key, typeof values.n === "number" ? values.n : undefined), values);
}

/** A clause as the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Names joined as the language joins them: "red, blue and green". */
export function listed(words: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(tongue.language, { type }).format(words);
}

export function preferred(): Language {
  const kept = localStorage.getItem("language");
  const wishes = [...(kept ? [kept] : []), ...navigator.languages].map((wish) => wish.slice(0, 2));
  return wishes.find((wish): wish is Language => wish in languages) ?? "en";
}
