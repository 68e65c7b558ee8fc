/**
 * Every word of the pages that is not the gateway's, a folder for each subject, in it a file for each language. Of what
 * every page needs, only the reader's language is loaded; a part that is loaded later brings its own subject, such as
 * `STAFF`, in all of them.
 */
import type { Labels } from "./en";
import type { Language } from "./language";

export type { Labels };
export { isLanguage, type Language, LANGUAGES, NAMES, preferredLanguage } from "./language";

const LOAD: Readonly<Record<Language, () => Promise<Labels>>> = {
  en: () => import("./en").then(({ EN }) => EN),
  fr: () => import("./fr").then(({ FR }) => FR),
  zh: () => import("./zh").then(({ ZH }) => ZH),
};
const loaded: Partial<Record<Language, Labels>> = {};

/** The words of the languages that `loadLabels` has loaded: the page's own language always is, before a page starts. */
export const LABELS = loaded as Readonly<Record<Language, Labels>>;

export function hasLabels(language: Language): boolean {
  return loaded[language] !== undefined;
}

export async function loadLabels(language: Language): Promise<void> {
  loaded[language] ??= await LOAD[language]();
}
