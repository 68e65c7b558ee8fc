/** What a paragraph rests on. */
import { type Answer, unitOffset } from "./protocol/answer.js";
import type { Citation, Paragraph, Reference } from "./protocol/events.js";

/** A citation with what it cites. */
export interface CitedSource extends Citation {
  readonly reference: Reference;
  /** The sentences of the passage that carry the paragraph. */
  readonly quotes: readonly string[];
}

/**
 * The sources of a paragraph in the order of its citations.
 *
 * @example for (const { quotes, reference } of sourcesOf(answer, paragraph)) console.log(quotes, reference.url);
 */
export function sourcesOf(answer: Answer, paragraph: Paragraph): CitedSource[] {
  return paragraph.citations.flatMap((citation) => {
    const reference = answer.references.find(({ citationId }) => citationId === citation.citationId);
    if (reference === undefined) return [];
    const { text } = reference.passage;
    const quotes = citation.evidence.map(({ start, end }) => text.slice(unitOffset(text, start), unitOffset(text, end)));
    return [{ ...citation, reference, quotes }];
  });
}
