import type { SourceLabels } from "./labels";

export const EN: SourceLabels = {
  sources: (number) => (number === 1 ? "1 source" : `${number} sources`),
  openSource: (number, title) => `Source ${number}: ${title}`,
  citations: "Sources of this paragraph",
  page: (page) => `page ${page}`,
  pages: (first, last) => `pages ${first}–${last}`,
  openPage: (page) => `Open the document at page ${page}`,
  dated: (day, from) => (from === "file" ? `file of ${day}` : from === "loaded" ? `loaded ${day}` : day),
  graph: "Knowledge graph",
  weak: "The passage covers this paragraph only in part.",
  doubts: {
    figure: "The source does not state this figure.",
    name: "The source does not mention this name.",
    negation: "The source states this without a negation.",
    comparison: "The source compares this the other way round.",
    part: "The answer saw only a part of the table or list.",
  },
  sourceSays: (value, isQuoted) => `The source says ${isQuoted ? `“${value}”` : value}.`,
  inDoubt: { begins: "[in doubt: ", ends: "]" },
  moved: "Another passage supports this paragraph better than the one first cited; it is shown here.",
  missing: "This source has not arrived yet.",
  unchecked: "This citation could not be checked: the passage is in another language, or there are too few words to compare, as in code and formulas.",
  passage: "Passage",
  table: "Table",
  code: "Code",
  sourceCard: "Source",
};
