/**
 * The answer is a fold over its events: pure, and idempotent. An event that was already counted changes nothing, so a
 * reader may resume anywhere before its cursor; a paragraph is replaced only by a higher revision of the same index.
 */
import type { LateVerdict, Meta, NumberedEvent, Offered, Paragraph, Reference, Section } from "./events.js";

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

export interface Answer {
  readonly status: "running" | "finished" | "failed";
  readonly answerUuid: string;
  readonly questionUuid: string;
  /** The conversation and the session it belongs to; empty where it belongs to none, or nothing has come yet. */
  readonly threadId: string;
  readonly sessionId: string;
  readonly language: string;
  /** The last state and its label in the answer's language. */
  readonly state: string;
  readonly remark: string;
  readonly thinking: string;
  /** All pieces of text, after rollbacks. */
  readonly text: string;
  /** Up to where, in UTF-16 units, finished paragraphs cover `text`. */
  readonly covered: number;
  /** The finished ones, by index. */
  readonly paragraphs: readonly Paragraph[];
  /**
   * What paragraphs cite, in the order of first citation. If an answer has no paragraph citations, what supports its
   * text.
   */
  readonly references: readonly Reference[];
  /** Everything that the model was given; empty until the answer's citations have come. */
  readonly offered: readonly Offered[];
  readonly sections: readonly Section[];
  /** What the gateway says it sent, to be compared with what is held. */
  readonly counts: { readonly paragraphs: number; readonly references: number } | null;
  readonly meta: Meta | null;
  readonly failure: Failure | null;
  /** The cursor to resume from, and its number; empty and 0 before the first event. */
  readonly lastId: string;
  readonly lastSeq: number;
}

export const EMPTY: Answer = {
  status: "running",
  answerUuid: "",
  questionUuid: "",
  threadId: "",
  sessionId: "",
  language: "",
  state: "",
  remark: "",
  thinking: "",
  text: "",
  covered: 0,
  paragraphs: [],
  references: [],
  offered: [],
  sections: [],
  counts: null,
  meta: null,
  failure: null,
  lastId: "",
  lastSeq: 0,
};

/**
 * The answer after one more event. Events at or before the cursor, and events after the terminal one, are ignored.
 *
 * @example const answer = events.reduce(fold, EMPTY);
 */
export function fold(answer: Answer, numbered: NumberedEvent): Answer {
  if (numbered.seq <= answer.lastSeq || answer.status !== "running") return answer;
  return { ...apply(answer, numbered.event), lastId: numbered.id, lastSeq: numbered.seq };
}

/**
 * The text of the open paragraph: received, but not yet covered by a finished paragraph.
 *
 * @example console.log(openText(answer));
 */
export function openText(answer: Answer): string {
  return answer.text.slice(answer.covered);
}

/**
 * Whether everything the gateway counted is here; false asks for the document.
 *
 * @example if (!isWhole(answer)) console.log("read the document");
 */
export function isWhole(answer: Answer): boolean {
  if (answer.counts === null) return answer.status !== "finished";
  return answer.paragraphs.length === answer.counts.paragraphs && answer.references.length === answer.counts.references;
}

/**
 * Whether the sources can only be read for the answer as a whole, as older gateways stored those of plain text.
 *
 * @example if (hasWholeReferences(answer)) console.log("an answer of an older gateway");
 */
export function hasWholeReferences(answer: Answer): boolean {
  return answer.meta?.citationMode === "answer" && answer.meta.hasPassages && answer.references.length === 0;
}

