/** What the desks of the staff pages share: one call after another, and why the last one failed. */
import { type Signal, signal } from "@preact/signals";
import type { PageOf } from "citestream-client/documents";
import { type ClientOptions, Refused } from "citestream-client/transport";

import { notice } from "./session";

export class Desk {
  /** Why the last call failed: the gateway's sentence, or "unexpected"; empty after one that did not. */
  readonly trouble = signal("");
  readonly busy = signal(false);
  protected readonly options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.options = options;
  }

  /** Tells whether it succeeded. `isQuiet`: nothing waits for it. */
  protected async attempt(what: () => Promise<void>, isQuiet = false): Promise<boolean> {
    if (!isQuiet) this.busy.value = true;
    this.trouble.value = "";
    try {
      await what();
      return true;
    } catch (error) {
      this.trouble.value = error instanceof Refused ? (error.needsKey ? "" : error.message) : "unexpected";
      notice(error);
      return false;
    } finally {
      if (!isQuiet) this.busy.value = false;
    }
  }
}

/** A desk with a list that comes page by page. */
export class ListDesk extends Desk {
  /** Of the page behind the last one here; empty when all are here. */
  readonly cursor = signal("");

  /** Shows the first page; `isMore`: the next one, behind what is there. */
  protected show<Item>(list: Signal<readonly Item[] | null>, { items, cursor }: PageOf<Item>, isMore = false): void {
    list.value = isMore ? [...(list.value ?? []), ...items] : items;
    this.cursor.value = cursor;
  }
}

/** What follows it in the list, else what is before it. */
export function behind<Id>(list: readonly { readonly id: Id }[], id: Id): Id | null {
  const at = list.findIndex((item) => item.id === id);
  return (list[at + 1] ?? list[at - 1])?.id ?? null;
}
