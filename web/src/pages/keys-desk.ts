/** What the page of keys holds, and what its buttons do. */
import { signal } from "@preact/signals";

import { type Key, keys, makeKey, type MadeKey, type NewKey, revokeKey } from "../keys";
import { ListDesk } from "./desk";

export class KeysDesk extends ListDesk {
  /** Null until they are known. */
  readonly keys = signal<readonly Key[] | null>(null);
  /** The key that was made last, until its reader has put it away. */
  readonly made = signal<MadeKey | null>(null);
  /** The id of the key that was revoked last; empty before one was. */
  readonly revoked = signal("");

  protected override async attempt(what: () => Promise<void>): Promise<boolean> {
    this.revoked.value = "";
    return super.attempt(what);
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      const page = await keys("", this.options);
      this.show(this.keys, page);
    });
  }

  async more(): Promise<void> {
    await this.attempt(async () => {
      const page = await keys(this.cursor.value, this.options);
      this.show(this.keys, page, true);
    });
  }

  /** Makes a key; tells whether it is there. */
  async make(wanted: NewKey): Promise<boolean> {
    return this.attempt(async () => {
      const made = await makeKey(wanted, this.options);
      this.made.value = made;
      this.keys.value = [made.key, ...(this.keys.value ?? [])];
    });
  }

  async revoke(id: string): Promise<void> {
    await this.attempt(async () => {
      await revokeKey(id, this.options);
      this.revoked.value = id;
      this.keys.value = (this.keys.value ?? []).map((key) => (key.id === id ? { ...key, state: "revoked" } : key));
    });
  }
}
