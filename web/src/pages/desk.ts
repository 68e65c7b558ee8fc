/** What the desks of the staff pages share: one call after another, and why the last one failed. */
import { signal } from "@preact/signals";
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

  /** `isQuiet`: nothing waits for it. */
  protected async attempt(what: () => Promise<void>, isQuiet = false): Promise<void> {
    if (!isQuiet) this.busy.value = true;
    this.trouble.value = "";
    try {
      await what();
    } catch (error) {
      this.trouble.value = error instanceof Refused ? (error.needsKey ? "" : error.message) : "unexpected";
      notice(error);
    } finally {
      if (!isQuiet) this.busy.value = false;
    }
  }
}

/** What follows it in the list, else what is before it. */
export function behind<Id>(list: readonly { readonly id: Id }[], id: Id): Id | null {
  const at = list.findIndex((item) => item.id === id);
  return (list[at + 1] ?? list[at - 1])?.id ?? null;
}
