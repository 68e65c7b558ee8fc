/**
 * Asks, follows an answer to its end, stops it.
 *
 * A lost connection is not a lost answer. The gateway keeps every event; `ask` and `follow` come back with the cursor
 * of the last event they folded, wait with full jitter between tries, and give up after a number of tries that brought
 * nothing new (`ClientOptions.tries`).
 */
import { afterLoss } from "./advice.js";
import { Connection } from "./connection.js";
import { type Answer, EMPTY, hasWholeReferences, isWhole } from "./protocol/answer.js";
import { addressed, type Event, type Reference } from "./protocol/events.js";
import { type Json, ProtocolError } from "./protocol/shape.js";
import { checkBase, type ClientOptions, getJson, randomHex, Refused, request, type Sent } from "./transport.js";

export interface Message {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Of an answer of this gateway: a question can then be about its sources. */
  readonly answer_uuid?: string;
}

/** Where to search; what is absent means everything. */
export interface Scope {
  readonly workspace?: string;
  readonly document_ids?: readonly string[];
  readonly source_app?: string;
  /** Of the passages, as primary subtags: `["en", "fr"]`. */
  readonly languages?: readonly string[];
}

/** A question, spelled as the gateway reads it (docs/protocol.md, section 2). */
export interface AskRequest extends Scope {
  readonly question: string;
  /** Of the answer; absent: recognised from the question. */
  readonly language?: string;
  /** The conversation it belongs to: a follow-up points at sections of its earlier answers. */
  readonly caller_app?: string;
  readonly thread_id?: string;
  /** A session that keeps messages and workflow (`GET /context/{session_id}`). */
  readonly session_id?: string;
  readonly conversation_history?: readonly Message[];
  /** Whether a remembered answer may stand in; absent: it may. */
  readonly memory?: "use" | "skip" | "only";
  readonly phase?: string;
  readonly citation_mode?: "paragraph" | "answer" | "none";
  /** Whether sections are wanted behind the answer; absent: recognised from the question. */
  readonly deliverable?: boolean;
  /** Show nothing factual without a citation that is supported. */
  readonly strict?: boolean;
  /** Whether text may be withdrawn while the answer is written. The client can do that, so it may unless told. */
  readonly rollback?: boolean;
  /** What becomes of the answer when the reader leaves; absent: it is written to its end. */
  readonly on_disconnect?: "continue" | "cancel";
  /** For whom a key of the role `app` asks. */
  readonly user_ref?: string;
  readonly user_segment?: string;
  readonly model?: string;
}

export interface AskOptions extends ClientOptions {
  /** The same key with the same question joins the answer that it began, for 24 hours; absent: one for each `ask`. */
  readonly idempotencyKey?: string;
}

/** One look at an answer in progress. */
export interface Snapshot {
  readonly answer: Answer;
  /** Whether the stream is up or being brought back. */
  readonly connection: "live" | "reconnecting";
  /** What made it so; absent where the connection was cut, or the answer came as a whole. */
  readonly event?: Event | undefined;
}

/** The connection could not be (re)established within the bounded number of tries. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";

  constructor(
    /** What had come of the answer: `follow` goes on from there, when its uuid is known. */
    readonly answer: Answer,
    tries: number,
    options: ClientOptions,
    cause: unknown,
  ) {
    super(afterLoss(answer.answerUuid, tries, options, cause), { cause });
  }
}

/** The answer ended with an error, before there was any text. */
export class AnswerFailed extends Error {
  override readonly name = "AnswerFailed";
  readonly code: string;
  /** Whether the same question may succeed later. */
  readonly retryable: boolean;

  constructor(readonly answer: Answer) {
    super(answer.failure?.message ?? "The answer failed.");
    this.code = answer.failure?.code ?? "";
    this.retryable = answer.failure?.retryable ?? true;
  }
}

/** Tries in a row that bring no new event; with the delays below the last one starts after about 25 s on average. */
const MAX_TRIES = 8;
const FIRST_DELAY_MS = 400;
const MAX_DELAY_MS = 10_000;

/**
 * Asks and yields the answer as it grows; the last value holds the finished or failed answer. Throws `Refused` when the
 * gateway turns the question down, `ConnectionLost` when it cannot be reached, `ProtocolError` when what answers is none.
 *
 * @example for await (const { answer } of ask({ question: "How long is a loan?" }, gateway)) console.log(answer.text);
 */
export function ask(request: AskRequest, options: AskOptions = {}): AsyncGenerator<Snapshot, void, undefined> {
  const app = options.callerApp === undefined ? {} : { caller_app: options.callerApp };
  return new Turn(options, { rollback: true, ...app, ...request }).run(EMPTY);
}

/**
 * Goes on with an answer: from its cursor when it is one that `ask` began, from its first event when only its uuid is
 * given, whether it is being written or finished. Throws as `ask` does.
 *
 * @example for await (const { answer } of follow("5b0d6b1c0f6e4f0fa3c1d2e4f5061728", gateway)) console.log(answer.text);
 */
export function follow(answer: Answer | string, options: ClientOptions = {}): AsyncGenerator<Snapshot, void, undefined> {
  return new Turn(options, null).run(typeof answer === "string" ? { ...EMPTY, answerUuid: answer } : answer);
}

