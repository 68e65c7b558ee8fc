/** The turns on the page: asking, stopping, trying again, starting anew. One turn runs at a time. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  ask,
  type AskRequest,
  type ClientOptions,
  ConnectionLost,
  follow,
  Refused,
  type Snapshot,
  stop,
} from "citestream-client";
import { type Answer, EMPTY } from "citestream-client/protocol";
import { randomHex } from "citestream-client/transport";

import { CONSOLE } from "./application";
import { history } from "./history";
import { scope } from "./scope";
import { notice } from "./session";
import type { Kept } from "./tab";

/** Why a turn ended without an answer, in words for the reader; null words mean that the page must find its own. */
export interface Trouble {
  readonly kind: "refused" | "failed" | "lost" | "signed-out" | "unexpected";
  readonly words: string | null;
  readonly retryable: boolean;
  /** The question was refused because its session is over. */
  readonly sessionOver?: boolean;
  /** The session that takes its place. */
  readonly newSessionId?: string | null;
}

export interface Turn {
  readonly key: number;
  readonly question: string;
  /** A remembered answer may not stand in. */
  readonly afresh: boolean;
  /** It was asked on this page, and not brought back. */
  readonly isNew: boolean;
  readonly snapshot: Signal<Snapshot>;
  /** Of the snapshot; changes once where that changes with every piece of text. */
  readonly answerUuid: ReadonlySignal<string>;
  readonly trouble: Signal<Trouble | null>;
  readonly running: Signal<boolean>;
}

const SESSION_OVER = ["session_expired", "round_limit_reached"];
const FRESH: Snapshot = { answer: EMPTY, connection: "live" };
const SIGNED_OUT: Trouble = { kind: "signed-out", words: null, retryable: true };
const LOST: Trouble = { kind: "lost", words: null, retryable: true };

export class Conversation {
  readonly turns = signal<readonly Turn[]>([]);
  readonly running = computed(() => this.turns.value.some((turn) => turn.running.value));
  /** What somebody named it; empty where its first question stands for it. */
  readonly title = signal("");
  /** What the gateway knows of it is still to be fetched. */
  readonly coming = signal(false);
  readonly options: ClientOptions;
  /** The session that questions are sent in; the page's address names it. */
  readonly sessionId: Signal<string | null>;
  /** What a tab keeps, to go on with after a reload. */
  readonly kept = computed<Kept>(() => ({
    threadId: this.#threadId.value,
    turns: this.turns.value.map(({ question, answerUuid }) => ({ question, answerUuid: answerUuid.value })),
  }));
  readonly #threadId = signal(randomHex());
  #abort = new AbortController();
  #count = 0;

  constructor(options: ClientOptions = {}, sessionId: string | null = null) {
    this.options = { ...CONSOLE, ...options };
    this.sessionId = signal(sessionId);
  }

  /** Adds a turn and follows it to its end. Does nothing for blank text or while another turn runs. */
  async ask(text: string, afresh = false): Promise<void> {
    const question = text.trim();
    if (question === "" || this.running.value) return;
    const turn = this.#turn(question, EMPTY, { afresh });
    this.turns.value = [...this.turns.value, turn];
    await this.#ask(turn);
  }

  /** Goes on where the connection broke, or asks the same question again. */
  async retry(turn: Turn): Promise<void> {
    if (!this.running.value) await this.#goOn(turn);
  }

