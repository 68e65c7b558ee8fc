/** What the page of keys holds, and what its buttons do. */
import { signal } from "@preact/signals";
import { type ClientOptions, Refused } from "citestream-client/transport";

import { type Key, keys, makeKey, type MadeKey, type NewKey, revokeKey } from "../keys";
import { notice } from "./session";

export class KeysDesk {
  /** Null until they are known. */
  readonly keys = signal<readonly Key[] | null>(null);
  readonly cursor = signal("");
  /** The key that was made last, until its reader has put it away. */
  readonly made = signal<MadeKey | null>(null);
  /** The id of the key that was revoked last; empty before one was. */
  readonly revoked = signal("");
  /** Why the last call failed: the gateway's sentence, or "unexpected"; empty after one that did not. */
  readonly trouble = signal("");
  readonly busy = signal(false);
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
  }

  async load(): Promise<void> {
    await this.#do(async () => {
      const page = await keys("", this.#options);
      this.keys.value = page.items;
      this.cursor.value = page.cursor;
    });
  }

  async more(): Promise<void> {
    await this.#do(async () => {
      const page = await keys(this.cursor.value, this.#options);
      this.keys.value = [...(this.keys.value ?? []), ...page.items];
      this.cursor.value = page.cursor;
    });
  }

  /** Makes a key; tells whether it is there. */
  async make(wanted: NewKey): Promise<boolean> {
    return this.#do(async () => {
      const made = await makeKey(wanted, this.#options);
      this.made.value = made;
      this.keys.value = [made.key, ...(this.keys.value ?? [])];
    });
  }

  async revoke(id: string): Promise<void> {
    await this.#do(async () => {
      await revokeKey(id, this.#options);
      this.revoked.value = id;
      this.keys.value = (this.keys.value ?? []).map((key) => (key.id === id ? { ...key, state: "revoked" } : key));
    });
  }

  async #do(what: () => Promise<void>): Promise<boolean> {
    this.busy.value = true;
    this.trouble.value = "";
    this.revoked.value = "";
    try {
      await what();
      return true;
    } catch (error) {
      this.trouble.value = error instanceof Refused ? (error.needsKey ? "" : error.message) : "unexpected";
      notice(error);
      return false;
    } finally {
      this.busy.value = false;
    }
  }
}
