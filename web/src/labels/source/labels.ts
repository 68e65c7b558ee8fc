/** The words of citations and sources. */
export interface SourceLabels {
  readonly sources: (count: number) => string;
  readonly openSource: (number: number, title: string) => string;
  readonly citations: string;
  readonly page: (page: number) => string;
  readonly pages: (first: number, last: number) => string;
  readonly openPage: (page: number) => string;
  /** How old a source is. `from` is `file` or `loaded` where its author states no date. */
  readonly dated: (day: string, from: string) => string;
  readonly graph: string;
  readonly weak: string;
  /** Why a citation is weak, by reason. */
  readonly doubts: Readonly<Record<string, string>>;
  /** `isQuoted`: a word such as “not”, and no figure or name. */
  readonly sourceSays: (value: string, isQuoted: boolean) => string;
  /** Said, unseen, around the words in doubt. */
  readonly inDoubt: { readonly begins: string; readonly ends: string };
  readonly moved: string;
  readonly missing: string;
  readonly unchecked: string;
  readonly passage: string;
  readonly table: string;
  readonly code: string;
  readonly sourceCard: string;
  /** Begins a question about a source. */
  readonly askSource: string;
  /** The beginning of that question: by the number of the source's chip, or by its title. */
  readonly aboutSource: (number: number) => string;
  readonly aboutTitle: (title: string) => string;
}
