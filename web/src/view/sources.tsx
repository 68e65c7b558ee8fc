/** The sources below an answer: by document, each told apart by its place and how it begins. */
import "../styles/sources.css";

import { useSignal } from "@preact/signals";
import type { Answer, Evidence, Reference } from "citestream-client/protocol";

import type { Labels } from "../labels";
import { lazy } from "./lazy";
import { Words } from "./markdown/words";
import { snippet } from "./snippet";
import { SourceCard } from "./source";
import { firstRelation, sourcePlace, sourceTitle } from "./source-names";

/** Comes with what a chip opens, which is then there when the first one is used. */
const SourceBadge = lazy(() => import("./panel/source-panel").then((module) => module.SourceBadge));

interface SourcesProps {
  readonly answer: Answer;
  readonly labels: Labels;
  /** Whether it says above how many they are. */
  readonly isHeaded?: boolean;
  /** The answer was written while the page was open. */
  readonly isFresh?: boolean;
}

interface Numbered {
  readonly number: number;
  readonly reference: Reference;
}

export function Sources({ answer, labels, isHeaded = true, isFresh = false }: SourcesProps) {
  const { references } = answer;
  if (references.length === 0) return null;
  return (
    <div class="sources" lang={labels.htmlLanguage}>
      {isHeaded && <h3>{labels.sources(references.length)}</h3>}
      <ul>
        {byDocument(references, labels).map(({ title, sources }) => (
          <li key={sources[0]?.number} class="source-document">
            <p class="source-document-title">
              <bdi>{title}</bdi>
            </p>
            <SourceLines answer={answer} sources={sources} labels={labels} isFresh={isFresh} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SourceLines({ answer, sources, labels, isFresh = false }: SourcesProps & { readonly sources: readonly Numbered[] }) {
  const opened = useSignal<string | null>(null);
  return (
    <ul>
      {sources.map(({ number, reference }) => {
        const { citationId, passage } = reference;
        const evidence = allEvidence(answer, reference);
        const isOpen = opened.value === citationId;
        const place = sourcePlace(passage, labels);
        const words = reference.type === "graph" ? firstRelation(reference) : snippet(passage.text, evidence);
        return (
          <li key={citationId} data-source-id={citationId}>
            <button
              type="button"
              class="source-line"
              aria-expanded={isOpen}
              onClick={() => (opened.value = isOpen ? null : citationId)}
            >
              <span class="source-number">{number}</span>
              <span class="source-name">
                <span class="unseen">{sourceTitle(reference, labels)} </span>
                {place !== "" && <bdi class="source-line-place"><Words text={place} /></bdi>}
                <SourceBadge answer={answer} reference={reference} isFresh={isFresh} labels={labels} />
                {words !== "" && <bdi class="source-line-words"><Words text={words} /></bdi>}
              </span>
            </button>
            {isOpen && (
              <div class="card inline">
                <SourceCard reference={reference} evidence={evidence} labels={labels} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The references of each document, in the order of first citation. */
function byDocument(references: readonly Reference[], labels: Labels): { title: string; sources: Numbered[] }[] {
  const documents = new Map<string, { title: string; sources: Numbered[] }>();
  references.forEach((reference, index) => {
    const title = sourceTitle(reference, labels);
    const { documentId, source } = reference.passage;
    const key = JSON.stringify(reference.type === "graph" ? reference.citationId : documentId || [source, title]);
    const document = documents.get(key) ?? { title, sources: [] };
    document.sources.push({ number: index + 1, reference });
    documents.set(key, document);
  });
  return [...documents.values()];
}

/** Everything that any paragraph took from this source. */
export function allEvidence(answer: Answer, reference: Reference): Evidence[] {
  return answer.paragraphs.flatMap((paragraph) =>
    (paragraph?.citations ?? [])
      .filter(({ citationId }) => citationId === reference.citationId)
      .flatMap(({ evidence }) => evidence),
  );
}
