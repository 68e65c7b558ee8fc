/** What the staff page of feedback holds, and what its buttons do. */
import { signal } from "@preact/signals";
import type { Answer } from "citestream-client/protocol";

import { type Feedback, feedbackList, type Filter, handle, type State } from "../feedback-list";
import { storedAnswer } from "../stored-answer";
import { ListDesk } from "./desk";

/** What was done last. `before`: as it was, so that it can be taken back; null: it was taken back. */
export interface FeedbackOutcome {
  readonly did: State | "note";
  readonly question: string;
  readonly before: Feedback | null;
}

export class FeedbackDesk extends ListDesk {
  readonly filter = signal<Filter>({ verdict: "", state: "open" });
  /** Null until they are there. */
  readonly feedback = signal<readonly Feedback[] | null>(null);
  readonly open = signal<number | null>(null);
  /** The feedback whose answer is shown as a whole, and that answer, once it is there. */
  readonly opened = signal<number | null>(null);
  readonly answer = signal<Answer | null>(null);
  readonly outcome = signal<FeedbackOutcome | null>(null);
  /** The first of the lines that "more" brought. */
  readonly arrived = signal<number | null>(null);

  async load(filter: Filter = this.filter.value): Promise<void> {
    this.filter.value = filter;
    this.opened.value = null;
    await this.attempt(async () => {
      const page = await feedbackList(filter, "", this.options);
      this.open.value = page.open;
      if (this.filter.value !== filter) return;
      this.show(this.feedback, page);
    });
  }

  async more(): Promise<void> {
    await this.attempt(async () => {
      const page = await feedbackList(this.filter.value, this.cursor.value, this.options);
      this.show(this.feedback, page, true);
      this.arrived.value = page.items[0]?.id ?? null;
    });
  }

  async toggle({ id, answerUuid }: Feedback): Promise<void> {
    this.answer.value = null;
    this.opened.value = this.opened.value === id ? null : id;
    if (this.opened.value === null) return;
    await this.attempt(async () => {
      const answer = await storedAnswer(answerUuid, this.options);
      if (this.opened.value === id) this.answer.value = answer;
    });
  }

  /** Handles it, opens it again, or writes a note beside it. */
  async change(before: Feedback, change: { readonly state: State; readonly note?: string }): Promise<void> {
    await this.attempt(async () => {
      await this.#change(before, change);
      this.outcome.value = { did: change.note === undefined ? change.state : "note", question: before.question, before };
    });
  }

  /** Takes back what was done last. */
  async undo(): Promise<void> {
    const before = this.outcome.value?.before;
    if (before == null) return;
    await this.attempt(async () => {
      await this.#change(before, { state: before.state, note: before.note });
      this.outcome.value = { did: before.state, question: before.question, before: null };
    });
  }

  async #change({ id }: Feedback, change: { readonly state: State; readonly note?: string }): Promise<void> {
    const was = this.feedback.value?.find((other) => other.id === id);
    const now = await handle(id, change, this.options);
    this.feedback.value = (this.feedback.value ?? []).map((other) => (other.id === id ? now : other));
    const step = Number(now.state === "open") - Number(was?.state === "open");
    this.open.value = this.open.value === null ? null : this.open.value + step;
  }
}
