/** What readers said of answers and of citations, as staff see it (`/v1/feedback`, docs/reading-room.md). */
import type { PageOf } from "citestream-client/documents";
import {
  asObject,
  asText,
  asWhole,
  type Citation,
  type Json,
  optional,
  readCitation,
  readReference,
  type Reference,
} from "citestream-client/protocol";
import { type ClientOptions, getJson, request } from "citestream-client/transport";

import { pageOf, query } from "./page-of";

export const VERDICTS = ["helpful", "not_helpful", "wrong_citation"] as const;
export type Verdict = (typeof VERDICTS)[number];
export const STATES = ["open", "handled"] as const;
export type State = (typeof STATES)[number];

export interface Feedback {
  readonly id: number;
  readonly verdict: Verdict;
  /** The reader's words; empty for none. */
  readonly comment: string;
  readonly state: State;
  /** What staff wrote beside it. */
  readonly note: string;
  readonly createdAt: string;
  readonly answerUuid: string;
  readonly question: string;
  readonly source: string;
  readonly model: string;
  /** Of a citation: where it stands, and the text there; null where the whole answer is meant. */
  readonly paragraphIndex: number | null;
  readonly paragraph: string | null;
  /** Null where a verifier has taken it out since. */
  readonly citation: Citation | null;
  readonly reference: Reference | null;
}

export interface Filter {
  readonly verdict: Verdict | "";
  readonly state: State | "";
}

export interface FeedbackPage extends PageOf<Feedback> {
  /** How much of all nobody has handled. */
  readonly open: number;
}

/** What fits, newest first; `cursor` names the page. */
export async function feedbackList(filter: Filter, cursor: string, options: ClientOptions = {}): Promise<FeedbackPage> {
  const data = await getJson(`/v1/feedback?${query({ ...filter, cursor, limit: "25" })}`, options);
  return { ...pageOf(data, "feedback", readFeedback), open: asWhole(data.open, "open") };
}

/** Notes that it is handled, or open again, and, where told, what was found; the feedback as it is then. */
export async function handle(id: number, change: { readonly state: State; readonly note?: string }, options: ClientOptions = {}): Promise<Feedback> {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const response = await request(`/v1/feedback/${id}`, { method: "PATCH", headers, body: JSON.stringify(change) }, options);
  return readFeedback(await response.json());
}

function readFeedback(value: unknown): Feedback {
  const data = asObject(value, "feedback");
  const named = asText(data.verdict, "verdict");
  return {
    id: asWhole(data.id, "id"),
    verdict: VERDICTS.find((verdict) => verdict === named) ?? "not_helpful",
    comment: asText(data.comment, "comment"),
    state: data.state === "handled" ? "handled" : "open",
    note: asText(data.note, "note"),
    createdAt: asText(data.created_at, "created_at"),
    answerUuid: asText(data.answer_uuid, "answer_uuid"),
    question: asText(data.question, "question"),
    source: asText(data.source, "source"),
    model: optional(data.model, "model", asText) ?? "",
    paragraphIndex: optional(data.paragraph_index, "paragraph_index", asWhole) ?? null,
    paragraph: optional(data.paragraph, "paragraph", asText) ?? null,
    citation: part(data.citation, (citation) => readCitation(citation, citation.citation_id, citation.original_id, citation.source_value)),
    reference: part(data.reference, ({ citation_id, type, payload }) => readReference(citation_id, type, payload)),
  };
}

function part<Read>(value: unknown, read: (data: Json) => Read): Read | null {
  const data = optional(value, "part", asObject);
  return data === undefined ? null : read(data);
}
