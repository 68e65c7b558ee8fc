/** Where in a document an answer's evidence is. */
import { isOurs, PDF } from "citestream-client/passages";
import type { Answer, Citation, Evidence, Paragraph, Reference } from "citestream-client/protocol";

import { merge, relocated } from "../evidence";
import { evidencePage } from "../source";
import { boxesOf, type Mark, wordsOf } from "../pdf/boxes";
import { allEvidence } from "../sources";
import type { DocumentNow } from "./use-document";

/** One stretch of evidence; a passage that is cited without any is one too. */
export interface Spot {
  readonly reference: Reference;
  /** Of the reference, in the order of first citation. */
  readonly number: number;
  /** Which stretch of its passage it is, from 1 on; 0 for the passage as a whole. */
  readonly stretch: number;
  readonly range: Evidence | null;
  /** The page to see; undefined where there are none. */
  readonly page: number | undefined;
}

export interface Use {
  readonly paragraph: Paragraph;
  readonly citation: Citation;
  readonly number: number;
}

/** The spots of the document that a reference is of, in reading order. */
export function spotsOf(answer: Answer, reference: Reference): Spot[] {
  return numbered(answer, reference)
    .sort((one, other) => start(one.reference) - start(other.reference))
    .flatMap(({ reference, number }): Spot[] => {
      const { passage } = reference;
      const evidence = allEvidence(answer, reference);
      const ranges = merge(evidence, Array.from(passage.text).length);
      if (ranges.length === 0) return [{ reference, number, stretch: 0, range: null, page: passage.page }];
      return ranges.map((range, index) => {
        const within = evidence.filter(({ start }) => range.start <= start && start < range.end);
        return { reference, number, stretch: index + 1, range, page: evidencePage(passage, within) };
      });
    });
}

/** The spot that a citation begins at. */
export function spotOf(spots: readonly Spot[], citation: Citation): number {
  const from = Math.min(...citation.evidence.map(({ start }) => start));
  const own = spots.map((spot, index) => ({ spot, index })).filter(({ spot }) => isOf(spot.reference, citation));
  const found = own.find(({ spot: { range } }) => range !== null && range.start <= from && from < range.end);
  return (found ?? own[0])?.index ?? 0;
}

/** Everything in an answer that rests on the document of a reference. */
export function usesOf(answer: Answer, reference: Reference): Use[] {
  const references = numbered(answer, reference);
  return answer.paragraphs.flatMap((paragraph) =>
    (paragraph?.citations ?? []).flatMap((citation) => {
      const found = references.find((one) => isOf(one.reference, citation));
      return found === undefined || paragraph === undefined ? [] : [{ paragraph, citation, number: found.number }];
    }),
  );
}

/** Whether the gateway has its pages. Answers of older gateways do not tell the kind. */
export function isPdf({ type, passage: { documentId, mediaType, page } }: Reference): boolean {
  return type === "embedding" && isOurs(documentId) && (mediaType === PDF || (mediaType === "" && page !== undefined));
}

/** What a stretch of evidence is called among those of its document. */
export function keyOf({ reference, stretch }: Spot): string {
  return `${reference.citationId}.${stretch}`;
}

/** Where on the pages these spots are: those whose passage is loaded, and has the sentences that were cited. */
export function marksOf(spots: readonly Spot[], { states, passages }: DocumentNow): Mark[] {
  return spots.flatMap((spot) => {
    const now = states.get(spot.reference.citationId);
    const passage = now?.state === "current" ? passages.find(({ id }) => id === now.passageId) : undefined;
    if (passage === undefined) return [];
    const range = spot.range && (relocated([spot.range], spot.reference.passage.text, passage.text)[0] ?? null);
    return [{ key: keyOf(spot), text: wordsOf(passage.text, range), boxes: boxesOf(passage, range) }];
  });
}

function numbered(answer: Answer, reference: Reference): { reference: Reference; number: number }[] {
  return answer.references
    .map((one, index) => ({ reference: one, number: index + 1 }))
    .filter(({ reference: one }) => one === reference || isSameDocument(one, reference));
}

function isSameDocument(one: Reference, other: Reference): boolean {
  if (one.type === "graph" || other.type === "graph") return false;
  return one.passage.documentId !== "" && one.passage.documentId === other.passage.documentId;
}

function isOf(reference: Reference, { citationId }: Citation): boolean {
  return reference.citationId === citationId;
}

function start({ payload }: Reference): number {
  const { position } = payload;
  const found = typeof position === "object" && position !== null ? (position as { start?: unknown }).start : null;
  return typeof found === "number" ? found : 0;
}
