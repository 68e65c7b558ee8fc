/** The closed union of events and the one place where dialect `bracket` becomes typed values. */
import { addressOf } from "./address.js";
import type { Frame } from "./frames.js";
import { asList, asNumber, asObject, asText, asWhole, type Json, optional, parseObject, ProtocolError } from "./shape.js";

/** A range of code points of the reference's text, and the page on which it begins, where pages are known. */
export interface Evidence {
  readonly start: number;
  readonly end: number;
  readonly page?: number | undefined;
}

export type CitationStatus = "ok" | "weak" | "moved" | "unchecked";

/** Why a citation is weak. A newer gateway may have more reasons. */
export type DoubtReason = "figure" | "name" | "negation" | "comparison" | "part" | "wording" | "calibrated";

export interface Disagreement {
  readonly citationIds: readonly string[];
  readonly value: string;
}

/** A range of code points of a paragraph's text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Citation {
  readonly citationId: string;
  readonly status: CitationStatus;
  /** The share of the paragraph's words that the passage has, 0 to 1; null where it was not counted. */
  readonly score: number | null;
  readonly evidence: readonly Evidence[];
  /** Other sources say otherwise, and the paragraph does not tell it: their ids, and what the first of them has instead. */
  readonly disagreement?: Disagreement;
  /** The id the model had written, when `status` is `moved`. */
  readonly originalId?: string;
  /** Why `status` is `weak`; absent in answers of older gateways. */
  readonly reason?: DoubtReason | (string & {});
  /** What in the paragraph's text is in doubt. */
  readonly ranges?: readonly TextRange[];
  /** What the source has instead, where that is clear. */
  readonly sourceValue?: string;
}

export interface Paragraph {
  readonly index: number;
  /** How many rollbacks hit this index; the highest one counts. */
  readonly revision: number;
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Why the paragraph's citations cannot be trusted to be complete, or null. */
  readonly degraded: string | null;
  /** The gateway wrote it, not the model. */
  readonly own?: true;
}

/** Snapshot of a cited passage, as stored with the answer. */
/** How old a source is and who wrote it. Each is empty where it was not told. */
export interface Age {
  /** A date, or a time (RFC 3339). */
  readonly date: string;
  /** `file` and `loaded`: the author states no date, it is that of the file or of loading. */
  readonly dateFrom: string;
  readonly author: string;
}

export interface Passage extends Age {
  readonly title: string;
  readonly source: string;
  readonly text: string;
  readonly heading: string;
  /** The pages that it begins and ends on. Answers of older gateways do not tell the second. */
  readonly page: number | undefined;
  readonly pageEnd: number | undefined;
  /** Empty where it was not told. */
  readonly documentId: string;
  readonly mediaType: string;
}

export interface Reference {
  readonly citationId: string;
  readonly type: "embedding" | "graph";
  /** The id of the passage (`embeddingId` of the payload); empty for a graph result. */
  readonly passageId: string;
  /** The address that opens the passage; empty where nothing does. Without `base` in the options it is relative. */
  readonly url: string;
  /** The passage of an `embedding` reference; empty fields for a graph result. */
  readonly passage: Passage;
  /** The payload as it was sent. */
  readonly payload: Json;
}

/** Something that the model was given, whether it was cited or not. */
export interface Offered {
  readonly citationId: string;
  readonly type: "embedding" | "graph";
  readonly title: string;
  readonly heading: string;
  /** Empty for a graph result. */
  readonly documentId: string;
  readonly passageId: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly number[];
}

/** Where the turn's session stands. */
export interface Round {
  readonly sessionId: string;
  readonly round: number;
  /** The next question would be refused. */
  readonly isFull: boolean;
  /** The gateway's sentence that asks for a new session. */
  readonly notice: string;
}

/** The remembered answer that was given again. */
export interface Remembered {
  readonly responseId: number;
  /** How alike the questions are: 1 for the same words. */
  readonly score: number | null;
  /** RFC 3339; empty where it was not said. */
  readonly createdAt: string;
}

