/** The line at the top of every page: where one is, what can be done here, in which language. */
import "../styles/page.css";

import type { ComponentChildren } from "preact";

import { type Labels, LANGUAGES, NAMES } from "../labels";
import { chooseLanguage, language } from "./language";
import { Navigation } from "./navigation";

interface HeaderProps {
  readonly labels: Labels;
  /** Of the reader; absent or empty where it is not known, and then nothing leads to other pages. */
  readonly role?: string;
  readonly children?: ComponentChildren;
}

export function Header({ labels, role = "", children }: HeaderProps) {
  return (
    <header class="top">
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("content")?.focus();
        }}
      >
        {labels.skip}
      </a>
      <a class="wordmark" href="/">
        <span>Cite</span>stream
      </a>
      <Navigation role={role} labels={labels} />
      <div class="top-actions">
        {children}
        <div class="languages" role="group" aria-label={labels.chooseLanguage}>
          {LANGUAGES.map((choice) => (
            <button
              type="button"
              key={choice}
              lang={NAMES[choice].tag}
              title={NAMES[choice].name}
              aria-pressed={choice === language.value}
              onClick={() => chooseLanguage(choice)}
            >
              {NAMES[choice].short}
              {NAMES[choice].short !== NAMES[choice].name && <span class="unseen"> {NAMES[choice].name}</span>}
            </button>
          ))}
        </div>
      </div>
    </header>
  );
}
