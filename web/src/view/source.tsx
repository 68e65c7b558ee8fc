/** The source behind a citation: title, place, and the passage with its evidence marked. */
import type { Age, Citation, Evidence, Passage, Reference } from "citestream-client/protocol";

import "../styles/source.css";

import type { Labels } from "../labels";
import { AskSource } from "./ask-source";
import { cutAtEvidence } from "./evidence";
import { lazy } from "./lazy";
import { Markdown, type Spoken } from "./markdown";
import { Words } from "./markdown/words";
import { plainName, webAddress } from "./plain";
import { Scroll } from "./scroll";
import { citationNote, sourceAge, sourcePlace, sourceTitle } from "./source-names";

const GraphView = lazy(() => import("./graph").then((module) => module.GraphView));
const PDF = "application/pdf";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The page that a reader should see: that of the first evidence, else the one on which the passage begins. */
export function evidencePage(passage: Passage, evidence: readonly Evidence[]): number | undefined {
  const [first] = evidence.filter(({ page }) => page !== undefined).sort((one, other) => one.start - other.start);
  return first?.page ?? passage.page;
}

/** The gateway's own copy of a PDF, opened at a page. Documents of other knowledge sources have other ids. */
function pageAddress({ documentId, mediaType }: Passage, page: number | undefined): string | null {
  if (page === undefined || !UUID.test(documentId) || !(mediaType === "" || mediaType === PDF)) return null;
  return `/v1/documents/${documentId}/content?disposition=inline#page=${page}`;
}

/** The line that says how old a source is and who wrote it. */
export function Aged({ passage, labels }: { readonly passage: Age; readonly labels: Labels }) {
  const age = sourceAge(passage, labels);
  return age === "" ? null : (
    <p class="source-place source-age">
      <bdi>{age}</bdi>
    </p>
  );
}

interface SourceCardProps {
  readonly reference: Reference | undefined;
  readonly evidence: readonly Evidence[];
  /** Where it is about one citation. */
  readonly citation?: Citation;
  readonly labels: Labels;
}

export function SourceCard({ reference, evidence, citation, labels }: SourceCardProps) {
  if (reference === undefined) return <p class="source-note">{labels.missing}</p>;
  const place = sourcePlace(reference.passage, labels);
  const origin = plainName(reference.passage.source);
  const note = citation === undefined ? "" : citationNote(citation, labels);
  const page = evidencePage(reference.passage, evidence);
  const address = pageAddress(reference.passage, page);
  return (
    <>
      <header class="source-head">
        <p class="source-title">
          <bdi>{sourceTitle(reference, labels)}</bdi>
        </p>
        {place !== "" && (
          <p class="source-place">
            <bdi>
              <Words text={place} />
            </bdi>
          </p>
        )}
        <Aged passage={reference.passage} labels={labels} />
      </header>
      {note !== "" && <p class="source-note">{note}</p>}
      <div class="source-text" tabIndex={0} role="group" aria-label={labels.passage}>
        {reference.type === "graph" ? (
          <GraphView reference={reference} />
        ) : (
          <PassageText passage={reference.passage} evidence={evidence} labels={labels} />
        )}
      </div>
      {origin !== "" && (
        <p class="source-origin">
          {webAddress(reference.passage.source) === "" ? (
            <bdi>{origin}</bdi>
          ) : (
            <a href={reference.passage.source} target="_blank" rel="noopener noreferrer">
              <bdi>{origin}</bdi>
            </a>
          )}
        </p>
      )}
      {address !== null && page !== undefined && (
        <p class="source-open">
          <a href={address} target="_blank" rel="noopener">
            {labels.openPage(page)}
          </a>
        </p>
      )}
      <AskSource reference={reference} labels={labels} />
    </>
  );
}

/** Text that is laid out by its lines: source code and plain text. */
const LAID_OUT = /^(?:text\/(?!markdown|html|csv|tab-separated-values|x-rst)|application\/(?:json|xml|x-|toml|yaml|sql|javascript|typescript))/u;

/** A passage as its document has it: its Markdown drawn, its evidence marked. */
export function PassageText({ passage, evidence, labels, spoken, headings = null }: PassageProps) {
  const { text, mediaType } = passage;
  if (!LAID_OUT.test(mediaType)) {
    return (
      <div class="prose" dir="auto">
        <Markdown text={text} labels={labels} headings={headings} deepest={headings ?? undefined} evidence={evidence} spoken={spoken} />
      </div>
    );
  }
  let number = 0;
  const pieces = cutAtEvidence(text, evidence).map(({ text, marked }) => [
    marked && spoken && <span class="unseen">{spoken.begins}</span>,
    marked ? <mark data-evidence={(number += 1)}>{text}</mark> : text,
    marked && spoken && <span class="unseen">{spoken.ends}</span>,
  ]);
  if (mediaType === "text/plain") {
    return (
      <p class="laid-out" dir="auto">
        {pieces}
      </p>
    );
  }
  return (
    <Scroll as="pre" label={labels.code}>
      <code>{pieces}</code>
    </Scroll>
  );
}

interface PassageProps {
  readonly passage: Pick<Passage, "text" | "mediaType">;
  readonly evidence: readonly Evidence[];
  readonly labels: Labels;
  readonly spoken?: Spoken | undefined;
  /** The level that its headings have on the page; null: they are paragraphs, for it is an excerpt. */
  readonly headings?: number | null;
}
