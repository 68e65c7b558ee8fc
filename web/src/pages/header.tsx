/** The line at the top of every page: where one is, what can be done here, in which language. */
import type { ComponentChildren } from "preact";

import { LABELS, type Labels, LANGUAGES } from "../labels";
import { chooseLanguage, language } from "./language";

export function Header({ labels, children }: { readonly labels: Labels; readonly children?: ComponentChildren }) {
  return (
    <header class="top">
      <a class="wordmark" href="/">
        <span>Cite</span>stream
      </a>
      <div class="top-actions">
        {children}
        <div class="languages" role="group" aria-label={labels.chooseLanguage}>
          {LANGUAGES.map((choice) => (
            <button
              type="button"
              key={choice}
              lang={LABELS[choice].htmlLanguage}
              title={LABELS[choice].name}
              aria-label={LABELS[choice].name}
              aria-pressed={choice === language.value}
              onClick={() => chooseLanguage(choice)}
            >
              {LABELS[choice].shortName}
            </button>
          ))}
        </div>
      </div>
    </header>
  );
}
