/** The words around conversations to come back to: their list, one that is fetched, one answer by its address. */
export interface ConversationsLabels {
  readonly title: string;
  readonly search: string;
  readonly today: string;
  readonly yesterday: string;
  readonly thisWeek: string;
  readonly earlier: string;
  readonly writing: string;
  readonly rename: string;
  readonly name: string;
  readonly save: string;
  readonly cancel: string;
  readonly remove: string;
  readonly undo: string;
  readonly more: string;
  readonly none: string;
  readonly noneFound: string;
  /** `more`: there are others behind these. */
  readonly found: (count: number, more: boolean) => string;
  readonly renamed: (title: string) => string;
  readonly removed: (title: string) => string;
  readonly restored: (title: string) => string;
  readonly loading: string;
  readonly gone: string;
  readonly goneHint: string;
  readonly answer: string;
  readonly answerGone: string;
  readonly askFurther: string;
  readonly recording: string;
}
