/** What the page of the audit log holds. */
import { signal } from "@preact/signals";
import { type ClientOptions, Refused } from "citestream-client/transport";

import { type Deed, type DeedFilter, deedLines, deeds } from "../keys";
import { notice } from "./session";

export class AuditDesk {
  readonly filter = signal<DeedFilter>({ action: "", actor: "", target: "" });
  /** Null until they are known. */
  readonly deeds = signal<readonly Deed[] | null>(null);
  readonly cursor = signal("");
  /** Why the last call failed: the gateway's sentence, or "unexpected"; empty after one that did not. */
  readonly trouble = signal("");
  readonly busy = signal(false);
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
  }

  /** Shows the first page of what fits. */
  async load(filter: DeedFilter = this.filter.value): Promise<void> {
    this.filter.value = filter;
    await this.#do(async () => {
      const page = await deeds(filter, "", this.#options);
      if (this.filter.value !== filter) return;
      this.deeds.value = page.items;
      this.cursor.value = page.cursor;
    });
  }

  async more(): Promise<void> {
    await this.#do(async () => {
      const page = await deeds(this.filter.value, this.cursor.value, this.#options);
      this.deeds.value = [...(this.deeds.value ?? []), ...page.items];
      this.cursor.value = page.cursor;
    });
  }

  /** All that fit, as a file; null where that failed. */
  async lines(): Promise<Blob | null> {
    let found: Blob | null = null;
    await this.#do(async () => {
      found = await deedLines(this.filter.value, this.#options);
    });
    return found;
  }

  async #do(what: () => Promise<void>): Promise<void> {
    this.busy.value = true;
    this.trouble.value = "";
    try {
      await what();
    } catch (error) {
      this.trouble.value = error instanceof Refused ? (error.needsKey ? "" : error.message) : "unexpected";
      notice(error);
    } finally {
      this.busy.value = false;
    }
  }
}