/** The warranty of `ok`: `wrong` is a share, `text` says it in English. */
export interface EvidenceRule {
  readonly claims: number;
  readonly wrong: number;
  readonly confidence: number;
  readonly text: string;
}

/** A verdict on a citation that came behind its paragraph; one that is `dropped` counts as never cited. */
export interface LateVerdict {
  readonly paragraphIndex: number;
  readonly citationId: string;
  readonly status: CitationStatus | "dropped";
}

/** What was read of `[META]`; `all` is the object as it was sent. */
export interface Meta {
  readonly citationMode: string;
  readonly source: string;
  /** `isRefEmbedding`: passages can be read by the answer's uuid. */
  readonly hasPassages: boolean;
  readonly hasCitationError: boolean;
  readonly degradedReason: string | null;
  readonly complete: boolean;
  /** What the gate said: `confident`, `doubtful`, `nothing`; empty where it was not asked. */
  readonly confidence: string;
  /** Why a `doubtful` answer is not confident: `disagreement`, `part`; empty for the passages themselves. */
  readonly confidenceReason: string;
  /** Whether paragraphs without support were replaced, because the gate was in doubt. */
  readonly strictInDoubt: boolean;
  /** Citations that were left out because their passages do not support the text. */
  readonly dropped: number;
  /** Weak citations by why they are weak; only reasons that occur. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The calibrated rule that decided which citations stay `ok`. */
  readonly evidenceRule: EvidenceRule | null;
  readonly lateVerdicts: readonly LateVerdict[];
  /** Who wrote the answer; empty where it was not said. */
  readonly provider: string;
  /** The sections that the next question of the thread can point at. */
  readonly outline: readonly Section[];
  readonly session: Round | null;
  readonly memory: Remembered | null;
  /** What a question that leans on the conversation was understood as; empty for any other. */
  readonly understood: string;
  /** Sentences in the answer's language about how it came about. */
  readonly warnings: readonly string[];
  readonly all: Json;
}

export type Event =
  | {
      readonly type: "started";
      readonly answerUuid: string;
      readonly questionUuid: string;
      readonly language: string;
      /** The conversation and the session it belongs to; empty where it belongs to none. */
      readonly threadId: string;
      readonly sessionId: string;
      /** Whether text may be withdrawn in this turn. */
      readonly rollback: boolean;
    }
  | { readonly type: "state_changed"; readonly state: string; readonly remark: string }
  | { readonly type: "thinking"; readonly text: string }
  | { readonly type: "text_added"; readonly text: string }
  | { readonly type: "reference_shown"; readonly reference: Reference }
  | { readonly type: "paragraph_finished"; readonly paragraph: Paragraph }
  | { readonly type: "text_rolled_back"; readonly textOffset: number; readonly paragraphIndex: number }
  | { readonly type: "outline_found"; readonly sections: readonly Section[] }
  | {
      readonly type: "citations_finished";
      readonly paragraphCount: number;
      readonly refCount: number;
      readonly offered?: readonly Offered[];
    }
  | { readonly type: "audio_added"; readonly frame: string }
  | { readonly type: "finished"; readonly meta: Meta }
  | { readonly type: "failed"; readonly code: string; readonly message: string; readonly retryable: boolean };

/** An event with its place in the answer: `seq` is contiguous from 1, `id` is the cursor to resume from. */
export interface NumberedEvent {
  readonly id: string;
  readonly seq: number;
  readonly event: Event;
}

const EVENT_ID = /^\d+-([1-9]\d*)$/;
const META_MARK = "[META]";

/**
 * The event behind a frame of dialect `bracket`; null for a name this client does not know, so that a newer gateway
 * may add events. Throws `ProtocolError` for an id or data that break the protocol.
 *
 * @example const numbered = parseFrame(frame);
 */
export function parseFrame(frame: Frame): NumberedEvent | null {
  const event = parseEvent(frame.name, frame.data);
  if (event === null) return null;
  const seq = EVENT_ID.exec(frame.id)?.[1];
  if (seq === undefined) throw new ProtocolError("an event has no valid id");
  return { id: frame.id, seq: Number(seq), event };
}

/**
 * Whether an answer ends with this event.
 *
 * @example if (isTerminal(numbered.event)) await reader.cancel();
 */
