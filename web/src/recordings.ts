/** Recorded answers, for the roles `qa` and `admin` (docs/reading-room.md, docs/recordings.md). */
import type { PageOf } from "citestream-client/documents";
import { asList, asObject, asText, asWhole, type Json, optional } from "citestream-client/protocol";
import { type ClientOptions, getJson, request, sendJson } from "citestream-client/transport";

import { pageOf, query } from "./page-of";
import { readEvents, readRecording, type RecordedEvent, type Recording } from "./recorded/lines";

export const SOURCES = ["model", "memory", "gate", "clarification", "about"] as const;
export type Source = (typeof SOURCES)[number];
export const RESULTS = ["whole", "errors", "early", "failed"] as const;
/** How it ended; `errors`: with citations that may be incomplete. */
export type Result = (typeof RESULTS)[number];

export interface Filter {
  readonly words: string;
  readonly source: Source | "";
  readonly result: Result | "";
}

/** One answer in the list. */
export interface Recorded {
  readonly id: string;
  readonly question: string;
  /** RFC 3339. */
  readonly askedAt: string;
  readonly source: string;
  readonly model: string;
  readonly hasFailed: boolean;
  readonly isComplete: boolean;
  readonly hasCitationError: boolean;
  readonly firstText: number | null;
  readonly total: number | null;
  /** Whether it can be run again. */
  readonly hasPieces: boolean;
}

/** One thing that is different when a recording is run again. */
export interface Difference {
  readonly part: string;
  /** The index of its paragraph; null: the answer as a whole. */
  readonly paragraph: number | null;
  readonly citationId: string | null;
  /** Null: it is not there. */
  readonly was: string | null;
  readonly now: string | null;
}

export interface Rerun {
  readonly differences: readonly Difference[];
  /** The events of now. */
  readonly events: readonly RecordedEvent[];
}

export function queryOf(filter: Filter): Record<string, string> {
  const { source, result } = filter;
  const ended = result === "" ? {} : result === "errors" ? { errors: "true" } : { ended: result };
  const given = Object.entries({ q: filter.words.trim(), source, ...ended });
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

/** Answers of everybody that fit and have ended, newest first; `cursor` names the page. */
export async function recorded(filter: Filter, cursor: string, options: ClientOptions = {}): Promise<PageOf<Recorded>> {
  return pageOf(await getJson(`/v1/answers?${query({ ...queryOf(filter), cursor })}`, options), "answers", readRecorded);
}

/** Where a recording is, also to be downloaded. */
export function recordingAt(id: string): string {
  return `/v1/answers/${encodeURIComponent(id)}/recording`;
}

export async function recording(id: string, options: ClientOptions = {}): Promise<Recording> {
  const response = await request(recordingAt(id), { headers: { Accept: "application/jsonl" } }, options);
  return readRecording(await response.text());
}

/** Runs a recording through today's parser; nothing is stored. */
export async function runAgain(id: string, options: ClientOptions = {}): Promise<Rerun> {
  const data = await sendJson(`${recordingAt(id)}/again`, {}, options);
  return {
    differences: asList(data.differences, "differences").map((value) => readDifference(asObject(value, "difference"))),
    events: readEvents(asList(data.events, "events")),
  };
}

function readRecorded(value: unknown): Recorded {
  const data = asObject(value, "answer");
  return {
    id: asText(data.answer_uuid, "answer_uuid"),
    question: asText(data.question, "question"),
    askedAt: asText(data.asked_at, "asked_at"),
    source: asText(data.source, "source"),
    model: optional(data.model, "model", asText) ?? "",
    hasFailed: data.state === "failed",
    isComplete: data.complete === true,
    hasCitationError: data.has_citation_error === true,
    firstText: optional(data.first_text_ms, "first_text_ms", asWhole) ?? null,
    total: optional(data.total_ms, "total_ms", asWhole) ?? null,
    hasPieces: data.has_pieces === true,
  };
}

function readDifference(data: Json): Difference {
  return {
    part: asText(data.part, "part"),
    paragraph: optional(data.paragraph, "paragraph", asWhole) ?? null,
    citationId: optional(data.citation_id, "citation_id", asText) ?? null,
    was: optional(data.was, "was", asText) ?? null,
    now: optional(data.now, "now", asText) ?? null,
  };
}