function apply(answer: Answer, event: NumberedEvent["event"]): Answer {
  switch (event.type) {
    case "started":
      return {
        ...answer,
        answerUuid: event.answerUuid,
        questionUuid: event.questionUuid,
        threadId: event.threadId,
        sessionId: event.sessionId,
        language: event.language,
      };
    case "state_changed":
      return { ...answer, state: event.state, remark: event.remark };
    case "thinking":
      return { ...answer, thinking: answer.thinking + event.text };
    case "text_added":
      return { ...answer, text: answer.text + event.text };
    case "reference_shown":
      return showReference(answer, event.reference);
    case "paragraph_finished":
      return finishParagraph(answer, event.paragraph);
    case "text_rolled_back":
      return rollBack(answer, event.textOffset, event.paragraphIndex);
    case "outline_found":
      return { ...answer, sections: event.sections };
    case "citations_finished":
      return {
        ...answer,
        counts: { paragraphs: event.paragraphCount, references: event.refCount },
        offered: event.offered ?? [],
      };
    case "audio_added":
      return answer;
    case "finished":
      return finish(answer, event.meta);
    case "failed":
      return {
        ...answer,
        status: "failed",
        failure: { code: event.code, message: event.message, retryable: event.retryable },
      };
  }
}

function showReference(answer: Answer, reference: Reference): Answer {
  const known = answer.references.some(({ citationId }) => citationId === reference.citationId);
  return known ? answer : { ...answer, references: [...answer.references, reference] };
}

function finishParagraph(answer: Answer, paragraph: Paragraph): Answer {
  const known = answer.paragraphs.find(({ index }) => index === paragraph.index);
  if (known !== undefined && known.revision >= paragraph.revision) return answer;
  const paragraphs = [...answer.paragraphs.filter((other) => other !== known), paragraph];
  paragraphs.sort((one, other) => one.index - other.index);
  return { ...answer, paragraphs, covered: coverage(answer, paragraph) };
}

/** The end: late verdicts change citations, and a reference that none of them is left for is no longer one. */
function finish(answer: Answer, meta: Meta): Answer {
  const paragraphs = meta.lateVerdicts.reduce(revise, answer.paragraphs);
  const cited = new Set(paragraphs.flatMap(({ citations }) => citations.map(({ citationId }) => citationId)));
  const refuted = meta.lateVerdicts.filter(({ status }) => status === "dropped").map(({ citationId }) => citationId);
  const gone = new Set(refuted.filter((citationId) => !cited.has(citationId)));
  const references = answer.references.filter(({ citationId }) => !gone.has(citationId));
  const left = answer.references.length - references.length;
  const counts = answer.counts && { ...answer.counts, references: answer.counts.references - left };
  return { ...answer, status: "finished", meta, paragraphs, references, counts };
}

/** The paragraphs after a verdict that came behind them. */
function revise(paragraphs: readonly Paragraph[], { paragraphIndex, citationId, status }: LateVerdict): readonly Paragraph[] {
  return paragraphs.map((paragraph) => {
    if (paragraph.index !== paragraphIndex) return paragraph;
    const citations = paragraph.citations.flatMap((citation) => {
      if (citation.citationId !== citationId) return citation;
      if (status === "dropped") return [];
      const { reason = "wording", ranges, sourceValue, ...checked } = citation;
      if (status !== "weak") return { ...checked, status };
      return { ...checked, status, reason, ...(ranges && { ranges }), ...(sourceValue !== undefined && { sourceValue }) };
    });
    return { ...paragraph, citations };
  });
}

/** A paragraph follows its own text pieces. Text that does not match is covered whole: the paragraph is what counts. */
function coverage(answer: Answer, paragraph: Paragraph): number {
  const start = skipNewlines(answer.text, answer.covered);
  if (!answer.text.startsWith(paragraph.text, start)) return answer.text.length;
  return skipNewlines(answer.text, start + paragraph.text.length);
}

function skipNewlines(text: string, offset: number): number {
  while (text[offset] === "\n") offset += 1;
  return offset;
}

function rollBack(answer: Answer, textOffset: number, paragraphIndex: number): Answer {
  const text = answer.text.slice(0, unitOffset(answer.text, textOffset));
  return {
    ...answer,
    text,
    covered: Math.min(answer.covered, text.length),
    paragraphs: answer.paragraphs.filter(({ index }) => index < paragraphIndex),
  };
}

/**
 * Where code point number `offset` begins, in UTF-16 units. The wire counts code points, JavaScript does not.
 *
 * @example const quote = text.slice(unitOffset(text, start), unitOffset(text, end));
 */
export function unitOffset(text: string, offset: number): number {
  let units = 0;
  for (let points = 0; points < offset && units < text.length; points += 1) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}