export function isTerminal(event: Event): boolean {
  return event.type === "finished" || event.type === "failed";
}

function parseEvent(name: string, data: string): Event | null {
  switch (name) {
    case "":
      return { type: "text_added", text: data };
    case "[THINKING]":
      return { type: "thinking", text: data };
    case "[AUDIO]":
      return { type: "audio_added", frame: data };
    case "[START]":
      return parseStarted(parseObject(data));
    case "[STATE_CHANGED]":
      return parseState(parseObject(data));
    case "[CITATION_REF]":
      return { type: "reference_shown", reference: parseReference(parseObject(data)) };
    case "[CITATION_PARAGRAPH]":
      return { type: "paragraph_finished", paragraph: parseParagraph(parseObject(data)) };
    case "[ROLLBACK]":
      return parseRollback(parseObject(data));
    case "[OUTLINE]":
      return { type: "outline_found", sections: asList(parseObject(data).sections, "sections").map(readSection) };
    case "[CITATION_DONE]":
      return parseCitationsFinished(parseObject(data));
    case "[DONE]":
      return { type: "finished", meta: parseMeta(parseObject(data.trimStart().replace(META_MARK, ""))) };
    case "[ERROR]":
      return parseFailed(parseObject(data));
    default:
      return null;
  }
}

function parseStarted(data: Json): Event {
  return {
    type: "started",
    answerUuid: asText(data.answerUuid, "answerUuid"),
    questionUuid: asText(data.questionUuid, "questionUuid"),
    language: optional(data.language, "language", asText) ?? "",
    threadId: optional(data.threadId, "threadId", asText) ?? "",
    sessionId: optional(data.sessionId, "sessionId", asText) ?? "",
    rollback: data.rollback === true,
  };
}

function parseState(data: Json): Event {
  return { type: "state_changed", state: asText(data.state, "state"), remark: asText(data.remark, "remark") };
}

function parseRollback(data: Json): Event {
  return {
    type: "text_rolled_back",
    textOffset: asWhole(data.textOffset, "textOffset"),
    paragraphIndex: asWhole(data.paragraphIndex, "paragraphIndex"),
  };
}

function parseCitationsFinished(data: Json): Event {
  const offered = optional(data.offered, "offered", asList)?.map((value) => {
    const entry = asObject(value, "offered");
    return readOffered(entry, entry.citationId, entry.documentId, entry.passageId);
  });
  return {
    type: "citations_finished",
    paragraphCount: asWhole(data.paragraphCount, "paragraphCount"),
    refCount: asWhole(data.refCount, "refCount"),
    ...(offered && { offered }),
  };
}

/**
 * An entry of `offered`, whose ids the event stream and the document name differently.
 *
 * @example const entry = readOffered(data, data.citation_id, data.document_id, data.passage_id);
 */
export function readOffered(entry: Json, citationId: unknown, documentId: unknown, passageId: unknown): Offered {
  return {
    citationId: asText(citationId, "citationId"),
    type: entry.type === "graph" ? "graph" : "embedding",
    title: optional(entry.title, "title", asText) ?? "",
    heading: optional(entry.heading, "heading", asText) ?? "",
    documentId: optional(documentId, "documentId", asText) ?? "",
    passageId: optional(passageId, "passageId", asText) ?? "",
  };
}

function parseFailed(data: Json): Event {
  return {
    type: "failed",
    code: asText(data.code, "code"),
    message: asText(data.message, "message"),
    retryable: data.retryable === true,
  };
}

/**
 * A section; META and the document do not say which paragraphs it covers.
 *
 * @example const section = readSection({ id: "S1", title: "Loans" });
 */
export function readSection(value: unknown): Section {
  const data = asObject(value, "section");
  const paragraphs = optional(data.paragraphs, "paragraphs", asList) ?? [];
  return {
    id: asText(data.id, "id"),
    title: asText(data.title, "title"),
    paragraphs: paragraphs.map((index) => asWhole(index, "paragraphs")),
  };
}

function parseReference(data: Json): Reference {
  return readReference(data.citationId, data.type, data.payload);
}

