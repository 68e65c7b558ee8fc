/** Plays a recording: which of its events are shown, at what time of it, how fast. */
import { computed, signal } from "@preact/signals";
import type { Answer } from "citestream-client/protocol";

import { Film, type Mark, type MarkKind, reached } from "../recorded/film";
import type { RecordedEvent } from "../recorded/lines";

/** How many times as fast as it was; `fast`: without any pause. */
export const PACES = ["0.25", "1", "2", "5", "20", "fast"] as const;
export type Pace = (typeof PACES)[number];

/** The longest pause between two events, as the gateway's replay has it. */
const LONGEST_PAUSE = 10_000;
/** Without pauses, the whole takes this many frames at most. */
const MOST_FRAMES = 120;

/** Calls back before the next frame is drawn, with the time in milliseconds. */
export type NextFrame = (callback: (now: number) => void) => number;

export class Player {
  /** How many events are shown. */
  readonly at = signal(0);
  /** Milliseconds of the recording. */
  readonly time = signal(0);
  readonly isPlaying = signal(false);
  readonly pace = signal<Pace>("1");
  /** What a screen reader is to be told, each time it changes: where a step or a jump led, or what playing does. */
  readonly told = signal<"" | "playing" | "paused" | "ended" | `at ${number}`>("");
  readonly answer = computed<Answer>(() => this.#film.answerAt(this.at.value));
  readonly length: number;
  readonly #film: Film;
  readonly #events: readonly RecordedEvent[];
  readonly #next: NextFrame;

  constructor(events: readonly RecordedEvent[], next: NextFrame = (callback) => requestAnimationFrame(callback)) {
    this.#film = new Film(events);
    this.#events = events;
    this.#next = next;
    this.length = Math.max(0, ...events.map(({ time }) => time));
    this.#stand(events.length);
  }

  get count(): number {
    return this.#events.length;
  }

  /** Goes on from here; from the beginning where all has been shown. */
  play(): void {
    if (this.isPlaying.peek() || this.count === 0) return;
    if (this.at.peek() >= this.count) this.#stand(0);
    this.isPlaying.value = true;
    this.told.value = "playing";
    this.#run();
  }

  pause(): void {
    if (!this.isPlaying.peek()) return;
    this.isPlaying.value = false;
    this.told.value = "paused";
  }

  toggle(): void {
    if (this.isPlaying.peek()) this.pause();
    else this.play();
  }

  /** Shows so many events, and stays there. */
  goTo(at: number): void {
    this.isPlaying.value = false;
    this.#stand(Math.min(Math.max(at, 0), this.count));
    this.told.value = `at ${this.at.peek()}`;
  }

  step(by: number): void {
    this.goTo(this.at.peek() + by);
  }

  /** Goes to a time of the recording; playing goes on from there. */
  seek(time: number): void {
    this.time.value = Math.min(Math.max(time, 0), this.length);
    this.at.value = time <= 0 ? 0 : reached(this.#events, time);
  }

  /** Goes to the next of these marks, behind the last to the first; -1: to the one before. */
  goToMark(marks: readonly Mark[], direction: 1 | -1, kind?: MarkKind): void {
    const places = marks.filter((mark) => kind === undefined || mark.kind === kind).map(({ at }) => at);
    const here = this.at.peek();
    const next = direction > 0 ? places.find((at) => at > here) : places.findLast((at) => at < here);
    const to = next ?? places.at(direction > 0 ? 0 : -1);
    if (to !== undefined) this.goTo(to);
  }

  #stand(at: number): void {
    this.at.value = at;
    this.time.value = at === 0 ? 0 : at >= this.count ? this.length : (this.#events[at - 1]?.time ?? 0);
  }

  #run(): void {
    let before: number | null = null;
    const frame = (now: number): void => {
      if (!this.isPlaying.peek()) return;
      this.#advance(before === null ? 0 : now - before);
      before = now;
      if (this.at.peek() < this.count) this.#next(frame);
      else {
        this.isPlaying.value = false;
        this.told.value = "ended";
      }
    };
    this.#next(frame);
  }

  #advance(elapsed: number): void {
    const pace = this.pace.peek();
    if (pace === "fast") return this.#stand(Math.min(this.count, this.at.peek() + Math.ceil(this.count / MOST_FRAMES)));
    const factor = Number(pace);
    const next = this.#events[this.at.peek()]?.time ?? this.length;
    this.seek(Math.max(this.time.peek() + elapsed * factor, next - LONGEST_PAUSE * factor, Number.MIN_VALUE));
  }
}
