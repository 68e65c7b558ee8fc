/** The golden answers that the server wrote (`tests/golden/wire.py`): nothing of them is lost on the way to the client. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

import { type Answer, EMPTY, fold, openText } from "../../src/protocol/answer.js";
import { readDocument } from "../../src/protocol/document.js";
import { type Event, type NumberedEvent, type Passage, parseFrame } from "../../src/protocol/events.js";
import { FrameReader } from "../../src/protocol/frames.js";
import type { Json } from "../../src/protocol/shape.js";

interface Golden {
  readonly stream: string;
  readonly events: readonly { readonly id: string; readonly type: string; readonly data: Json }[];
  readonly document: Json;
}

const FOLDER = fileURLToPath(new URL("../../../../tests/golden/answers/", import.meta.url));
const GOLDEN = readdirSync(FOLDER).map((file) => [file, JSON.parse(readFileSync(FOLDER + file, "utf-8")) as Golden] as const);

const read = (stream: string): NumberedEvent[] => new FrameReader().feed(stream).flatMap((frame) => parseFrame(frame) ?? []);
const given = (fields: Json): Json => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value !== false));

/** The data of an event as the server spells it: what the client understood, said back. */
function spelled(event: Event): Json {
  switch (event.type) {
    case "started": {
      const { type, ...fields } = event;
      return given(fields);
    }
    case "reference_shown": {
      const { citationId, type, payload } = event.reference;
      return { citationId, type, payload };
    }
    case "paragraph_finished": {
      const { index, citations, ...fields } = event.paragraph;
      return { ...fields, paragraphIndex: index, citationIds: citations.map(({ citationId }) => citationId), citations };
    }
    case "finished":
      return event.meta.all;
    case "citations_finished": {
      const { type, offered, ...counts } = event;
      return { ...counts, ...(offered && { offered: offered.map((entry) => ({ ...given({ ...entry }), heading: entry.heading })) }) };
    }
    case "state_changed":
    case "thinking":
    case "text_added":
    case "text_rolled_back":
    case "outline_found":
    case "audio_added":
    case "failed": {
      const { type, ...fields } = event;
      return fields;
    }
  }
}

/** The parts of the answer's document that both sides tell, as the server spells them. */
function documentOf(answer: Answer): Json {
  return {
    answer_uuid: answer.answerUuid,
    question_uuid: answer.questionUuid,
    thread_id: answer.threadId || null,
    session_id: answer.sessionId || null,
    state: answer.status === "finished" ? "done" : answer.status,
    answer: answer.text.replace(/\n+$/u, ""),
    paragraphs: answer.paragraphs.map(({ index, text, citations, degraded, own }) => ({
      index,
      text,
      citation_ids: citations.map(({ citationId }) => citationId),
      citations: citations.map(({ citationId, originalId, sourceValue, disagreement, ...fields }) => ({
        citation_id: citationId,
        ...fields,
        ...(disagreement && { disagreement: { citation_ids: disagreement.citationIds, value: disagreement.value } }),
        ...(originalId === undefined ? {} : { original_id: originalId }),
        ...(sourceValue === undefined ? {} : { source_value: sourceValue }),
      })),
      degraded,
      ...(own && { own }),
    })),
    refs: answer.references.map(({ citationId, type, payload }) => ({ citation_id: citationId, type, payload })),
    offered: answer.offered.map(({ citationId, documentId, passageId, heading, ...entry }) => {
      return { ...given({ citation_id: citationId, document_id: documentId, passage_id: passageId, ...entry }), heading };
    }),
    outline: answer.sections.map(({ id, title }) => ({ id, title })),
    meta: answer.meta?.all ?? {},
  };
}

/** What this dialect says of an event: a frame of sound is sent bare, without the paragraph that it belongs to. */
function sent(told: { id: string; type: string; data: Json }): Json {
  return told.type === "audio_added" ? { ...told, data: { frame: told.data.frame } } : { ...told };
}

test.each(GOLDEN)("%s: every event says back what the server said", (_file, { stream, events }) => {
  const told = read(stream);
  expect(told.map(({ id, event }) => ({ id, type: event.type, data: spelled(event) }))).toEqual(events.map(sent));
  expect(told.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
});

test.each(GOLDEN)("%s: the events and the document make the answer that the server made of them", (_file, { stream, document }) => {
  const { question, created_at, no_context, confidence, followup, ...told } = document;
  const answer = read(stream).reduce(fold, EMPTY);
  expect(documentOf(answer)).toEqual(told);
  expect(documentOf(readDocument(document))).toEqual(told);
  expect(openText(answer)).toBe("");
});

test.each(GOLDEN)("%s: a passage has what its payload says", (_file, { stream }) => {
  for (const { passage, type, payload } of read(stream).reduce(fold, EMPTY).references) {
    if (type === "graph") continue;
    const { heading, page, pageEnd, ...fields } = passage;
    const { position } = payload as { position?: Json };
    const names: (keyof Passage)[] = ["title", "source", "text", "documentId", "mediaType", "date", "dateFrom", "author"];
    expect(fields).toEqual(Object.fromEntries(names.map((name) => [name, payload[name] ?? ""])));
    expect({ heading, page, pageEnd }).toEqual({ heading: position?.heading ?? "", page: position?.page, pageEnd: position?.pageEnd });
  }
});

test("META is read field by field", () => {
  const golden = GOLDEN.find(([file]) => file === "every-kind.json")?.[1];
  const { all, ...meta } = read(golden?.stream ?? "").reduce(fold, EMPTY).meta ?? { all: {} };
  const told = all as Record<string, Record<string, unknown>>;
  expect(meta).toEqual({
    citationMode: told.answer?.citationMode,
    source: told.answer?.source,
    hasPassages: told.answer?.isRefEmbedding,
    hasCitationError: told.answer?.hasCitationError,
    degradedReason: told.answer?.degradedReason,
    complete: told.answer?.complete,
    confidence: "doubtful",
    confidenceReason: "disagreement",
    strictInDoubt: true,
    dropped: 2,
    reasons: told.answer?.citationReason,
    evidenceRule: told.answer?.evidenceRule,
    lateVerdicts: told.answer?.lateVerdicts,
    provider: told.model?.provider,
    outline: [{ id: "S1", title: "Loans", paragraphs: [] }],
    session: { sessionId: "s-1", round: 7, isFull: true, notice: told.session?.notice },
    memory: told.memory,
    understood: told.followup?.question,
    warnings: told.warnings,
  });
});

test("every kind of event is in the golden answers", () => {
  const kinds: Record<Event["type"], true> = {
    started: true,
    state_changed: true,
    thinking: true,
    text_added: true,
    reference_shown: true,
    paragraph_finished: true,
    text_rolled_back: true,
    outline_found: true,
    citations_finished: true,
    audio_added: true,
    finished: true,
    failed: true,
  };
  const told = GOLDEN.flatMap(([, { events }]) => events.map(({ type }) => type));
  expect(new Set(told)).toEqual(new Set(Object.keys(kinds)));
});
