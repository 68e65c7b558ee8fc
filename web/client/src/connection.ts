/** One connection to the events of an answer. */
import { type Answer, fold } from "./protocol/answer.js";
import { addressed, type Event, isTerminal, parseFrame } from "./protocol/events.js";
import { FrameReader } from "./protocol/frames.js";
import { type ClientOptions, request, type Sent, strange } from "./transport.js";

/** The gateway sends a comment every 15 s; three missed ones mean that the connection is dead though it looks open. */
const SILENCE_MS = 45_000;
/** When there is reason to look, one missed comment is enough. */
const SHORT_SILENCE_MS = 20_000;

/** One HTTP response that is an event stream; given up when it falls silent. */
export class Connection {
  /** The pause the server asked for before the next try. */
  retry: number | undefined;
  readonly #options: ClientOptions;
  readonly #abort = new AbortController();
  readonly #forward = (): void => this.#abort.abort();
  readonly #asleep: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = Date.now();

  constructor(options: ClientOptions) {
    this.#options = options;
    options.signal?.addEventListener("abort", this.#forward);
    this.#asleep = options.onWake?.(() => {
      if (Date.now() - this.#heard > SHORT_SILENCE_MS) this.#abort.abort();
    });
  }

  async open(path: string, sent: Sent): Promise<Response> {
    this.#listen();
    const response = await request(path, { ...sent, signal: this.#abort.signal }, this.#options);
    const type = response.headers.get("Content-Type") ?? "";
    if (response.status !== 204 && !type.startsWith("text/event-stream")) throw strange(response, "an event stream");
    return response;
  }

  /** The answer after each event of the stream; ends after the terminal event, or where the stream was cut. */
  async *answers(response: Response, from: Answer): AsyncGenerator<[Answer, Event], void, undefined> {
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
        const event = this.#addressed(numbered.event);
        answer = fold(answer, { ...numbered, event });
        yield [answer, event];
        if (isTerminal(event)) return;
      }
      this.retry = frames.retry;
    }
  }

  #addressed(event: Event): Event {
    return event.type === "reference_shown" ? { ...event, reference: addressed(event.reference, this.#options.base) } : event;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asleep?.();
    this.#options.signal?.removeEventListener("abort", this.#forward);
    this.#abort.abort();
  }

  #listen(): void {
    this.#heard = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#forward, SILENCE_MS);
  }
}
