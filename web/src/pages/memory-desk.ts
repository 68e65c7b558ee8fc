/** What the staff page of the answer memory holds, and what its buttons and keys do. */
import { signal } from "@preact/signals";
import type { Answer } from "citestream-client/protocol";
import { Refused } from "citestream-client/transport";

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
  takeBack,
} from "../memories";
import { storedAnswer } from "../stored-answer";
import { behind, Desk } from "./desk";

export type Deed = "validate" | "obsolete" | "delete";

/** What was done last, and to which entries. `next`: the entry that the focus goes to; absent: it stays. */
export interface Outcome {
  readonly did: Deed | "undo";
  readonly entries: readonly Entry[];
  readonly next?: number | null;
}

export class MemoryDesk extends Desk {
  readonly filter = signal<Filter>({ status: "", words: "" });
  readonly entries = signal<readonly Entry[]>([]);
  readonly cursor = signal("");
  readonly figures = signal<Figures | null>(null);
  readonly selected = signal<ReadonlySet<number>>(new Set());
  readonly opened = signal<number | null>(null);
  /** Of the opened entry: the answer that it was made of, and its neighbours; null while they are looked for, or gone. */
  readonly answer = signal<Answer | null>(null);
  readonly similar = signal<readonly Neighbour[] | null>(null);
  readonly decision = signal<Decision | null>(null);
  readonly outcome = signal<Outcome | null>(null);
  /** Those whose place others took when something was done last, as they were before. */
  #superseded: readonly Entry[] = [];
  /** What was asked for last: each waits for the one before, so that keys may be faster than the gateway. */
  #last: Promise<void> = Promise.resolve();
  /** What is looked for about the opened entry: none is deleted while the gateway is asked about it. */
  #opening: Promise<unknown> = Promise.resolve();

  /** Shows the first page of what fits, and the figures. */
  async load(filter: Filter = this.filter.value): Promise<void> {
    this.filter.value = filter;
    this.selected.value = new Set();
    await this.attempt(async () => {
      const [page, counted] = await Promise.all([entries(filter, "", this.options), figures(this.options)]);
      if (this.filter.value === filter) this.#show(page.items, page.cursor);
      this.figures.value = counted;
    });
  }

  async more(): Promise<void> {
    await this.attempt(async () => {
      const page = await entries(this.filter.value, this.cursor.value, this.options);
      this.#show([...this.entries.value, ...page.items], page.cursor);
    });
  }

  /** Opens an entry with its answer and its neighbours, or closes it. */
  async toggle(id: number): Promise<void> {
    this.similar.value = null;
    this.answer.value = null;
    this.opened.value = this.opened.value === id ? null : id;
    const entry = this.entries.value.find((other) => other.id === this.opened.value);
    if (entry === undefined) return;
    this.#opening = this.attempt(async () => {
      const [found, answer] = await Promise.all([similar(id, this.options), this.#answerOf(entry)]);
      if (this.opened.value !== id) return;
      this.similar.value = found;
      this.answer.value = answer;
    }, true);
    await this.#opening;
  }

  select(id: number, isSelected: boolean): void {
    const selected = new Set(this.selected.value);
    if (isSelected) selected.add(id);
    else selected.delete(id);
    this.selected.value = selected;
  }

  selectAll(isSelected: boolean): void {
    this.selected.value = new Set(isSelected ? this.entries.value.map(({ id }) => id) : []);
  }

  /** Decides about entries, one after another; what was done before one fails stays done, and can be taken back. */
  act(did: Deed, ids: readonly number[]): Promise<void> {
    return (this.#last = this.#last.then(() => this.#act(did, ids)));
  }

  /** Takes back what was done last. */
  undo(): Promise<void> {
    return (this.#last = this.#last.then(() => this.#undo()));
  }

  async #act(did: Deed, ids: readonly number[]): Promise<void> {
    const done: Entry[] = [];
    const superseded: Entry[] = [];
    let next: number | null | undefined;
    await this.attempt(async () => {
      for (const entry of this.entries.value.filter(({ id, status }) => ids.includes(id) && status !== RESULT[did])) {
        if (did === "delete") {
          await this.#opening;
          await remove(entry.id, this.options);
          next = behind(this.entries.value, entry.id);
          this.entries.value = this.entries.value.filter(({ id }) => id !== entry.id);
        } else {
          const decided = await decide(entry.id, did, this.options);
          this.#replace(decided.entry);
          for (const other of this.entries.value.filter(({ id }) => decided.superseded.includes(id))) {
            superseded.push(other);
            this.#replace({ ...other, status: RESULT.obsolete });
          }
        }
        done.push(entry);
        this.select(entry.id, false);
      }
    });
    if (done.length === 0) return;
    this.#superseded = superseded;
    await this.#tell({ did, entries: done, ...(next === undefined ? {} : { next }) });
  }

  async #undo(): Promise<void> {
    const last = this.outcome.value;
    if (last === null || last.did === "undo") return;
    const back: Entry[] = [];
    await this.attempt(async () => {
      for (const { id } of last.entries.toReversed()) {
        const entry = await takeBack(id, this.options);
        if (last.did === "delete") this.entries.value = inOrder([...this.entries.value, entry]);
        else this.#replace(entry);
        back.push(entry);
      }
    });
    if (back.length === last.entries.length) {
      const own = new Set(back.map(({ id }) => id));
      this.#superseded.filter(({ id }) => !own.has(id)).forEach((entry) => this.#replace(entry));
    }
    if (back.length > 0) await this.#tell({ did: "undo", entries: back, next: back.at(-1)?.id ?? null });
  }

  async try(question: string, workspace: string): Promise<void> {
    this.decision.value = null;
    await this.attempt(async () => {
      this.decision.value = await dryRun(question.trim(), workspace.trim(), this.options);
    });
  }

  async #answerOf({ answerUuid }: Entry): Promise<Answer | null> {
    if (answerUuid === "") return null;
    return storedAnswer(answerUuid, this.options).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 404) return null;
      throw error;
    });
  }

  async #tell(outcome: Outcome): Promise<void> {
    this.outcome.value = outcome;
    const why = this.trouble.value;
    await this.attempt(async () => void (this.figures.value = await figures(this.options)));
    this.trouble.value ||= why;
  }

  #show(found: readonly Entry[], cursor: string): void {
    this.entries.value = found;
    this.cursor.value = cursor;
  }

  #replace(changed: Entry): void {
    this.entries.value = this.entries.value.map((entry) => (entry.id === changed.id ? changed : entry));
  }
}

/** The status that an entry has then. */
const RESULT = { validate: "validated", obsolete: "obsolete", delete: "deleted" } as const;

/** As the gateway lists them: newest first. */
function inOrder(all: readonly Entry[]): Entry[] {
  return all.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt) || other.id - one.id);
}
