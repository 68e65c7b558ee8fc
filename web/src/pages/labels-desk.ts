/** What the page of labels holds, and what its keys and buttons do. */
import { signal } from "@preact/signals";
import { Refused } from "citestream-client/transport";

import { giveLabel, type Judgement, type LabelItem, labelPage, type LabelPage, type Queue, undoLabel } from "../labelling";
import { Desk } from "./desk";

const KEY = "citestream.labeller";

export class LabelsDesk extends Desk {
  /** Nobody labels until there is a name. */
  readonly queue = signal<Queue>({ labeller: storedName(), run: new URLSearchParams(location.search).get("run") ?? "" });
  readonly page = signal<LabelPage | null>(null);
  /** Those that wait; the first one is shown. */
  readonly items = signal<readonly LabelItem[]>([]);
  readonly labelled = signal(0);
  /** What was done last. */
  readonly did = signal<Judgement | "undo" | "skip" | null>(null);

  async load(queue: Queue = this.queue.value): Promise<void> {
    this.queue.value = queue;
    name(queue);
    if (queue.labeller === "") return;
    await this.attempt(async () => {
      const page = await labelPage(queue, this.options);
      if (this.queue.value !== queue) return;
      this.page.value = page;
      this.items.value = page.items;
      this.labelled.value = page.labelled;
    });
  }

  /** Labels the item that is shown. A key that is pressed meanwhile would mean an item that nobody has seen. */
  async give(verdict: Judgement): Promise<void> {
    const [item, ...rest] = this.items.value;
    if (item === undefined || this.busy.value) return;
    const isDone = await this.attempt(async () => {
      await giveLabel(this.queue.value, item, verdict, this.options).catch((error: unknown) => {
        if (!(error instanceof Refused && error.status === 404)) throw error; // its answer was deleted
      });
      this.items.value = rest;
      this.labelled.value += 1;
      this.did.value = verdict;
    });
    if (isDone && rest.length === 0) await this.load();
  }

  /** Puts the item behind all others. */
  skip(): void {
    const [item, ...rest] = this.items.value;
    if (item === undefined || this.busy.value) return;
    this.items.value = [...rest, item];
    this.did.value = "skip";
  }

  /** Takes the last label back, also one of an earlier visit. */
  async undo(): Promise<void> {
    if (this.queue.value.labeller === "" || this.busy.value) return;
    await this.attempt(async () => {
      const item = await undoLabel(this.queue.value, this.options);
      this.labelled.value = Math.max(0, this.labelled.value - 1);
      if (item !== null) this.items.value = [item, ...this.items.value];
      this.did.value = "undo";
    });
  }
}

function name({ labeller, run }: Queue): void {
  const address = new URL(location.href);
  if (run === "") address.searchParams.delete("run");
  else address.searchParams.set("run", run);
  history.replaceState(history.state, "", address);
  try {
    localStorage.setItem(KEY, labeller);
  } catch {
    // A browser may forbid storage; the name then holds for this visit.
  }
}

function storedName(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
