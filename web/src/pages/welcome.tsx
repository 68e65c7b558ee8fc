/** What the gateway says about itself on the page: questions to try, what is loaded, who answers. */
import "../styles/welcome.css";

import { signal } from "@preact/signals";
import type { Status } from "citestream-client";

import type { Labels } from "../labels";
import { plainName } from "../view/plain";
import { language } from "./language";

/** How often documents were added on this page: what is loaded has changed then. */
export const added = signal(0);

export type Known = Status | "loading" | "unknown";

interface SuggestionsProps {
  readonly known: Known;
  readonly labels: Labels;
  readonly onAsk: (question: string) => void;
}

export function Suggestions({ known, labels, onAsk }: SuggestionsProps) {
  if (typeof known === "string") return null;
  const questions = known.suggestions[language.value].slice(0, 3);
  if (questions.length === 0) return null;
  return (
    <section class="suggestions" aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">{labels.tryOne}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" class="suggestion" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is loaded and who answers. */
export function StatusLine({ known, labels }: { readonly known: Known; readonly labels: Labels }) {
  if (known === "loading") return <p class="status" />;
  if (known === "unknown") return <p class="status">{labels.statusUnknown}</p>;
  const writer =
    known.provider === "extractive"
      ? labels.extractive
      : labels.model(plainName(known.model ?? "") || plainName(known.provider));
  return (
    <p class="status">
      {known.documents === 0 ? (
        <span>
          {labels.nothingLoaded} <a href="/sources">{labels.addDocuments}</a>
        </span>
      ) : (
        <a href="/sources">{labels.loaded(known.documents, known.passages)}</a>
      )}
      {known.sampleLeftOut && <span>{labels.sampleLeftOut}</span>}
      <span>{writer}</span>
      {known.modelProblem !== null && ["staff", "admin"].includes(known.role) && <span lang="en">{known.modelProblem}</span>}
    </p>
  );
}
