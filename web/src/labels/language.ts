/** The languages that the pages speak, by their own names, and how each writes numbers and dates. */
export const LANGUAGES = ["en", "fr", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

interface Named {
  readonly name: string;
  /** For the switch, where there is little room. */
  readonly short: string;
  /** As HTML writes it (BCP 47). */
  readonly tag: string;
}

export const NAMES: Readonly<Record<Language, Named>> = {
  en: { name: "English", short: "EN", tag: "en" },
  fr: { name: "Français", short: "FR", tag: "fr" },
  zh: { name: "中文", short: "中文", tag: "zh-Hans" },
};

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** The first of the reader's languages (BCP 47 tags, best first) that the page speaks; English when none is. */
export function preferredLanguage(tags: readonly string[]): Language {
  return tags.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

export function count(language: Language, number: number): string {
  return new Intl.NumberFormat(language).format(number);
}

export function percent(language: Language, share: number): string {
  return new Intl.NumberFormat(language, { style: "percent" }).format(Math.max(0, share));
}

export function day(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(time);
}
