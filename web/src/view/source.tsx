/** The source behind a citation: title, place, and the passage with its evidence marked. */
import type { Labels } from "../labels";
import type { Citation, Evidence, Passage, Reference } from "../protocol/events";
import { cutAtEvidence } from "./evidence";
import { graphNames, GraphView } from "./graph";
import { plainName } from "./plain";

/** The title, else the file, else how the passage begins. */
export function sourceTitle(reference: Reference, labels: Labels): string {
  if (reference.type === "graph") return [labels.graph, graphNames(reference)].filter((part) => part !== "").join(": ");
  const { title, source, text } = reference.passage;
  return plainName(title) || plainName(source) || plainName(text, 60) || reference.citationId;
}

/** Heading and page, as far as the source has them and they say more than the title. */
export function sourcePlace(passage: Passage, labels: Labels): string {
  const heading = plainName(passage.heading);
  const page = passage.page === undefined ? "" : labels.page(passage.page);
  return [heading === plainName(passage.title) ? "" : heading, page].filter((part) => part !== "").join(", ");
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
