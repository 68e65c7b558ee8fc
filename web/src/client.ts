/**
 * Asks, follows an answer to its end, stops it, loads what the page shows about itself.
 *
 * A lost connection is not a lost answer. The gateway keeps every event; `ask` and `follow` come back with the cursor
 * of the last event they folded, wait with full jitter between tries, and give up after a bounded number of tries that
 * brought nothing new.
 */
import { type Answer, EMPTY, fold, hasWholeReferences, isWhole } from "./protocol/answer";
import { readDocument, readWholeReferences } from "./protocol/document";
import { isTerminal, parseFrame } from "./protocol/events";
import { FrameReader } from "./protocol/frames";
import { asList, asObject, asText, asWhole, type Json, optional } from "./protocol/shape";
import { type ClientOptions, getJson, randomHex, Refused, request } from "./transport";

export { type ClientOptions, Refused } from "./transport";

export interface Message {
  readonly role: "user" | "assistant";
  readonly content: string;
}

export interface AskRequest {
  readonly question: string;
  readonly language?: string;
  readonly workspace?: string;
  /** The conversation it belongs to: a follow-up points at sections of its earlier answers. */
  readonly caller_app?: string;
  readonly thread_id?: string;
  /** A session that keeps messages and workflow (`GET /context/{session_id}`). */
  readonly session_id?: string;
  readonly conversation_history?: readonly Message[];
  /** Whether a remembered answer may stand in; absent: it may. */
  readonly memory?: "use" | "skip" | "only";
}

/** One look at an answer in progress. `connection` says whether the stream is up or being brought back. */
export interface Snapshot {
  readonly answer: Answer;
  readonly connection: "live" | "reconnecting";
}

export interface Suggestions {
  readonly en: readonly string[];
  readonly fr: readonly string[];
  readonly zh: readonly string[];
}

/** What the gateway says about itself (`GET /v1/status`). */
export interface Status {
  readonly version: string;
  readonly provider: string;
  readonly model: string | null;
  readonly documents: number;
  readonly passages: number;
  readonly suggestions: Suggestions;
  /** Whether there are sample documents that are not searched any more, for there are others. */
  readonly sampleLeftOut: boolean;
  /** Whether this browser has a session, which `signOut` ends. */
  readonly signedIn: boolean;
}

/** The connection could not be (re)established within the bounded number of tries. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** Tries in a row that bring no new event; with the delays below the last one starts after about 25 s on average. */
const MAX_TRIES = 8;
const FIRST_DELAY_MS = 400;
const MAX_DELAY_MS = 10_000;
/** The gateway sends a comment every 15 s; three missed ones mean that the connection is dead though it looks open. */
const SILENCE_MS = 45_000;

/**
 * Asks and yields the answer as it grows; the last value holds the finished or failed answer. Throws `Refused` when the
 * gateway turns the question down and `ConnectionLost` when it cannot be reached.
 */
export function ask(request: AskRequest, options: ClientOptions = {}): AsyncGenerator<Snapshot, void, undefined> {
  return new Turn(options, { ...request, rollback: true }).run(EMPTY);
}

/** Goes on with an answer that `ask` began: from its cursor, or from its first event when it holds none. */
export function follow(answer: Answer, options: ClientOptions = {}): AsyncGenerator<Snapshot, void, undefined> {
  return new Turn(options, null).run(answer);
}

/** Ends an answer that is being written; its stream then ends by itself, with what was said. */
export async function stop(answerUuid: string, options: ClientOptions = {}): Promise<void> {
  await request(`/v1/answers/${encodeURIComponent(answerUuid)}/stop`, { method: "POST" }, options);
}

/** What the gateway says about itself. Throws `Refused`, `ProtocolError`, or what `fetch` throws without a network. */
export async function status(options: ClientOptions = {}): Promise<Status> {
  const data = await getJson("/v1/status", options);
  const suggestions = optional(data.suggestions, "suggestions", asObject) ?? {};
  const list = (language: string): readonly string[] =>
    (optional(suggestions[language], language, asList) ?? []).map((value) => asText(value, language));
  return {
    version: asText(data.version, "version"),
    provider: asText(data.provider, "provider"),
    model: optional(data.model, "model", asText) ?? null,
    documents: asWhole(data.documents, "documents"),
    passages: asWhole(data.passages, "passages"),
    suggestions: { en: list("en"), fr: list("fr"), zh: list("zh") },
    sampleLeftOut: data.sample_left_out === true,
    signedIn: data.signed_in === true,
  };
}

