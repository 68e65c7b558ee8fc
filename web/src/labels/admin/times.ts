/** Times of keys and deeds, as the language writes them. */
import type { Language } from "../language";

export function moment(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(time);
}

export function date(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(time);
}