/**
 * A reference from its three parts, which the event stream and the document name differently.
 *
 * @example const { url } = readReference("E1", "embedding", payload);
 */
export function readReference(citationId: unknown, type: unknown, payload: unknown): Reference {
  const snapshot = asObject(payload, "payload");
  return {
    citationId: asText(citationId, "citationId"),
    type: type === "graph" ? "graph" : "embedding",
    passageId: optional(snapshot.embeddingId, "embeddingId", asText) ?? "",
    url: addressOf(snapshot),
    passage: readPassage(snapshot),
    payload: snapshot,
  };
}

/**
 * The same reference with the address that it has at a gateway; `base` as in the options of a client.
 *
 * @example const { url } = addressed(reference, "http://127.0.0.1:8000");
 */
export function addressed(reference: Reference, base = ""): Reference {
  return { ...reference, url: addressOf(reference.payload, base) };
}

function readPassage(payload: Json): Passage {
  const position = optional(payload.position, "position", asObject) ?? {};
  return {
    title: optional(payload.title, "title", asText) ?? "",
    source: optional(payload.source, "source", asText) ?? "",
    text: optional(payload.text, "text", asText) ?? "",
    heading: optional(position.heading, "heading", asText) ?? "",
    page: optional(position.page, "page", asWhole),
    pageEnd: optional(position.pageEnd, "pageEnd", asWhole),
    documentId: optional(payload.documentId, "documentId", asText) ?? "",
    mediaType: optional(payload.mediaType, "mediaType", asText) ?? "",
    date: optional(payload.date, "date", asText) ?? "",
    dateFrom: optional(payload.dateFrom, "dateFrom", asText) ?? "",
    author: optional(payload.author, "author", asText) ?? "",
  };
}

/**
 * How old a document is and who wrote it, as the lists and the search name it.
 *
 * @example const { date, author } = readAge(data);
 */
export function readAge(data: Json): Age {
  return {
    date: optional(data.date, "date", asText) ?? "",
    dateFrom: optional(data.date_from, "date_from", asText) ?? "",
    author: optional(data.author, "author", asText) ?? "",
  };
}

function parseParagraph(data: Json): Paragraph {
  return {
    index: asWhole(data.paragraphIndex, "paragraphIndex"),
    revision: optional(data.revision, "revision", asWhole) ?? 0,
    text: asText(data.text, "text"),
    citations: asList(data.citations, "citations").map((value) => {
      const citation = asObject(value, "citation");
      return readCitation(citation, citation.citationId, citation.originalId, citation.sourceValue);
    }),
    degraded: optional(data.degraded, "degraded", asText) ?? null,
    ...(data.own === true ? { own: true } : {}),
  };
}

/**
 * A citation whose id fields are named by the caller: camelCase on the stream, snake_case in the document.
 *
 * @example const citation = readCitation(data, data.citation_id, data.original_id, data.source_value);
 */
export function readCitation(data: Json, citationId: unknown, originalId: unknown, sourceValue?: unknown): Citation {
  const original = optional(originalId, "originalId", asText);
  const reason = optional(data.reason, "reason", asText);
  const value = optional(sourceValue, "sourceValue", asText);
  const ranges = (optional(data.ranges, "ranges", asList) ?? []).map((item) => {
    const range = asObject(item, "range");
    return { start: asWhole(range.start, "start"), end: asWhole(range.end, "end") };
  });
  return {
    citationId: asText(citationId, "citationId"),
    status: readStatus(data.status),
    score: optional(data.score, "score", asNumber) ?? null,
    evidence: (optional(data.evidence, "evidence", asList) ?? []).map((value) => {
      const range = asObject(value, "evidence");
      const page = optional(range.page, "page", asWhole);
      return { start: asWhole(range.start, "start"), end: asWhole(range.end, "end"), ...(page === undefined ? {} : { page }) };
    }),
    ...readDisagreement(data.disagreement),
    ...(original === undefined ? {} : { originalId: original }),
    ...(reason === undefined ? {} : { reason }),
    ...(ranges.length === 0 ? {} : { ranges }),
    ...(value === undefined ? {} : { sourceValue: value }),
  };
}

