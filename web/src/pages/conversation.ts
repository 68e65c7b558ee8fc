/** The turns on the page: asking, trying again, starting anew. One turn runs at a time. */
import { computed, type Signal, signal } from "@preact/signals";

import { ask, type ClientOptions, ConnectionLost, follow, Refused, type Snapshot } from "../client";
import { EMPTY } from "../protocol/answer";
import { notice } from "./session";

/** Why a turn ended without an answer, in words for the reader; null words mean that the page must find its own. */
export interface Trouble {
  readonly kind: "refused" | "failed" | "lost" | "unexpected";
  readonly words: string | null;
  readonly retryable: boolean;
}

export interface Turn {
  readonly key: number;
  readonly question: string;
  readonly snapshot: Signal<Snapshot>;
  readonly trouble: Signal<Trouble | null>;
  readonly running: Signal<boolean>;
}

const FRESH: Snapshot = { answer: EMPTY, connection: "live" };

export class Conversation {
  readonly turns = signal<readonly Turn[]>([]);
  readonly running = computed(() => this.turns.value.some((turn) => turn.running.value));
  readonly #options: ClientOptions;
  #abort = new AbortController();
  #count = 0;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
  }

  /** Adds a turn and follows it to its end. Does nothing for blank text or while another turn runs. */
  async ask(text: string): Promise<void> {
    const question = text.trim();
    if (question === "" || this.running.value) return;
    this.#count += 1;
    const turn: Turn = {
      key: this.#count,
      question,
      snapshot: signal(FRESH),
      trouble: signal(null),
      running: signal(false),
    };
    this.turns.value = [...this.turns.value, turn];
    await this.#run(turn, ask({ question }, this.#clientOptions()));
  }

  /** Goes on where the connection broke, or asks the same question again. */
  async retry(turn: Turn): Promise<void> {
    if (this.running.value) return;
    const { answer } = turn.snapshot.value;
    const isLost = turn.trouble.value?.kind === "lost" && answer.answerUuid !== "";
    if (!isLost) turn.snapshot.value = FRESH;
    await this.#run(
      turn,
      isLost ? follow(answer, this.#clientOptions()) : ask({ question: turn.question }, this.#clientOptions()),
    );
  }

  /** Clears the page. The gateway finishes and keeps an answer that was under way. */
  clear(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.turns.value = [];
  }

  async #run(turn: Turn, snapshots: AsyncIterable<Snapshot>): Promise<void> {
    const { signal } = this.#abort;
    const frames = new Frames(turn.snapshot);
    turn.trouble.value = null;
    turn.running.value = true;
    try {
      for await (const snapshot of snapshots) frames.show(snapshot);
      frames.flush();
      const { failure } = turn.snapshot.value.answer;
      if (failure !== null) turn.trouble.value = { kind: "failed", words: failure.message, retryable: failure.retryable };
    } catch (error) {
      if (!signal.aborted) turn.trouble.value = describe(error);
      notice(error);
    } finally {
      frames.flush();
      turn.running.value = false;
    }
  }

  #clientOptions(): ClientOptions {
    return { ...this.#options, signal: this.#abort.signal };
  }
}

/**
 * Draws at most once per frame of the screen. Drawing after every event took 12 s for a paragraph of 15,000 characters
 * in 3,000 pieces, because each piece renders the open paragraph again.
 */
class Frames {
  readonly #target: Signal<Snapshot>;
  #latest: Snapshot | null = null;
  #request = 0;

  constructor(target: Signal<Snapshot>) {
    this.#target = target;
  }

  show(snapshot: Snapshot): void {
    if (this.#latest === null) this.#request = requestAnimationFrame(() => this.flush());
    this.#latest = snapshot;
  }

  /** Draws at once what is waiting; a tab in the background gets no frames. */
  flush(): void {
    cancelAnimationFrame(this.#request);
    if (this.#latest !== null) this.#target.value = this.#latest;
    this.#latest = null;
  }
}

function describe(error: unknown): Trouble {
  if (error instanceof Refused) {
    return { kind: "refused", words: error.message, retryable: error.retryable || error.needsKey };
  }
  if (error instanceof ConnectionLost) return { kind: "lost", words: null, retryable: true };
  return { kind: "unexpected", words: null, retryable: true };
}
