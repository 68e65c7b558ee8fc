/** What the page of one recording holds: the recording, what plays it, and what running it again found. */
import { signal } from "@preact/signals";
import { type ClientOptions, Refused } from "citestream-client/transport";

import { type Mark, marksOf, type Moment, momentsOf } from "../recorded/film";
import type { Recording } from "../recorded/lines";
import { recording, type Rerun, runAgain } from "../recordings";
import { Desk } from "./desk";
import { Player } from "./player";

/** A recording that was read, and what follows from it. */
export interface Opened {
  readonly recording: Recording;
  readonly marks: readonly Mark[];
  readonly moments: readonly Moment[];
  readonly player: Player;
}

/** `trouble` is also "gone": there is no such recording. */
export class RecordingDesk extends Desk {
  /** Null until it is there. */
  readonly opened = signal<Opened | null>(null);
  /** Null until it was run again. */
  readonly rerun = signal<Rerun | null>(null);
  readonly id: string;

  constructor(id: string, options: ClientOptions = {}) {
    super(options);
    this.id = id;
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      const found = await recording(this.id, this.options).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 404) throw error;
        this.trouble.value = "gone";
        return null;
      });
      if (found === null) return;
      const player = new Player(found.events);
      this.opened.value = { recording: found, marks: marksOf(found), moments: momentsOf(found), player };
    });
  }

  async runAgain(): Promise<void> {
    if (this.busy.value) return;
    this.rerun.value = null;
    await this.attempt(async () => {
      this.rerun.value = await runAgain(this.id, this.options);
    });
  }
}
