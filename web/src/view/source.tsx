/** The source behind a citation: title, place, and the passage with its evidence marked. */
import type { Labels } from "../labels";
import type { Citation, Evidence, Passage, Reference } from "../protocol/events";
import { cutAtEvidence } from "./evidence";
import { graphNames, GraphView } from "./graph";
import { plainName } from "./plain";

const PDF = "application/pdf";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The title, else the file, else how the passage begins. */
export function sourceTitle(reference: Reference, labels: Labels): string {
  if (reference.type === "graph") return [labels.graph, graphNames(reference)].filter((part) => part !== "").join(": ");
  const { title, source, text } = reference.passage;
  return plainName(title) || plainName(source) || plainName(text, 60) || reference.citationId;
}

/** Heading and page, as far as the source has them and they say more than the title. */
export function sourcePlace(passage: Passage, labels: Labels): string {
  const heading = plainName(passage.heading);
  return [heading === plainName(passage.title) ? "" : heading, pages(passage, labels)].filter((part) => part !== "").join(", ");
}

function pages({ page, pageEnd }: Passage, labels: Labels): string {
  if (page === undefined) return "";
  return pageEnd === undefined || pageEnd <= page ? labels.page(page) : labels.pages(page, pageEnd);
}

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

interface SourceCardProps {
  readonly reference: Reference | undefined;
  readonly evidence: readonly Evidence[];
  readonly status?: Citation["status"];
  readonly labels: Labels;
}

export function SourceCard({ reference, evidence, status, labels }: SourceCardProps) {
  if (reference === undefined) return <p class="source-note">{labels.missing}</p>;
  const place = sourcePlace(reference.passage, labels);
  const origin = plainName(reference.passage.source);
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
            <bdi>{place}</bdi>
          </p>
        )}
      </header>
      {status === "weak" && <p class="source-note">{labels.weak}</p>}
      {status === "moved" && <p class="source-note">{labels.moved}</p>}
      <div class="source-text" tabIndex={0}>
        {reference.type === "graph" ? (
          <GraphView reference={reference} />
        ) : (
          <PassageText text={reference.passage.text} evidence={evidence} />
        )}
      </div>
      {origin !== "" && (
        <p class="source-origin">
          <bdi>{origin}</bdi>
        </p>
      )}
      {address !== null && page !== undefined && (
        <p class="source-open">
          <a href={address} target="_blank" rel="noopener">
            {labels.openPage(page)}
          </a>
        </p>
      )}
    </>
  );
}

function PassageText({ text, evidence }: { readonly text: string; readonly evidence: readonly Evidence[] }) {
  return (
    <p dir="auto">
      {cutAtEvidence(text, evidence).map(({ text, marked }, index) =>
        marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </p>
  );
}