  async #goOn(turn: Turn): Promise<void> {
    const { answer } = turn.snapshot.value;
    if (isBroken(turn) && answer.answerUuid !== "") {
      await this.#run(turn, follow(answer, this.#clientOptions()));
    } else {
      turn.snapshot.value = FRESH;
      await this.#ask(turn);
    }
  }

  /**
   * Goes on with a conversation that was begun before: its answers come again where `answerOf` does not know them, and
   * one under way goes on.
   */
  async resume(kept: Kept, answerOf: (answerUuid: string) => Answer): Promise<void> {
    this.#leave();
    const turns = kept.turns.map(({ question, answerUuid }) => this.#turn(question, answerOf(answerUuid), { isNew: false }));
    batch(() => {
      this.#threadId.value = kept.threadId;
      this.turns.value = turns;
    });
    await Promise.all(
      turns.map(async (turn) => {
        const { answer } = turn.snapshot.value;
        if (answer.answerUuid === "") turn.trouble.value = LOST;
        else if (answer.status === "running") await this.#run(turn, follow(answer, this.#clientOptions()));
      }),
    );
  }

  /** Goes on with what ended because its reader was signed out. */
  async signedIn(): Promise<void> {
    await Promise.all(
      this.turns.value.filter(({ trouble }) => trouble.value?.kind === "signed-out").map((turn) => this.#goOn(turn)),
    );
  }

  /** Ends the answer under way; what was said stays. Before the gateway has taken the question, only the wait ends. */
  async stop(): Promise<void> {
    const turn = this.turns.value.find(({ running }) => running.value);
    if (turn === undefined) return;
    const answerUuid = turn.answerUuid.value;
    if (answerUuid === "") {
      this.#leave();
      turn.trouble.value = LOST;
      return;
    }
    try {
      await stop(answerUuid, this.options);
    } catch (error) {
      notice(error); // The answer goes on, and the button stays.
    }
  }

  /** Begins a new conversation, or opens another. The gateway finishes and keeps an answer that was under way. */
  clear(other?: string): void {
    this.#leave();
    batch(() => {
      this.#threadId.value = other ?? randomHex();
      this.turns.value = [];
      this.title.value = "";
      this.coming.value = other !== undefined;
    });
  }

  /** Begins a new conversation in another session, with the question that the old one refused. */
  enter(sessionId: string): void {
    const last = this.turns.value.at(-1);
    this.clear();
    this.sessionId.value = sessionId;
    if (last?.trouble.value?.sessionOver === true) void this.ask(last.question, last.afresh);
  }

  #leave(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  #turn(question: string, answer: Answer, { afresh = false, isNew = true } = {}): Turn {
    this.#count += 1;
    const snapshot = signal<Snapshot>({ ...FRESH, answer });
    return {
      key: this.#count,
      question,
      afresh,
      isNew,
      snapshot,
      answerUuid: computed(() => snapshot.value.answer.answerUuid),
      trouble: signal(failureOf(answer)),
      running: signal(false),
    };
  }

  async #ask(turn: Turn): Promise<void> {
    await this.#run(turn, ask(this.#request(turn), this.#clientOptions()));
  }

  /** The question with the conversation before it. Fields that say nothing are left out. */
  #request({ question, afresh, key }: Turn): AskRequest {
    const before = this.turns.value.filter((turn) => turn.key < key);
    const said = history(
      before.map((turn) => ({ question: turn.question, answer: turn.snapshot.value.answer.text, answerUuid: turn.snapshot.value.answer.answerUuid })),
    );
    const sessionId = this.sessionId.value;
    return {
      question,
      thread_id: this.#threadId.value,
      ...scope.value,
      ...(said.length === 0 ? {} : { conversation_history: said }),
      ...(sessionId === null ? {} : { session_id: sessionId }),
      ...(afresh ? { memory: "skip" } : {}),
    };
  }

  async #run(turn: Turn, snapshots: AsyncIterable<Snapshot>): Promise<void> {
    const { signal } = this.#abort;
    const frames = new Frames(turn.snapshot);
    turn.trouble.value = null;
    turn.running.value = true;
    try {
      for await (const snapshot of snapshots) frames.show(snapshot);
      frames.flush();
      turn.trouble.value = failureOf(turn.snapshot.value.answer);
    } catch (error) {
      if (!signal.aborted) turn.trouble.value = describe(error);
      notice(error);
    } finally {
      frames.flush();
      turn.running.value = false;
    }
  }

  #clientOptions(): ClientOptions {
    return { ...this.options, signal: this.#abort.signal };
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

/** Whether the turn ended in the middle, so that it can go on where it was. */
function isBroken({ trouble }: Turn): boolean {
  return trouble.value?.kind === "lost" || trouble.value?.kind === "signed-out";
}

function failureOf({ failure }: Answer): Trouble | null {
  return failure === null ? null : { kind: "failed", words: failure.message, retryable: failure.retryable };
}

function describe(error: unknown): Trouble {
  if (error instanceof ConnectionLost) return LOST;
  if (error instanceof Refused && error.needsKey) return SIGNED_OUT;
  if (!(error instanceof Refused)) return { kind: "unexpected", words: null, retryable: true };
  const sessionOver = SESSION_OVER.includes(error.code);
  return {
    kind: "refused",
    words: sessionOver ? null : error.message, // The gateway's words are for programs: they name fields.
    retryable: error.retryable,
    sessionOver,
    newSessionId: error.newSessionId,
  };
}
