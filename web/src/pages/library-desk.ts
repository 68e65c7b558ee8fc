/** What the page of the documents holds, and what its buttons do. */
import { signal } from "@preact/signals";
import * as library from "citestream-client/documents";

import { behind, ListDesk } from "./desk";

/** What was done last, to be said; `next` takes the place of what went, null where nothing is left. */
export interface Outcome {
  readonly did: "deleted" | "dismissed" | "read" | "failed";
  readonly title: string;
  readonly next: string | null;
}

export type Filter = Required<library.Filter>;
export const EVERYTHING: Filter = { words: "", workspace: "", kind: "", sort: "newest" };

export class LibraryDesk extends ListDesk {
  readonly access = signal<library.Access | null>(null);
  readonly filter = signal(EVERYTHING);
  /** Null until they are there. */
  readonly documents = signal<readonly library.Document[] | null>(null);
  readonly failures = signal<readonly library.Failure[]>([]);
  readonly failuresCursor = signal("");
  readonly workspaces = signal<readonly string[]>([]);
  /** The document that is to be deleted, once that is confirmed, and what cites it, once that is known. */
  readonly leaving = signal<{ readonly id: string; readonly citing: library.Citing | null } | null>(null);
  readonly outcome = signal<Outcome | null>(null);
  /** How far vectors are; null if all are there. */
  readonly indexing = signal<library.Indexing | null>(null);
  /** The first of the lines that "more" brought. */
  readonly arrived = signal("");

  /** Shows the first page of what fits. */
  async load(filter: Filter = this.filter.value): Promise<void> {
    this.filter.value = filter;
    this.leaving.value = null;
    await this.attempt(async () => {
      this.access.value ??= await library.access(this.options);
      await this.#refresh();
    });
  }

  /** Shows what has changed, and leaves a question that is open. */
  async reload(): Promise<void> {
    await this.attempt(() => this.#refresh());
  }

  /** Looks how far vectors are. */
  async watch(): Promise<void> {
    this.indexing.value = await library.indexing(this.options).catch(() => null);
  }

  /** Somebody else may sign in. */
  forget(): void {
    this.access.value = null;
    this.documents.value = null;
    this.failures.value = [];
  }

  async more(): Promise<void> {
    await this.attempt(async () => {
      const filter = this.filter.value;
      const page = await library.documents(filter, this.cursor.value, this.options);
      if (this.filter.value !== filter) return;
      this.show(this.documents, page, true);
      this.arrived.value = page.items[0]?.id ?? "";
    });
  }

  async moreFailures(): Promise<void> {
    await this.attempt(async () => {
      const { items, cursor } = await library.failures(this.failuresCursor.value, this.options);
      this.failures.value = [...this.failures.value, ...items];
      this.failuresCursor.value = cursor;
      this.arrived.value = items[0]?.id ?? "";
    });
  }

  /** Asks whether a document is to be deleted, and looks what cites it; null takes the question back. */
  async ask(id: string | null): Promise<void> {
    this.leaving.value = id === null ? null : { id, citing: null };
    if (id === null) return;
    await this.attempt(async () => {
      const citing = await library.citing(id, this.options);
      if (this.leaving.value?.id === id) this.leaving.value = { id, citing };
    });
  }

  async remove({ id, title }: library.Document): Promise<void> {
    await this.attempt(async () => {
      await library.remove(id, this.options);
      const all = this.documents.value ?? [];
      this.leaving.value = null;
      this.documents.value = all.filter((document) => document.id !== id);
      this.outcome.value = { did: "deleted", title, next: behind(all, id) };
    });
  }

  async dismiss({ id, title }: library.Failure): Promise<void> {
    await this.attempt(async () => {
      await library.remove(id, this.options);
      const next = behind(this.failures.value, id);
      this.failures.value = this.failures.value.filter((failure) => failure.id !== id);
      this.outcome.value = { did: "dismissed", title, next };
    });
  }

  /** Tries once more what failed. */
  async retry({ id, title }: library.Failure): Promise<void> {
    await this.attempt(async () => {
      const { status } = await library.retry(id, this.options);
      const next = behind(this.failures.value, id);
      await this.#refresh();
      this.outcome.value = { did: status === "failed" ? "failed" : "read", title, next };
    });
  }

  async #refresh(): Promise<void> {
    const filter = this.filter.value;
    const nothing: library.PageOf<library.Failure> = { items: [], cursor: "" };
    const [page, failed, names] = await Promise.all([
      library.documents(filter, "", this.options),
      this.access.value?.isStaff === true ? library.failures("", this.options) : nothing,
      library.workspaces(this.options),
    ]);
    this.failures.value = failed.items;
    this.failuresCursor.value = failed.cursor;
    this.workspaces.value = names;
    if (this.filter.value !== filter) return;
    this.show(this.documents, page);
  }
}
