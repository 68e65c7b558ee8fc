/** What the page of the audit log holds. */
import { signal } from "@preact/signals";

import { type Deed, type DeedFilter, deedLines, deeds } from "../keys";
import { ListDesk } from "./desk";

export class AuditDesk extends ListDesk {
  readonly filter = signal<DeedFilter>({ action: "", actor: "", target: "" });
  /** Null until they are known. */
  readonly deeds = signal<readonly Deed[] | null>(null);

  /** Shows the first page of what fits. */
  async load(filter: DeedFilter = this.filter.value): Promise<void> {
    this.filter.value = filter;
    await this.attempt(async () => {
      const page = await deeds(filter, "", this.options);
      if (this.filter.value !== filter) return;
      this.show(this.deeds, page);
    });
  }

  async more(): Promise<void> {
    await this.attempt(async () => {
      const page = await deeds(this.filter.value, this.cursor.value, this.options);
      this.show(this.deeds, page, true);
    });
  }

  /** All that fit, as a file; null where that failed. */
  async lines(): Promise<Blob | null> {
    let found: Blob | null = null;
    await this.attempt(async () => {
      found = await deedLines(this.filter.value, this.options);
    });
    return found;
  }
}
