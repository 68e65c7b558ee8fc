/**
 * Text of an event stream in, frames out. A frame is one event-stream message; what it means is said in `events.ts`.
 *
 * The limit is part of the reader: a stream that never ends its message cannot fill the memory of a page. The gateway
 * sends at most one paragraph or one reference in a frame, far below it.
 */
import { createParser } from "eventsource-parser";

export const MAX_FRAME_CHARACTERS = 4_000_000;

export interface Frame {
  /** `<epoch>-<seq>`, the cursor to resume from; empty when the sender gave none. */
  readonly id: string;
  /** The event's name, such as `[START]`; empty for a piece of text. */
  readonly name: string;
  readonly data: string;
}

export class FrameReader {
  /** Milliseconds to wait before reconnecting, if the server said so. */
  retry: number | undefined;
  #frames: Frame[] = [];
  readonly #parser = createParser({
    maxBufferSize: MAX_FRAME_CHARACTERS,
    onEvent: ({ id = "", event = "", data }) => this.#frames.push({ id, name: event, data }),
    onRetry: (milliseconds) => {
      this.retry = milliseconds;
    },
  });

  /** The frames that `chunk` completes, in order. Throws once a frame is longer than the limit. */
  feed(chunk: string): Frame[] {
    this.#parser.feed(chunk);
    const frames = this.#frames;
    this.#frames = [];
    return frames;
  }
}
