import type { Labels } from "..";
import { type Language, LANGUAGES, NAMES } from "../language";
import { EN } from "./en";
import { FR } from "./fr";
import type { ReadingLabels } from "./en";
import { ZH } from "./zh";

export type { ReadingLabels };
export const READING: Readonly<Record<Language, ReadingLabels>> = { en: EN, fr: FR, zh: ZH };

/** In the language that the other labels are in. */
export function readingLabels({ htmlLanguage }: Labels): ReadingLabels {
  return READING[LANGUAGES.find((language) => NAMES[language].tag === htmlLanguage) ?? "en"];
}
