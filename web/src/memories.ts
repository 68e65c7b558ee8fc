/** The answer memory as its staff sees it (`/staff/memory/…`): entries, what is like them, and why one is served or not. */
import type { PageOf } from "citestream-client/documents";
import { asList, asNumber, asObject, asText, asWhole, type Json, optional } from "citestream-client/protocol";
import { type ClientOptions, getJson, request, sendJson } from "citestream-client/transport";

import { pageOf, query } from "./page-of";

export const STATUSES = ["pending", "validated", "stale", "obsolete"] as const;
export type Status = (typeof STATUSES)[number];

export interface Source {
  readonly title: string;
  /** The passage is still what it was when it was cited. */
  readonly current: boolean;
}

export interface Entry {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
  readonly status: string;
  readonly createdAt: string;
  readonly hits: number;
  readonly wrong: number;
  readonly sources: readonly Source[];
  /** The answer that it was made of; empty where it came as a message, without sources. */
  readonly answerUuid: string;
}

export interface Neighbour extends Pick<Entry, "id" | "question" | "status"> {
  readonly score: number;
}

/** One step of a decision; `passed` is null where it was not asked. */
export interface Step {
  readonly name: string;
  readonly passed: boolean | null;
  readonly reason: string;
  readonly detail: Json;
}

export interface Decision {
  /** `hit`, or the reason why nothing is served. */
  readonly decision: string;
  readonly score: number | null;
  /** The entry that came nearest, served or not. */
  readonly judged: Pick<Entry, "id" | "question" | "status"> | null;
  readonly steps: readonly Step[];
}

export interface Figures {
  readonly days: number;
  readonly served: number;
  readonly refused: number;
  readonly disagreed: number;
  readonly held: Readonly<Record<Status, number>>;
}

export interface Filter {
  readonly status: Status | "";
  readonly words: string;
}

const DOOR = "/staff/memory";

/** Entries that fit, newest first; `cursor` names the page. */
export async function entries(filter: Filter, cursor: string, options: ClientOptions = {}): Promise<PageOf<Entry>> {
  const given = query({ status: filter.status, q: filter.words.trim(), cursor });
  return pageOf(await getJson(`${DOOR}/entries?${given}`, options), "entries", readEntry);
}

/** The entries whose questions are nearest, of whatever status. */
export async function similar(id: number, options: ClientOptions = {}): Promise<Neighbour[]> {
  const data = await getJson(`${DOOR}/entries/${id}/similar`, options);
  return asList(data.entries, "entries").map((value) => {
    const entry = asObject(value, "entry");
    return { ...readNamed(entry, "id"), score: asNumber(entry.score, "score") };
  });
}

/** Makes an entry servable, or no longer so; the entry as it is then, and the ids of those whose place it took. */
export async function decide(
  id: number,
  verdict: "validate" | "obsolete",
  options: ClientOptions = {},
): Promise<{ readonly entry: Entry; readonly superseded: readonly number[] }> {
  const data = await sendJson(`${DOOR}/entries/${id}/${verdict}`, {}, options);
  return { entry: readEntry(data), superseded: asList(data.superseded, "superseded").map((other) => asWhole(other, "id")) };
}

/** Takes back what was decided about an entry last; the entry as it is then. */
export async function takeBack(id: number, options: ClientOptions = {}): Promise<Entry> {
  return readEntry(await sendJson(`${DOOR}/entries/${id}/undo`, {}, options));
}

/** Makes an entry unknown; `takeBack` brings it back within the hour. */
export async function remove(id: number, options: ClientOptions = {}): Promise<void> {
  await request(`${DOOR}/entries/${id}`, { method: "DELETE" }, options);
}

/** Every step of the decision about a question; nothing is counted or changed. `workspace` may be empty. */
export async function dryRun(question: string, workspace: string, options: ClientOptions = {}): Promise<Decision> {
  const context = workspace === "" ? {} : { projet: workspace };
  const body = { message: { type: "user_request", content: question }, context };
  const data = await sendJson(`${DOOR}/dry-run`, body, options);
  const judged = optional(data.judged, "judged", asObject);
  return {
    decision: asText(data.decision, "decision"),
    score: optional(data.score, "score", asNumber) ?? null,
    judged: judged === undefined ? null : readNamed(judged, "response_id"),
    steps: asList(data.steps, "steps").map(readStep),
  };
}

/** What the memory did in the last days, and what it holds. */
export async function figures(options: ClientOptions = {}): Promise<Figures> {
  const data = await getJson(`${DOOR}/figures`, options);
  const refused = Object.values(asObject(data.refused, "refused")).map((count) => asWhole(count, "refused"));
  const held = asObject(data.entries, "entries");
  const count = (status: Status): number => optional(held[status], status, asWhole) ?? 0;
  return {
    days: asWhole(data.days, "days"),
    served: asWhole(data.served, "served"),
    refused: refused.reduce((sum, one) => sum + one, 0),
    disagreed: asWhole(data.disagreed, "disagreed"),
    held: {
      pending: count("pending"),
      validated: count("validated"),
      stale: count("stale"),
      obsolete: count("obsolete"),
    },
  };
}

function readEntry(value: unknown): Entry {
  const data = asObject(value, "entry");
  return {
    ...readNamed(data, "id"),
    answer: asText(data.answer, "answer"),
    createdAt: asText(data.created_at, "created_at"),
    hits: asWhole(data.hit_count, "hit_count"),
    wrong: asWhole(data.wrong_count, "wrong_count"),
    answerUuid: optional(data.answer_uuid, "answer_uuid", asText) ?? "",
    sources: asList(data.sources, "sources").map((item) => {
      const source = asObject(item, "source");
      return { title: optional(source.title, "title", asText) ?? "", current: source.current === true };
    }),
  };
}

function readNamed(data: Json, id: string): Pick<Entry, "id" | "question" | "status"> {
  return {
    id: asWhole(data[id], id),
    question: asText(data.question, "question"),
    status: asText(data.status, "status"),
  };
}

function readStep(value: unknown): Step {
  const data = asObject(value, "step");
  return {
    name: asText(data.name, "name"),
    passed: typeof data.passed === "boolean" ? data.passed : null,
    reason: optional(data.reason, "reason", asText) ?? "",
    detail: optional(data.detail, "detail", asObject) ?? {},
  };
}