function readDisagreement(value: unknown): Pick<Citation, "disagreement"> {
  const found = optional(value, "disagreement", asObject);
  if (found === undefined) {
    return {};
  }
  const ids = asList(found.citationIds ?? found.citation_ids, "citationIds").map((id) => asText(id, "citationId"));
  return { disagreement: { citationIds: ids, value: asText(found.value, "value") } };
}

function readStatus(value: unknown): CitationStatus {
  return value === "ok" || value === "weak" || value === "moved" ? value : "unchecked";
}

/**
 * META from its JSON; what is absent has the value that says nothing.
 *
 * @example const { complete, warnings } = parseMeta(data);
 */
export function parseMeta(all: Json): Meta {
  const answer = optional(all.answer, "answer", asObject) ?? {};
  const statuses = optional(answer.citationStatus, "citationStatus", asObject) ?? {};
  const reasons = optional(answer.citationReason, "citationReason", asObject) ?? {};
  const confidence = optional(answer.confidence, "confidence", asObject) ?? {};
  const model = optional(all.model, "model", asObject) ?? {};
  const thread = optional(all.thread, "thread", asObject) ?? {};
  const followup = optional(all.followup, "followup", asObject) ?? {};
  return {
    citationMode: optional(answer.citationMode, "citationMode", asText) ?? "paragraph",
    source: optional(answer.source, "source", asText) ?? "model",
    hasPassages: answer.isRefEmbedding === true,
    hasCitationError: answer.hasCitationError === true,
    degradedReason: optional(answer.degradedReason, "degradedReason", asText) ?? null,
    complete: answer.complete !== false,
    confidence: optional(confidence.level, "confidence.level", asText) ?? "",
    confidenceReason: optional(confidence.reason, "confidence.reason", asText) ?? "",
    strictInDoubt: answer.strictInDoubt === true,
    dropped: optional(statuses.dropped, "dropped", asWhole) ?? 0,
    reasons: Object.fromEntries(Object.entries(reasons).map(([reason, count]) => [reason, asWhole(count, reason)])),
    evidenceRule: optional(answer.evidenceRule, "evidenceRule", readRule) ?? null,
    lateVerdicts: (optional(answer.lateVerdicts, "lateVerdicts", asList) ?? []).map(readVerdict),
    provider: optional(model.provider, "model.provider", asText) ?? "",
    outline: (optional(thread.outline, "outline", asList) ?? []).map(readSection),
    session: optional(all.session, "session", readRound) ?? null,
    memory: optional(all.memory, "memory", readRemembered) ?? null,
    understood: optional(followup.question, "followup.question", asText) ?? "",
    warnings: (optional(all.warnings, "warnings", asList) ?? []).map((words) => asText(words, "warnings")),
    all,
  };
}

function readRule(value: unknown): EvidenceRule {
  const data = asObject(value, "evidenceRule");
  const [claims, text] = [asWhole(data.claims, "claims"), asText(data.text, "text")];
  return { claims, wrong: asNumber(data.wrong, "wrong"), confidence: asNumber(data.confidence, "confidence"), text };
}

function readVerdict(value: unknown): LateVerdict {
  const data = asObject(value, "lateVerdicts");
  return {
    paragraphIndex: asWhole(data.paragraphIndex, "paragraphIndex"),
    citationId: asText(data.citationId, "citationId"),
    status: data.status === "dropped" ? "dropped" : readStatus(data.status),
  };
}

function readRound(value: unknown, field: string): Round {
  const data = asObject(value, field);
  return {
    sessionId: asText(data.sessionId, "sessionId"),
    round: asWhole(data.round, "round"),
    isFull: data.sessionFull === true,
    notice: optional(data.notice, "notice", asText) ?? "",
  };
}

function readRemembered(value: unknown, field: string): Remembered {
  const data = asObject(value, field);
  return {
    responseId: asWhole(data.responseId, "responseId"),
    score: typeof data.score === "number" ? data.score : null,
    createdAt: optional(data.createdAt, "createdAt", asText) ?? "",
  };
}
