/** Conversations as the gateway keeps them (`/v1/threads`): listed, searched, read, renamed, deleted, brought back. */
import { asList, asObject, asText, asWhole, type Json, optional } from "./protocol/shape.js";
import { type ClientOptions, getJson, request, sendJson } from "./transport.js";

export interface Thread {
  readonly threadId: string;
  readonly title: string;
  /** Somebody named it; else its title is the beginning of its first question. */
  readonly isNamed: boolean;
  readonly questions: number;
  /** The answer that is being written; empty where none is. */
  readonly running: string;
  /** When it was last asked in, as RFC 3339 has it. */
  readonly updatedAt: string;
}

export interface ThreadTurn {
  readonly question: string;
  readonly answerUuid: string;
  /** Other answers to the same question. */
  readonly earlier: readonly string[];
}

export interface ThreadPage {
  readonly threads: readonly Thread[];
  /** Of the page behind this one; empty on the last. */
  readonly cursor: string;
}

/**
 * Conversations with these words, those first that were asked in last; `cursor` names the page. All functions here mean
 * the conversations of `options.callerApp`, or of every application.
 *
 * @example const { threads: found, cursor } = await threads("loans", "", gateway);
 */
export async function threads(words = "", cursor = "", options: ClientOptions = {}): Promise<ThreadPage> {
  const data = await getJson(`/v1/threads${query({ q: words.trim(), cursor }, options)}`, options);
  return {
    threads: asList(data.threads, "threads").map((value) => readThread(asObject(value, "thread"))),
    cursor: nextOf(data),
  };
}

/**
 * A conversation with all of its questions, the oldest first. Throws `Refused` (404) for one that is not there.
 *
 * @example const { title, turns } = await thread("t-1", gateway);
 */
export async function thread(
  threadId: string,
  options: ClientOptions = {},
): Promise<Thread & { readonly turns: readonly ThreadTurn[] }> {
  let turns: ThreadTurn[] = [];
  let cursor = "";
  let data: Json;
  do {
    data = await getJson(pathOf(threadId) + query({ limit: "100", cursor }, options), options);
    turns = [...asList(data.turns, "turns").map(readTurn), ...turns];
    cursor = nextOf(data);
  } while (cursor !== "");
  return { ...readThread(data), turns };
}

/**
 * Names a conversation; as it is then.
 *
 * @example await rename("t-1", "Loan rules", gateway);
 */
export async function rename(threadId: string, title: string, options: ClientOptions = {}): Promise<Thread> {
  return readThread(await sendJson(pathOf(threadId) + query({}, options), { title }, options, "PATCH"));
}

/**
 * Deletes a conversation; for an hour `restore` brings it back.
 *
 * @example await remove("t-1", gateway);
 */
export async function remove(threadId: string, options: ClientOptions = {}): Promise<void> {
  await request(pathOf(threadId) + query({}, options), { method: "DELETE" }, options);
}

/**
 * Brings a deleted conversation back; as it is then. Throws `Refused` (404) after an hour.
 *
 * @example await restore("t-1", gateway);
 */
export async function restore(threadId: string, options: ClientOptions = {}): Promise<Thread> {
  return readThread(await sendJson(`${pathOf(threadId)}/restore${query({}, options)}`, {}, options));
}

function pathOf(threadId: string): string {
  return `/v1/threads/${encodeURIComponent(threadId)}`;
}

/** The parameters that say something, with the application's name in front. */
function query(more: Readonly<Record<string, string>>, { callerApp = "" }: ClientOptions): string {
  const said = Object.entries({ caller_app: callerApp, ...more }).filter(([, value]) => value !== "");
  return said.map(([name, value], index) => `${index === 0 ? "?" : "&"}${name}=${encodeURIComponent(value)}`).join("");
}

function nextOf(data: Json): string {
  return optional(data.next_cursor, "next_cursor", asText) ?? "";
}

function readThread(data: Json): Thread {
  return {
    threadId: asText(data.thread_id, "thread_id"),
    title: asText(data.title, "title"),
    isNamed: data.named === true,
    questions: asWhole(data.questions, "questions"),
    running: optional(data.running, "running", asText) ?? "",
    updatedAt: asText(data.updated_at, "updated_at"),
  };
}

function readTurn(value: unknown): ThreadTurn {
  const data = asObject(value, "turn");
  return {
    question: asText(data.question, "question"),
    answerUuid: asText(data.answer_uuid, "answer_uuid"),
    earlier: asList(data.earlier_answers, "earlier_answers").map((uuid) => asText(uuid, "answer_uuid")),
  };
}
