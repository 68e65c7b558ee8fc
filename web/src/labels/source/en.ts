/** The words of citations and sources. */
export const EN = {
  sources: (number: number) => (number === 1 ? "1 source" : `${number} sources`),
  openSource: (number: number, title: string) => `Source ${number}: ${title}`,
  citations: "Sources of this paragraph",
  page: (page: number) => `page ${page}`,
  pages: (first: number, last: number) => `pages ${first}–${last}`,
  openPage: (page: number) => `Open the document at page ${page}`,
  /** How old a source is. `from` is `file` or `loaded` where its author states no date. */
  dated: (day: string, from: string) => (from === "file" ? `file of ${day}` : from === "loaded" ? `loaded ${day}` : day),
  graph: "Knowledge graph",
  weak: "The passage covers this paragraph only in part.",
  /** Why a citation is weak, by reason. */
  doubts: {
    figure: "The source does not state this figure.",
    name: "The source does not mention this name.",
    negation: "The source states this without a negation.",
    comparison: "The source compares this the other way round.",
    part: "The answer saw only a part of the table or list.",
    calibrated: "The calibrated rule is not sure that the passage supports this.",
  } as Readonly<Record<string, string>>,
  /** The warranty of the calibrated rule. */
  calibrated: (claims: number, wrong: string, confidence: string) =>
    `Unmarked citations are calibrated on ${claims} claims: at most ${wrong} wrong among claims like these (${confidence} confidence).`,
  /** `isQuoted`: a word such as “not”, and no figure or name. */
  sourceSays: (value: string, isQuoted: boolean) => `The source says ${isQuoted ? `“${value}”` : value}.`,
  /** What another source has instead. */
  otherSays: (value: string) => `Another source says otherwise: “${value}”.`,
  /** Said, unseen, around the words in doubt. */
  inDoubt: { begins: "[in doubt: ", ends: "]" },
  moved: "Another passage supports this paragraph better than the one first cited; it is shown here.",
  missing: "This source has not arrived yet.",
  unchecked: "This citation could not be checked: the passage is in another language, or there are too few words to compare, as in code and formulas.",
  passage: "Passage",
  table: "Table",
  code: "Code",
  sourceCard: "Source",
  askSource: "Ask about this source",
  aboutSource: (number: number) => `Source ${number}: `,
  aboutTitle: (title: string) => `“${title}”: `,
};

export type SourceLabels = typeof EN;
