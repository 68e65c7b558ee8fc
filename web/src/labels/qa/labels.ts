/** The words of the pages of recorded answers. Names of models, decisions and reasons stay as the gateway has them. */
import type { Event } from "citestream-client/protocol";

import type { MarkKind } from "../../recorded/film";
import type { Result, Source } from "../../recordings";

type EventType = Event["type"];

export interface QaLabels {
  readonly title: string;
  readonly search: string;
  readonly find: string;
  readonly source: string;
  readonly sources: Readonly<Record<Source, string>>;
  readonly result: string;
  readonly results: Readonly<Record<Result, string>>;
  readonly all: string;
  readonly more: string;
  readonly none: string;
  readonly empty: string;
  /** How many lines the list shows now. */
  readonly shown: (answers: number) => string;
  readonly moment: (time: Date) => string;
  readonly lasts: (milliseconds: number) => string;
  readonly firstText: (milliseconds: number) => string;
  readonly total: (milliseconds: number) => string;
  readonly noPieces: string;
  readonly againAll: string;
  readonly stop: string;
  readonly sameAgain: string;
  /** How many of all were run again, and how many of them differ. */
  readonly ranAgain: (done: number, all: number, differ: number) => string;

  readonly back: string;
  readonly gone: string;
  readonly openAnswer: string;
  readonly download: string;
  readonly again: string;
  readonly runningAgain: string;
  readonly cannotRunAgain: string;
  readonly same: string;
  readonly differences: (number: number) => string;
  readonly then: string;
  readonly now: string;
  readonly nothing: string;
  readonly wholeAnswer: string;
  readonly paragraph: (number: number) => string;
  /** Of an answer and its paragraphs; what is not here keeps its name. */
  readonly parts: Readonly<Record<string, string>>;
  readonly otherEvents: string;

  readonly player: string;
  readonly timeline: string;
  readonly play: string;
  readonly pause: string;
  readonly stepBack: string;
  readonly stepForward: string;
  readonly pace: string;
  readonly asRecorded: string;
  readonly asFast: string;
  readonly times: (factor: number) => string;
  readonly keys: string;
  /** Where the recording stands: after so many of all events, at this time; and which event that is. */
  readonly position: (at: number, all: number, milliseconds: number, event: string) => string;
  readonly atStart: string;
  readonly playing: string;
  readonly paused: string;
  readonly ended: string;
  readonly marks: Readonly<Record<MarkKind, (number: number, milliseconds: number) => string>>;

  readonly answer: string;
  readonly nothingYet: string;
  readonly happened: string;
  readonly raw: string;
  readonly parsed: string;
  readonly missing: string;
  readonly goTo: (milliseconds: number) => string;
  readonly events: Readonly<Record<EventType, string>>;
  readonly counts: (paragraphs: number, sources: number) => string;
  readonly from: (character: number) => string;
  readonly wanted: Readonly<Record<"answer" | "rest" | "paragraph", string>>;
  readonly asked: (wanted: string, model: string) => string;
  readonly ending: (reason: string) => string;
  readonly endings: Readonly<Record<"whole" | "closed" | "cancelled", string>>;
  readonly verdicts: (number: number, late: boolean) => string;
  readonly thought: string;
  readonly settings: string;
  readonly process: (number: number) => string;
  readonly candidates: (number: number) => string;
  readonly candidate: (score: number, cited: boolean) => string;
}
