/** The words of the staff pages. Names of steps and reasons stay as the gateway has them. */
import type { Verdict } from "../../feedback-list";
import type { Figures, Status } from "../../memories";

export interface StaffLabels {
  readonly title: string;
  readonly figures: (figures: Figures) => string;
  readonly status: string;
  readonly all: string;
  readonly statuses: Readonly<Record<Status, string>>;
  readonly search: string;
  readonly find: string;
  readonly more: string;
  readonly none: string;
  readonly answer: string;
  readonly sources: string;
  readonly noSources: string;
  readonly changed: string;
  readonly similar: string;
  readonly noSimilar: string;
  readonly counts: (hits: number, wrong: number) => string;
  readonly validate: string;
  readonly obsolete: string;
  readonly remove: string;
  readonly dryRun: string;
  readonly dryRunHint: string;
  readonly question: string;
  readonly workspace: string;
  readonly run: string;
  readonly hit: string;
  readonly miss: (reason: string) => string;
  readonly nearest: string;
  readonly step: string;
  readonly outcome: string;
  readonly detail: string;
  readonly passed: string;
  readonly failed: string;
  readonly skipped: string;
  readonly openAnswer: string;
  readonly changedSources: string;
  readonly select: (question: string) => string;
  readonly selection: string;
  readonly selectAll: string;
  readonly selected: (count: number) => string;
  readonly useKeys: string;
  /** Each key with what it does. */
  readonly keys: readonly (readonly [key: string, does: string])[];
  readonly undo: string;
  /** What is said when it is done; `question` where it was done to one entry. */
  readonly told: (did: "validate" | "obsolete" | "delete" | "undo", count: number, question: string) => string;
  readonly feedback: FeedbackLabels;
  readonly usage: UsageLabels;
}

export interface FeedbackLabels {
  readonly title: string;
  readonly open: (count: number) => string;
  readonly verdict: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly state: string;
  readonly states: Readonly<Record<"open" | "handled", string>>;
  readonly none: string;
  readonly paragraph: string;
  readonly passage: string;
  readonly citationGone: string;
  readonly wholeAnswer: string;
  readonly openAnswer: string;
  readonly handle: string;
  readonly reopen: string;
  readonly note: string;
  readonly saveNote: string;
  readonly told: (did: "handled" | "open" | "note", question: string) => string;
  /** When it was said, of which answer. */
  readonly about: (day: string, source: string, model: string) => string;
}

export interface UsageLabels {
  readonly title: string;
  readonly period: string;
  readonly days: (count: number) => string;
  readonly app: string;
  readonly allApps: string;
  readonly noApp: string;
  readonly questions: string;
  readonly refused: string;
  readonly doubtful: string;
  readonly fromMemory: string;
  readonly questionTokens: string;
  readonly answerTokens: string;
  readonly others: string;
  readonly byDay: string;
  readonly byApp: string;
  readonly day: string;
  readonly chart: (days: number, most: number) => string;
  readonly nothing: string;
  readonly unanswered: string;
  readonly unansweredHint: string;
  readonly asked: (count: number, refused: number, doubtful: number) => string;
  readonly last: (day: string) => string;
  readonly wordings: string;
  readonly openAnswer: string;
  readonly addDocument: string;
  readonly askAgain: string;
  readonly answeredAll: string;
}