/**
 * Asks and waits for the whole answer. Throws as `ask` does, and `AnswerFailed` when the answer ends with an error.
 *
 * @example const answer = await answerTo({ question: "How long is a loan?" }, gateway);
 */
export async function answerTo(request: AskRequest, options: AskOptions = {}): Promise<Answer> {
  let answer = EMPTY;
  for await (const snapshot of ask(request, options)) answer = snapshot.answer;
  if (answer.status === "failed") throw new AnswerFailed(answer);
  return answer;
}

/**
 * Ends an answer that is being written; its stream then ends by itself, with what was said.
 *
 * @example await stop(answer.answerUuid, gateway);
 */
export async function stop(answerUuid: string, options: ClientOptions = {}): Promise<void> {
  await request(`/v1/answers/${encodeURIComponent(answerUuid)}/stop`, { method: "POST" }, options);
}

/** One turn's connections, from the question to the terminal event. */
class Turn {
  readonly #options: AskOptions;
  readonly #body: string | null;
  /** One key for all tries of this question: a try whose response got lost joins the answer it had started. */
  readonly #key: string;

  constructor(options: AskOptions, request: Json | null) {
    this.#options = options;
    this.#key = options.idempotencyKey ?? randomHex();
    this.#body = request && JSON.stringify(request);
  }

  async *run(from: Answer): AsyncGenerator<Snapshot, void, undefined> {
    let answer = from;
    let delay = FIRST_DELAY_MS;
    const most = this.#options.tries ?? MAX_TRIES;
    let cause: unknown;
    checkBase(this.#options);
    for (let tries = 1; tries <= most; tries += 1) {
      this.#options.signal?.throwIfAborted();
      const connection = new Connection(this.#options);
      try {
        const response = await connection.open(...this.#request(answer));
        answer = adopt(answer, response);
        if (response.status === 204) return yield await this.#settle({ ...answer, status: "finished" });
        for await (const [next, event] of connection.answers(response, answer)) {
          answer = next;
          tries = 0;
          delay = FIRST_DELAY_MS;
          if (answer.status !== "running") return yield { ...(await this.#settle(answer)), event };
          yield { answer, connection: "live", event };
        }
      } catch (error) {
        this.#options.signal?.throwIfAborted();
        cause = error;
        if (error instanceof ProtocolError && answer.answerUuid === "") throw error;
        if (error instanceof Refused) {
          if (error.code === "cursor_ahead") answer = { ...EMPTY, answerUuid: answer.answerUuid };
          else if (!error.retryable || (answer.answerUuid === "" && !isAway(error))) throw error;
        }
      } finally {
        connection.close();
      }
      if (tries === most) break;
      yield { answer, connection: "reconnecting" };
      await (this.#options.wait ?? wait)(Math.random() * (connection.retry ?? delay), this.#options.signal);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
    }
    throw new ConnectionLost(answer, most, this.#options, cause);
  }

  /** The question while no answer is known, then the rest of its events. */
  #request(answer: Answer): [path: string, sent: Sent] {
    const accept = { Accept: "text/event-stream" };
    if (answer.answerUuid === "") {
      const headers = { ...accept, "Content-Type": "application/json", "Idempotency-Key": this.#key };
      return ["/v1/answers", { method: "POST", headers, body: this.#body ?? "{}" }];
    }
    const cursor = answer.lastId === "" ? undefined : { "Last-Event-ID": answer.lastId };
    return [`/v1/answers/${encodeURIComponent(answer.answerUuid)}/events`, { headers: { ...accept, ...cursor } }];
  }

  /** The finished answer with everything that its events did not bring; what cannot be fetched stays as it arrived. */
  async #settle(answer: Answer): Promise<Snapshot> {
    try {
      return { answer: await this.#complete(answer), connection: "live" };
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      if (answer.status === "finished" && answer.meta === null) throw error;
      return { answer, connection: "live" };
    }
  }

  async #complete(answer: Answer): Promise<Answer> {
    if (answer.status !== "finished" || (isWhole(answer) && !hasWholeReferences(answer))) return answer;
    const { readDocument, readWholeReferences } = await import("./protocol/document.js"); // hardly ever needed
    const uuid = encodeURIComponent(answer.answerUuid);
    if (!isWhole(answer)) {
      const document = readDocument(await getJson(`/v1/answers/${uuid}`, this.#options));
      const { language, thinking, lastId, lastSeq } = answer;
      return { ...document, references: this.#addressed(document.references), language, thinking, lastId, lastSeq };
    }
    const envelope = await getJson(`/conversation/message/embedding-ref/${uuid}`, this.#options);
    return { ...answer, references: this.#addressed(readWholeReferences(envelope)) };
  }

  #addressed(references: readonly Reference[]): Reference[] {
    return references.map((reference) => addressed(reference, this.#options.base));
  }
}

/** Whether a proxy says that the gateway is away, as during a restart: then the question has not arrived. */
function isAway({ status, code }: Refused): boolean {
  return code === "" && status >= 502 && status <= 504;
}

/** The uuid from `Location`, so that a stream cut before its first event can be resumed too. */
function adopt(answer: Answer, response: Response): Answer {
  const uuid = /\/v1\/answers\/([0-9a-f]{32})$/.exec(response.headers.get("Location") ?? "")?.[1];
  return answer.answerUuid === "" && uuid !== undefined ? { ...answer, answerUuid: uuid } : answer;
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
