/** What the staff page of usage holds. */
import { signal } from "@preact/signals";

import { type DayCounts, type Unanswered, unanswered, usage } from "../usage";
import { ListDesk } from "./desk";

export class UsageDesk extends ListDesk {
  readonly days = signal(30);
  /** Of which application; empty for all. */
  readonly app = signal("");
  /** Null until they are there. */
  readonly rows = signal<readonly DayCounts[] | null>(null);
  readonly unanswered = signal<readonly Unanswered[] | null>(null);
  /** The first of the questions that "more" brought. */
  readonly arrived = signal("");

  async load(days: number = this.days.value): Promise<void> {
    this.days.value = days;
    await this.attempt(async () => {
      const [rows, page] = await Promise.all([usage(days, this.options), unanswered(days, "", this.options)]);
      if (this.days.value !== days) return;
      if (!rows.some(({ app }) => app === this.app.value)) this.app.value = "";
      this.rows.value = rows;
      this.show(this.unanswered, page);
    });
  }

  async more(): Promise<void> {
    await this.attempt(async () => {
      const page = await unanswered(this.days.value, this.cursor.value, this.options);
      this.show(this.unanswered, page, true);
      this.arrived.value = page.items[0]?.answerUuid ?? "";
    });
  }
}
