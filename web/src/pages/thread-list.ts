/** The list of conversations: searched, continued, and changed one conversation at a time. */
import { computed, signal } from "@preact/signals";
import { remove, rename, restore, type Thread, threads } from "citestream-client/threads";
import { Refused } from "citestream-client/transport";

import { CONSOLE } from "./application";
import { notice } from "./session";

export interface Outcome {
  readonly did: "rename" | "remove" | "restore";
  readonly thread: Thread;
}

export class ThreadList {
  readonly words = signal("");
  /** Of the page behind the last one here; empty when all are here. */
  readonly cursor = signal("");
  readonly isLoaded = signal(false);
  /** The gateway's words for what went wrong, or `unexpected`; empty when nothing did. */
  readonly trouble = signal("");
  readonly outcome = signal<Outcome | null>(null);
  /** The deleted ones that can come back, by their ids; they stay where they stood. */
  readonly removed = signal<ReadonlyMap<string, Thread>>(new Map());
  /** Those first that were asked in last. */
  readonly entries = computed<readonly Thread[]>(() => {
    const others = this.#found.value.filter(({ threadId }) => !this.removed.value.has(threadId));
    return [...others, ...this.removed.value.values()].sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  });
  readonly #found = signal<readonly Thread[]>([]);
  #abort = new AbortController();

  search(words: string): void {
    this.words.value = words;
    this.removed.value = new Map();
    this.outcome.value = null;
  }

  /** Fetches the first page; one that is still on its way is given up. */
  async load(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    await this.#try(async () => {
      const page = await threads(this.words.value, "", { ...CONSOLE, signal });
      this.#found.value = page.threads;
      this.cursor.value = page.cursor;
      this.isLoaded.value = true;
    }, signal);
  }

  /** Fetches the next page; the id of its first conversation, empty where there is none. */
  async more(): Promise<string> {
    let first = "";
    const { signal } = this.#abort;
    await this.#try(async () => {
      const page = await threads(this.words.value, this.cursor.value, { ...CONSOLE, signal });
      const known = new Set(this.#found.value.map(({ threadId }) => threadId));
      const others = page.threads.filter(({ threadId }) => !known.has(threadId));
      this.#found.value = [...this.#found.value, ...others];
      this.cursor.value = page.cursor;
      first = others[0]?.threadId ?? "";
    }, signal);
    return first;
  }

  async rename(thread: Thread, title: string): Promise<void> {
    await this.#try(async () => {
      const renamed = await rename(thread.threadId, title, CONSOLE);
      this.#found.value = this.#found.value.map((one) => (one.threadId === thread.threadId ? renamed : one));
      this.outcome.value = { did: "rename", thread: renamed };
    });
  }

  async remove(thread: Thread): Promise<void> {
    await this.#try(async () => {
      await remove(thread.threadId, CONSOLE);
      this.removed.value = new Map([...this.removed.value, [thread.threadId, thread]]);
      this.outcome.value = { did: "remove", thread };
    });
  }

  async restore(thread: Thread): Promise<void> {
    await this.#try(async () => {
      const back = await restore(thread.threadId, CONSOLE);
      const others = this.#found.value.filter(({ threadId }) => threadId !== thread.threadId);
      this.#found.value = [...others, back];
      this.removed.value = new Map([...this.removed.value].filter(([threadId]) => threadId !== thread.threadId));
      this.outcome.value = { did: "restore", thread: back };
    });
  }

  async #try(action: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    try {
      this.trouble.value = "";
      await action();
    } catch (error) {
      if (signal?.aborted === true) return;
      this.trouble.value = error instanceof Refused && !error.needsKey ? error.message : "unexpected";
      notice(error);
    }
  }
}
