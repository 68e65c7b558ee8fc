/** What the list of recorded answers holds. What it is filtered by stands in the address, so that "back" finds it again. */
import { signal } from "@preact/signals";

import { type Filter, type Recorded, recorded, RESULTS, runAgain, SOURCES } from "../recordings";
import { ListDesk } from "./desk";

export class RecordingsDesk extends ListDesk {
  readonly filter = signal<Filter>(namedFilter());
  /** Null until they are there. */
  readonly answers = signal<readonly Recorded[] | null>(null);
  /** The first of the lines that "more" brought. */
  readonly arrived = signal("");
  /** How many differences each answer has that was run again. */
  readonly reruns = signal<ReadonlyMap<string, number>>(new Map());
  readonly isRunning = signal(false);
  #run = 0;

  /** Shows the first page of what fits. */
  async load(filter: Filter = this.filter.value): Promise<void> {
    this.filter.value = filter;
    this.stop();
    this.reruns.value = new Map();
    nameFilter(filter);
    await this.attempt(async () => {
      const page = await recorded(filter, "", this.options);
      if (this.filter.value !== filter) return;
      this.show(this.answers, page);
    });
  }

  async more(): Promise<void> {
    if (this.busy.value) return;
    await this.attempt(async () => {
      const filter = this.filter.value;
      const page = await recorded(filter, this.cursor.value, this.options);
      if (this.filter.value !== filter) return;
      this.show(this.answers, page, true);
      this.arrived.value = page.items[0]?.id ?? "";
    });
  }

  /** Of the answers shown, those that can be run again. */
  get runnable(): readonly Recorded[] {
    return (this.answers.value ?? []).filter(({ hasPieces }) => hasPieces);
  }

  /** Runs all that are shown again, one after the other, until that is stopped. */
  async runAll(): Promise<void> {
    if (this.isRunning.value) return;
    const run = (this.#run += 1);
    this.isRunning.value = true;
    this.reruns.value = new Map();
    await this.attempt(async () => {
      for (const { id } of this.runnable) {
        const { differences } = await runAgain(id, this.options);
        if (this.#run !== run) return;
        this.reruns.value = new Map([...this.reruns.value, [id, differences.length]]);
      }
    });
    if (this.#run === run) this.stop();
  }

  stop(): void {
    this.#run += 1;
    this.isRunning.value = false;
  }
}

function namedFilter(): Filter {
  const given = new URLSearchParams(location.search);
  return {
    words: given.get("q") ?? "",
    source: SOURCES.find((source) => source === given.get("source")) ?? "",
    result: RESULTS.find((result) => result === given.get("result")) ?? "",
  };
}

function nameFilter({ words, source, result }: Filter): void {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries({ q: words.trim(), source, result })) {
    if (value === "") address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  history.replaceState(history.state, "", address);
}
