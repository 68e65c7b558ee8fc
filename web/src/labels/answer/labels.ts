/** The words of an answer beside its own. */
export interface AnswerLabels {
  readonly connecting: string;
  readonly reconnecting: string;
  readonly thinking: string;
  readonly incompleteCitations: string;
  readonly endsEarly: string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly notFound: string;
  readonly notFoundHint: string;
  readonly sections: string;
  /** The question behind the chip of a section; contains its id, which the gateway resolves. */
  readonly askSection: (id: string) => string;
  readonly fromMemory: string;
  readonly alike: (share: number) => string;
  readonly answeredOn: (time: Date) => string;
  readonly askAfresh: string;
  readonly warnings: string;
  readonly offline: string;
  readonly tryNow: string;
  readonly finished: (sources: number) => string;
  readonly doubtful: string;
  /** Why an answer is doubtful, if not because of the passages that were found. */
  readonly doubtfulFor: Readonly<Record<string, string>>;
  /** Marks a paragraph that the gateway wrote. */
  readonly own: string;
  readonly ownWhy: string;
  readonly quotes: string;
  readonly noSource: string;
  readonly noSourceWhy: string;
  readonly noSources: string;
  readonly askAgain: string;
  readonly searchDocuments: string;
  readonly searching: string;
  readonly found: (count: number) => string;
  readonly dropped: (count: number) => string;
  readonly notFoundEmpty: string;
}
