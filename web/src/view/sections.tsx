/** The sections of an answer as chips: a click asks for more about one. */
import type { Answer, Section } from "citestream-client/protocol";

import "../styles/sections.css";

import type { Labels } from "../labels";
import { plainName } from "./plain";

interface SectionsProps {
  readonly sections: readonly Section[];
  readonly labels: Labels;
  /** Null where they cannot be asked about: an answer runs, or the conversation has newer sections under these ids. */
  readonly onAsk: ((question: string) => void) | null;
}

export function Sections({ sections, labels, onAsk }: SectionsProps) {
  if (sections.length === 0) return null;
  return (
    <ul class="sections" aria-label={labels.sections}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <button
            type="button"
            class="section"
            data-section-id={id}
            disabled={onAsk === null}
            title={labels.askSection(id)}
            onClick={() => onAsk?.(labels.askSection(id))}
          >
            <span class="section-id">{id}</span> <bdi>{plainName(title)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What an answer offers to be asked about: its outline, or what a clarification asks to choose from. */
export function offered({ sections, meta }: Answer): readonly Section[] {
  return sections.length === 0 && meta?.source === "clarification" ? meta.outline : sections;
}

export function isSame(some: readonly Section[], others: readonly Section[]): boolean {
  const named = (sections: readonly Section[]): string => JSON.stringify(sections.map(({ id, title }) => [id, title]));
  return named(some) === named(others);
}
