/**
 * Text of an event stream in, frames out, as the standard reads it (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 * A frame is one event-stream message; what it means is said in `events.ts`.
 *
 * The limit is part of the reader: a stream that never ends its message cannot fill the memory of its reader. The
 * gateway sends at most one paragraph or one reference in a frame, far below it.
 */
import { ProtocolError } from "./shape.js";

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
  /** What has come of the line that is not over yet. */
  #line = "";
  /** The last piece ended with CR: an LF at the beginning of the next one belongs to it. */
  #endedWithCr = false;
  #id = "";
  #name = "";
  /** The lines of data, each with an LF behind it. */
  #data = "";

  /** The frames that `chunk` completes, in order. Throws `ProtocolError` once a frame is longer than the limit. */
  feed(chunk: string): Frame[] {
    const frames: Frame[] = [];
    const text = this.#endedWithCr && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    if (chunk !== "") this.#endedWithCr = chunk.endsWith("\r");
    const lines = text.split(/\r\n?|\n/);
    const open = lines.pop() ?? "";
    for (const line of lines) {
      this.#read(this.#line + line, frames);
      this.#line = "";
    }
    this.#line += open;
    if (this.#line.length + this.#data.length > MAX_FRAME_CHARACTERS) throw new ProtocolError("an event does not end");
    return frames;
  }

  #read(line: string, frames: Frame[]): void {
    if (line === "") return this.#end(frames);
    const colon = line.includes(":") ? line.indexOf(":") : line.length;
    const field = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#data += `${value}\n`;
    else if (field === "event") this.#name = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
  }

  /** A frame is over. Unlike a browser's `EventSource`, one without an id of its own does not get the last one's. */
  #end(frames: Frame[]): void {
    if (this.#data !== "") frames.push({ id: this.#id, name: this.#name, data: this.#data.slice(0, -1) });
    this.#id = this.#name = this.#data = "";
  }
}