/** Opens a session for this browser; the key is not kept. Throws `Refused` when it is not valid. */
export async function signIn(key: string, options: ClientOptions = {}): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await request("/sign-in", { method: "POST", headers, body: JSON.stringify({ key }) }, options);
}

/** Ends this browser's session. */
export async function signOut(options: ClientOptions = {}): Promise<void> {
  await request("/sign-out", { method: "POST" }, options);
}

/** One turn's connections, from the question to the terminal event. */
class Turn {
  readonly #options: ClientOptions;
  readonly #body: string | null;
  /** One key for all tries of this question: a try whose response got lost joins the answer it had started. */
  readonly #key = randomHex();

  constructor(options: ClientOptions, request: Json | null) {
    this.#options = options;
    this.#body = request && JSON.stringify(request);
  }

  async *run(from: Answer): AsyncGenerator<Snapshot, void, undefined> {
    let answer = from;
    let delay = FIRST_DELAY_MS;
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      this.#options.signal?.throwIfAborted();
      const connection = new Connection(this.#options);
      try {
        const response = await connection.open(...this.#request(answer));
        answer = adopt(answer, response);
        if (response.status === 204) return yield await this.#settle({ ...answer, status: "finished" });
        for await (const next of connection.answers(response, answer)) {
          answer = next;
          tries = 0;
          delay = FIRST_DELAY_MS;
          if (answer.status !== "running") return yield await this.#settle(answer);
          yield { answer, connection: "live" };
        }
      } catch (error) {
        this.#options.signal?.throwIfAborted();
        if (error instanceof Refused) {
          if (error.code === "cursor_ahead") answer = { ...EMPTY, answerUuid: answer.answerUuid };
          else if (answer.answerUuid === "" || !error.retryable) throw error;
        }
      } finally {
        connection.close();
      }
      if (tries === MAX_TRIES) break;
      yield { answer, connection: "reconnecting" };
      await (this.#options.wait ?? wait)(Math.random() * (connection.retry ?? delay), this.#options.signal);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
    }
    throw new ConnectionLost("the connection to the gateway is lost");
  }

  /** The question while no answer is known, then the rest of its events. */
  #request(answer: Answer): [path: string, init: RequestInit] {
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
    if (answer.status !== "finished") return answer;
    const uuid = encodeURIComponent(answer.answerUuid);
    if (!isWhole(answer)) {
      const document = readDocument(await getJson(`/v1/answers/${uuid}`, this.#options));
      return { ...document, language: answer.language, thinking: answer.thinking };
    }
    if (!hasWholeReferences(answer)) return answer;
    const envelope = await getJson(`/conversation/message/embedding-ref/${uuid}`, this.#options);
    return { ...answer, references: readWholeReferences(envelope) };
  }
}

/** One HTTP response that is an event stream; given up when it falls silent. */
class Connection {
  /** The pause the server asked for before the next try. */
  retry: number | undefined;
  readonly #options: ClientOptions;
  readonly #abort = new AbortController();
  readonly #forward = (): void => this.#abort.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    options.signal?.addEventListener("abort", this.#forward);
  }

  async open(path: string, init: RequestInit): Promise<Response> {
    this.#listen();
    return request(path, { ...init, signal: this.#abort.signal }, this.#options);
  }

  /** The answer after each event of the stream; ends after the terminal event, or where the stream was cut. */
  async *answers(response: Response, from: Answer): AsyncGenerator<Answer, void, undefined> {
    if (response.body === null) return;
    const frames = new FrameReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let answer = from;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      this.#listen();
      for (const frame of frames.feed(decoder.decode(read.value, { stream: true }))) {
        const numbered = parseFrame(frame);
        if (numbered === null || numbered.seq <= answer.lastSeq) continue;
        answer = fold(answer, numbered);
        yield answer;
        if (isTerminal(numbered.event)) return;
      }
      this.retry = frames.retry;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#forward);
    this.#abort.abort();
  }

  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#forward, SILENCE_MS);
  }
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
