/** What a reader fetches when the events do not say everything: the answer's document, or its references as a whole. */
import { type Answer, EMPTY } from "./answer.js";
import { type Paragraph, parseMeta, readCitation, readOffered, readReference, readSection, type Reference } from "./events.js";
import { asList, asObject, asText, asWhole, type Json, optional } from "./shape.js";

/**
 * The answer behind `GET /v1/answers/{uuid}`. Throws `ProtocolError` when a field has the wrong shape.
 *
 * @example const answer = readDocument(await getJson("/v1/answers/5b0d", gateway));
 */
export function readDocument(document: Json): Answer {
  const paragraphs = asList(document.paragraphs, "paragraphs").map(readParagraph);
  const references = asList(document.refs, "refs").map((value) => {
    const reference = asObject(value, "ref");
    return readReference(reference.citation_id, reference.type, reference.payload);
  });
  const text = asText(document.answer, "answer");
  return {
    ...EMPTY,
    status: document.state === "running" ? "running" : document.state === "failed" ? "failed" : "finished",
    answerUuid: asText(document.answer_uuid, "answer_uuid"),
    questionUuid: optional(document.question_uuid, "question_uuid", asText) ?? "",
    threadId: optional(document.thread_id, "thread_id", asText) ?? "",
    sessionId: optional(document.session_id, "session_id", asText) ?? "",
    text,
    covered: paragraphs.length === 0 ? 0 : text.length,
    paragraphs,
    references,
    sections: (optional(document.outline, "outline", asList) ?? []).map(readSection),
    offered: (optional(document.offered, "offered", asList) ?? []).map((value) => {
      const entry = asObject(value, "offered");
      return readOffered(entry, entry.citation_id, entry.document_id, entry.passage_id);
    }),
    counts: { paragraphs: paragraphs.length, references: references.length },
    meta: parseMeta(optional(document.meta, "meta", asObject) ?? {}),
  };
}

/**
 * The references of an answer without citation events (`GET /conversation/message/embedding-ref/{uuid}`).
 *
 * @example const references = readWholeReferences(await getJson("/conversation/message/embedding-ref/5b0d", gateway));
 */
export function readWholeReferences(envelope: Json): Reference[] {
  return asList(envelope.data, "data").map((value) => {
    const payload = asObject(value, "reference");
    return readReference(payload.embeddingId, "embedding", payload);
  });
}

function readParagraph(value: unknown): Paragraph {
  const paragraph = asObject(value, "paragraph");
  return {
    index: asWhole(paragraph.index, "index"),
    revision: 0,
    text: asText(paragraph.text, "text"),
    citations: (optional(paragraph.citations, "citations", asList) ?? []).map((item) => {
      const citation = asObject(item, "citation");
      return readCitation(citation, citation.citation_id, citation.original_id, citation.source_value);
    }),
    degraded: optional(paragraph.degraded, "degraded", asText) ?? null,
    ...(paragraph.own === true ? { own: true } : {}),
  };
}
