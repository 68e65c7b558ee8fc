/** What the staff page of the answer memory holds, and what its buttons do. */
import { signal } from "@preact/signals";

import { type ClientOptions, Refused } from "../client";
import {
  type Decision,
  decide,
  dryRun,
  entries,
  type Entry,
  type Figures,
  figures,
  type Filter,
  type Neighbour,
  remove,
  similar,
} from "../memories";
import { notice } from "./session";

export class MemoryDesk {
  readonly filter = signal<Filter>({ status: "", words: "" });
  readonly entries = signal<readonly Entry[]>([]);
  readonly cursor = signal("");
  readonly figures = signal<Figures | null>(null);
  readonly opened = signal<number | null>(null);
  /** Of the opened entry; null while they are looked for. */
  readonly similar = signal<readonly Neighbour[] | null>(null);
  readonly decision = signal<Decision | null>(null);
  /** Why the last call failed: the gateway's sentence, or "unexpected"; empty after one that did not. */
  readonly trouble = signal("");
  readonly busy = signal(false);
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
  }

  /** Shows the first page of what fits, and the figures. */
  async load(filter: Filter = this.filter.value): Promise<void> {
    this.filter.value = filter;
    await this.#do(async () => {
      const [page, counted] = await Promise.all([entries(filter, "", this.#options), figures(this.#options)]);
      if (this.filter.value === filter) this.#show(page.entries, page.cursor);
      this.figures.value = counted;
    });
  }

  async more(): Promise<void> {
    await this.#do(async () => {
      const page = await entries(this.filter.value, this.cursor.value, this.#options);
      this.#show([...this.entries.value, ...page.entries], page.cursor);
    });
  }

  /** Opens an entry with its neighbours, or closes it. */
  async toggle(id: number): Promise<void> {
    this.similar.value = null;
    this.opened.value = this.opened.value === id ? null : id;
    if (this.opened.value === null) return;
    await this.#do(async () => {
      const found = await similar(id, this.#options);
      if (this.opened.value === id) this.similar.value = found;
    });
  }

  async decide(id: number, verdict: "validate" | "obsolete"): Promise<void> {
    await this.#do(async () => {
      const changed = await decide(id, verdict, this.#options);
      this.entries.value = this.entries.value.map((entry) => (entry.id === id ? changed : entry));
      this.figures.value = await figures(this.#options);
    });
  }

  async remove(id: number): Promise<void> {
    await this.#do(async () => {
      await remove(id, this.#options);
      this.entries.value = this.entries.value.filter((entry) => entry.id !== id);
      this.figures.value = await figures(this.#options);
    });
  }

  async try(question: string, workspace: string): Promise<void> {
    this.decision.value = null;
    await this.#do(async () => {
      this.decision.value = await dryRun(question.trim(), workspace.trim(), this.#options);
    });
  }

  #show(found: readonly Entry[], cursor: string): void {
    this.entries.value = found;
    this.cursor.value = cursor;
  }

  async #do(what: () => Promise<void>): Promise<void> {
    this.busy.value = true;
    this.trouble.value = "";
    try {
      await what();
    } catch (error) {
      this.trouble.value = error instanceof Refused ? error.message : "unexpected";
      notice(error);
    } finally {
      this.busy.value = false;
    }
  }
}
