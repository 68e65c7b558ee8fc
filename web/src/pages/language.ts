/** The page's language: the reader's choice, kept in this browser; else the first of the browser's that we speak. */
import { effect, signal } from "@preact/signals";

import { hasLabels, isLanguage, type Language, loadLabels, NAMES, preferredLanguage } from "../labels";

const KEY = "citestream.language";

export const language = signal<Language>(stored() ?? preferredLanguage(navigator.languages));

effect(() => {
  document.documentElement.lang = NAMES[language.value].tag;
});

/** The words change as soon as they are there. */
export function chooseLanguage(choice: Language): void {
  if (hasLabels(choice)) language.value = choice;
  else void loadLabels(choice).then(() => (language.value = choice));
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // A browser may forbid storage; the choice then holds for this visit.
  }
}

function stored(): Language | null {
  try {
    const value = localStorage.getItem(KEY);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}
