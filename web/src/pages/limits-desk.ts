/** What the part of the keys' page about limits holds: what is set and used, and what was saved. */
import { signal } from "@preact/signals";
import { Refused } from "citestream-client/transport";

import { type Limits, setKeyLimits, setTenantLimits, type TenantLimits, tenantLimits, type Used, usedNow } from "../limits";
import { Desk } from "./desk";

export class LimitsDesk extends Desk {
  /** Null until they are known. */
  readonly tenant = signal<TenantLimits | null>(null);
  /** Null until it is known, and for who may not know it. */
  readonly used = signal<Used | null>(null);
  /** Of keys whose limits were changed here, by id. */
  readonly changed = signal<ReadonlyMap<string, Limits>>(new Map());
  /** Whose limits the last call was about: a key's id; empty for the tenant. */
  readonly about = signal("");
  readonly saved = signal(false);

  async load(whose: string): Promise<void> {
    await this.#of(whose, async () => {
      this.tenant.value ??= await tenantLimits(this.options);
      this.used.value = await this.#used();
    });
  }

  async save(whose: string, limits: Limits): Promise<void> {
    await this.#of(whose, async () => {
      if (whose === "") this.tenant.value = await setTenantLimits(limits, this.options);
      else this.changed.value = new Map(this.changed.value).set(whose, await setKeyLimits(whose, limits, this.options));
      this.saved.value = true;
    });
  }

  /** A key that sees some workspaces only may not know what the whole tenant uses. */
  async #used(): Promise<Used | null> {
    try {
      return await usedNow(this.options);
    } catch (error) {
      if (error instanceof Refused && error.status === 403) return null;
      throw error;
    }
  }

  async #of(whose: string, what: () => Promise<void>): Promise<void> {
    this.about.value = whose;
    this.saved.value = false;
    await this.attempt(what);
  }
}
