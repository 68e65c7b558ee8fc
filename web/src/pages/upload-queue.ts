/** Files on their way to the gateway: two at a time, each with its own state; what failed can be tried again. */
import { computed, type Signal, signal } from "@preact/signals";
import { ProtocolError } from "citestream-client/protocol";
import { Refused } from "citestream-client/transport";

import { type Fields, sendFile, type SendFile } from "../upload";
import type { Chosen } from "../view/dropped-files";
import { notice } from "./session";

/** `reading`: all of it has gone, and the gateway reads it. */
export type State = "waiting" | "sending" | "reading" | "ready" | "unchanged" | "failed";

export interface Progress {
  readonly state: State;
  /** How much has gone, from 0 to 1. */
  readonly share: number;
  readonly passages: number;
  /** Of what failed: the gateway's sentence, or what the page knows itself. */
  readonly reason: string | { readonly own: "network" | "large" | "unexpected" };
}

export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly path: string;
  readonly fields: Fields;
  /** The title of the document whose place it takes; empty for another. */
  readonly replaces: string;
  readonly progress: Signal<Progress>;
}

export interface Counts {
  readonly all: number;
  readonly open: number;
  readonly failed: number;
}

interface QueueOptions {
  readonly send?: SendFile;
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Called when nothing is under way any more. */
  readonly onEnd?: () => void;
}

const AT_ONCE = 2;
/** A gateway that is busy is asked again a few times. */
const TRIES = 5;
const PAUSE_MS = 2000;
const WAITING: Progress = { state: "waiting", share: 0, passages: 0, reason: "" };
const OPEN = new Set<State>(["waiting", "sending", "reading"]);

export class UploadQueue {
  readonly uploads = signal<readonly Upload[]>([]);
  readonly leftOut = signal(0);
  readonly counts = computed<Counts>(() => {
    const states = this.uploads.value.map(({ progress }) => progress.value.state);
    const failed = states.filter((state) => state === "failed").length;
    return { all: states.length, open: states.filter((state) => OPEN.has(state)).length, failed };
  });
  /** What one file may have, in bytes. */
  mostBytes = Infinity;
  #active = 0;
  #next = 0;
  readonly #options: QueueOptions;

  constructor(options: QueueOptions = {}) {
    this.#options = options;
  }

  /** Without `fields.source` a file is known by its path, so that equal names in two folders stay two documents. */
  add(files: readonly Chosen[], fields: Fields = {}, replaces = ""): void {
    const added = files.map(({ file, path }) => ({
      key: this.#next++,
      file,
      path,
      fields: { source: path, ...fields },
      replaces,
      progress: signal(WAITING),
    }));
    this.uploads.value = [...this.uploads.value, ...added];
    this.resume();
  }

  retry(upload: Upload): void {
    upload.progress.value = WAITING;
    this.resume();
  }

  /** Takes away what has ended. */
  clear(): void {
    this.uploads.value = this.uploads.value.filter(({ progress }) => OPEN.has(progress.value.state));
    this.leftOut.value = 0;
  }

  /** Sends what waits, as many at once as may be; again after a sign-in. */
  resume(): void {
    while (this.#active < AT_ONCE) {
      const next = this.uploads.value.find(({ progress }) => progress.value.state === "waiting");
      if (next === undefined) return;
      void this.#send(next);
    }
  }

  async #send(upload: Upload): Promise<void> {
    this.#active += 1;
    const { progress } = upload;
    progress.value = { ...WAITING, state: "sending" };
    let goesOn = true;
    try {
      progress.value = await this.#sent(upload);
    } catch (error) {
      notice(error);
      goesOn = !(error instanceof Refused && error.needsKey);
      progress.value = goesOn ? { ...WAITING, state: "failed", reason: reasonOf(error) } : WAITING;
    }
    this.#active -= 1;
    if (goesOn) this.resume();
    if (this.#active === 0 && goesOn) this.#options.onEnd?.();
  }

  async #sent({ file, fields, progress }: Upload): Promise<Progress> {
    if (file.size > this.mostBytes) return { ...WAITING, state: "failed", reason: { own: "large" } };
    const send = this.#options.send ?? sendFile;
    const onShare = (share: number): void => {
      progress.value = { ...WAITING, state: share < 1 ? "sending" : "reading", share };
    };
    for (let tries = 1; ; tries += 1) {
      try {
        const { status, passages, error } = await send(file, fields, onShare);
        const state = status === "unchanged" || status === "ready" ? status : "failed";
        return { state, share: 1, passages, reason: error };
      } catch (error) {
        if (!(error instanceof Refused && error.retryable) || tries === TRIES) throw error;
        progress.value = { ...WAITING, state: "sending" };
        await (this.#options.wait ?? pause)(PAUSE_MS * tries);
      }
    }
  }
}

function reasonOf(error: unknown): Progress["reason"] {
  if (error instanceof Refused) return error.message;
  return { own: error instanceof ProtocolError || error instanceof SyntaxError ? "unexpected" : "network" };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
