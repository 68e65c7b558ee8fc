/** The words of what a reader does with an answer that is there, and of what questions are limited to. */
export interface RowLabels {
  readonly row: string;
  readonly copy: string;
  readonly copyCode: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly copyLink: string;
  readonly linkCopied: string;
  readonly exportFile: string;
  readonly exported: string;
  readonly print: string;
  readonly askAgain: string;
  readonly edit: string;
  readonly editing: string;
  readonly cancel: string;
  readonly helpful: string;
  readonly notHelpful: string;
  readonly wrongCitation: string;
  readonly wrongWhich: string;
  /** One citation of a paragraph, by the number on its chip. */
  readonly wrongAt: (number: number, title: string) => string;
  /** Words of the reader beside a verdict: the button, what is asked, and what came of it. */
  readonly comment: string;
  readonly whatHelped: string;
  readonly whatLacked: string;
  readonly whyWrong: (number: number) => string;
  readonly sendComment: string;
  readonly commentNoted: string;
  readonly commentTooLong: (limit: number) => string;
  readonly thanks: string;
  readonly takenBack: string;
  readonly notStored: string;
  /** Words that a document says, between quotation marks. */
  readonly quoted: (words: string) => string;
  readonly scope: string;
  readonly workspace: (name: string) => string;
  readonly remove: (name: string) => string;
  /** The dialog that chooses it. */
  readonly whereToLook: string;
  readonly inWorkspace: string;
  readonly allWorkspaces: string;
  readonly searchTitles: string;
  readonly documents: string;
  /** How many titles are listed, and whether there are more of them. */
  readonly titlesFound: (number: number, hasMore: boolean) => string;
  readonly done: string;
  readonly everywhere: string;
  /** A question that is asked when the answer before it has ended. */
  readonly queued: (question: string) => string;
  readonly unqueue: string;
  readonly passages: string;
  /** An answer has grown below what is seen. */
  readonly newBelow: string;
}
