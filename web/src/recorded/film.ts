/** What can be seen of a recording: the answer at any moment, what stands out on the way, and what led to what. */
import { type Answer, EMPTY, fold } from "citestream-client/protocol";

import type { Heard, RecordedEvent, Recording } from "./lines";

/** Every so many events the answer is kept, so that a step back is as short as one forward. */
const STRIDE = 64;

/** The answer as it stood after any number of events. */
export class Film {
  readonly #events: readonly RecordedEvent[];
  readonly #stills: Answer[] = [EMPTY];
  #last = { at: 0, answer: EMPTY };

  constructor(events: readonly RecordedEvent[]) {
    this.#events = events;
  }

  answerAt(at: number): Answer {
    const nearest = Math.min(Math.floor(at / STRIDE), this.#stills.length - 1);
    const isNear = this.#last.at <= at && this.#last.at >= nearest * STRIDE;
    let { at: place, answer } = isNear ? this.#last : { at: nearest * STRIDE, answer: this.#stills[nearest] ?? EMPTY };
    for (const { numbered } of this.#events.slice(place, at)) {
      answer = fold(answer, numbered);
      place += 1;
      if (place % STRIDE === 0) this.#stills[place / STRIDE] ??= answer;
    }
    this.#last = { at: place, answer };
    return answer;
  }
}

export const MARKS = ["text", "citation", "warning", "end"] as const;
export type MarkKind = (typeof MARKS)[number];

/** Something that stands out: after so many events, at this time. */
export interface Mark {
  readonly kind: MarkKind;
  readonly at: number;
  readonly time: number;
}

const WARNED_STATES: readonly string[] = ["repairing", "provider_switching", "resuming"];
/** How a request may end without anything being wrong. */
const WELL: readonly string[] = ["whole", "closed"];

/** The first text, paragraphs with citations, what went otherwise than it should, and the end; in order of time. */
export function marksOf({ heard, events }: Recording): Mark[] {
  const marks: Mark[] = [];
  let hasText = false;
  events.forEach(({ time, numbered: { event } }, index) => {
    const mark = (kind: MarkKind): unknown => marks.push({ kind, at: index + 1, time });
    if (event.type === "text_added" && !hasText) {
      hasText = true;
      mark("text");
    }
    if (event.type === "paragraph_finished" && event.paragraph.citations.length > 0) mark("citation");
    if (isWarning(event)) mark("warning");
    if (event.type === "finished" || event.type === "failed") mark("end");
  });
  for (const line of heard) {
    if (isAmiss(line)) marks.push({ kind: "warning", at: reached(events, line.time), time: line.time });
  }
  return marks.sort((one, other) => one.time - other.time || one.at - other.at);
}

function isWarning(event: RecordedEvent["numbered"]["event"]): boolean {
  switch (event.type) {
    case "paragraph_finished":
      return event.paragraph.degraded !== null;
    case "state_changed":
      return WARNED_STATES.includes(event.state);
    case "finished":
      return event.meta.hasCitationError || !event.meta.complete;
    case "text_rolled_back":
    case "failed":
      return true;
    default:
      return false;
  }
}

/** Whether what was heard is worth a look: a request that broke off, a decision about what a model wrote. */
export function isAmiss(line: Heard): boolean {
  return (line.kind === "ended" && !WELL.includes(line.ended)) || (line.kind === "decision" && line.decision !== "settings");
}

/** How many events there are up to a time. */
export function reached(events: readonly RecordedEvent[], time: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.time ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What was heard, and the events that it led to. */
export interface Moment {
  /** Of its first event, else of the last that was heard. */
  readonly time: number;
  readonly heard: readonly Heard[];
  readonly events: readonly RecordedEvent[];
  /** How many events there are before it. */
  readonly before: number;
}

/** All of a recording in order of time; what was heard goes before the events of the same millisecond. */
export function momentsOf({ heard, events }: Recording): Moment[] {
  const moments: Moment[] = [];
  let [lines, shown]: [Heard[], RecordedEvent[]] = [[], []];
  let next = 0;
  const end = (): void => {
    if (lines.length + shown.length === 0) return;
    moments.push({ time: (shown[0] ?? lines.at(-1))?.time ?? 0, heard: lines, events: shown, before: next - shown.length });
    [lines, shown] = [[], []];
  };
  const show = (until: number): void => {
    for (let event = events[next]; event !== undefined && event.time < until; event = events[next]) {
      if (shown.length > 0 && shown[0]?.time !== event.time) end();
      shown.push(event);
      next += 1;
    }
  };
  for (const line of heard) {
    show(line.time);
    if (shown.length > 0) end();
    lines.push(line);
  }
  show(Infinity);
  end();
  return moments;
}
