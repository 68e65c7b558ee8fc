/** What the page of evaluation runs holds. The open run and its comparison are in the address. */
import { signal } from "@preact/signals";

import { comparedRuns, type Comparison, evaluationReport, evaluationRuns, type LiveRates, liveRates, type Report, type Run } from "../evaluations";
import { Desk } from "./desk";

export class EvaluationsDesk extends Desk {
  readonly runs = signal<readonly Run[] | null>(null);
  readonly report = signal<Report | null>(null);
  readonly comparison = signal<Comparison | null>(null);
  readonly live = signal<LiveRates | null>(null);
  readonly days = signal(7);
  /** The open run; empty: none. */
  readonly run = new URLSearchParams(location.search).get("run") ?? "";
  /** The run that it is compared with; empty: none. */
  readonly other = signal(new URLSearchParams(location.search).get("with") ?? "");

  async load(): Promise<void> {
    const isLoaded = await this.attempt(async () => {
      const { days, options, run } = this;
      const [runs, live, report] = await Promise.all([
        evaluationRuns(options),
        liveRates(days.value, options),
        run === "" ? null : evaluationReport(run, options),
      ]);
      this.runs.value = runs;
      this.live.value = live;
      this.report.value = report;
    });
    if (isLoaded && this.other.value !== "") await this.compare(this.other.value);
  }

  /** Compares the open run with another one; empty: with none. */
  async compare(other: string): Promise<void> {
    this.other.value = other;
    const address = new URL(location.href);
    if (other === "") address.searchParams.delete("with");
    else address.searchParams.set("with", other);
    history.replaceState(history.state, "", address);
    this.comparison.value = null;
    if (other === "" || this.run === "") return;
    await this.attempt(async () => {
      const found = await comparedRuns(other, this.run, this.options);
      if (this.other.value === other) this.comparison.value = found;
    });
  }

  async look(days: number): Promise<void> {
    this.days.value = days;
    await this.attempt(async () => {
      const found = await liveRates(days, this.options);
      if (this.days.value === days) this.live.value = found;
    });
  }
}
