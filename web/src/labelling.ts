/** What people label, and their labels (`/v1/labels`, docs/evaluation.md). */
import {
  asList,
  asNumber,
  asObject,
  asText,
  asWhole,
  type Evidence,
  optional,
  readCitation,
  readReference,
  type Reference,
} from "citestream-client/protocol";
import { type ClientOptions, getJson, request } from "citestream-client/transport";

import { query } from "./page-of";

export const JUDGEMENTS = ["supported", "partly", "not"] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** Who labels, and which run; an empty run means the live answers of the week. */
export interface Queue {
  readonly labeller: string;
  readonly run: string;
}

/** A paragraph with the passages that it cites. */
export interface LabelItem {
  readonly answerUuid: string;
  readonly paragraphIndex: number;
  /** Empty: all citations of the paragraph. */
  readonly citationId: string;
  readonly question: string;
  readonly text: string;
  readonly passages: readonly { readonly reference: Reference; readonly evidence: readonly Evidence[] }[];
}

export interface Agreement {
  readonly labellers: readonly string[];
  readonly cases: number;
  /** Null if it is not defined. */
  readonly kappa: number | null;
}

export interface LabelPage {
  readonly items: readonly LabelItem[];
  readonly labelled: number;
  readonly total: number;
  readonly agreement: readonly Agreement[];
  /** Items on which people disagree. */
  readonly contradictions: number;
  readonly runs: readonly { readonly run: string; readonly set: string; readonly createdAt: string }[];
}

/** The next items that this person has not labelled. */
export async function labelPage(queue: Queue, options: ClientOptions = {}): Promise<LabelPage> {
  const data = await getJson(`/v1/labels?${query({ ...queue })}`, options);
  return {
    items: asList(data.items, "items").map(readItem),
    labelled: asWhole(data.labelled, "labelled"),
    total: asWhole(data.total, "total"),
    contradictions: asWhole(data.contradictions, "contradictions"),
    agreement: asList(data.agreement, "agreement").map((value) => {
      const pair = asObject(value, "agreement");
      return {
        labellers: asList(pair.labellers, "labellers").map((name) => asText(name, "labeller")),
        cases: asWhole(pair.cases, "cases"),
        kappa: optional(pair.kappa, "kappa", asNumber) ?? null,
      };
    }),
    runs: asList(data.runs, "runs").map((value) => {
      const run = asObject(value, "run");
      return { run: asText(run.run, "run"), set: asText(run.set, "set"), createdAt: asText(run.created_at, "created_at") };
    }),
  };
}

export async function giveLabel(queue: Queue, item: LabelItem, verdict: Judgement, options: ClientOptions = {}): Promise<void> {
  const { answerUuid, paragraphIndex, citationId } = item;
  const body = { ...queue, answer_uuid: answerUuid, paragraph_index: paragraphIndex, citation_id: citationId, verdict };
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  await request("/v1/labels", { method: "POST", headers, body: JSON.stringify(body) }, options);
}

/** Takes the last label of this person back; its item, or null if its answer was deleted. */
export async function undoLabel(queue: Queue, options: ClientOptions = {}): Promise<LabelItem | null> {
  const response = await request(`/v1/labels?${query({ ...queue })}`, { method: "DELETE" }, options);
  const { item } = asObject(await response.json(), "undone");
  return item === null ? null : readItem(item);
}

function readItem(value: unknown): LabelItem {
  const data = asObject(value, "item");
  return {
    answerUuid: asText(data.answer_uuid, "answer_uuid"),
    paragraphIndex: asWhole(data.paragraph_index, "paragraph_index"),
    citationId: optional(data.citation_id, "citation_id", asText) ?? "",
    question: asText(data.question, "question"),
    text: asText(data.text, "text"),
    passages: asList(data.passages, "passages").map((each) => {
      const passage = asObject(each, "passage");
      const { evidence } = readCitation({ status: "unchecked", score: null, ...passage }, passage.citation_id, null);
      return { reference: readReference(passage.citation_id, passage.type, passage.payload), evidence };
    }),
  };
}
