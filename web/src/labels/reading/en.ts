/** The words of the source panel and of the page of a document. */
export const EN = {
  openSource: (title: string) => `Source: ${title}`,
  evidence: (number: number, all: number) => `Evidence ${number} of ${all}`,
  previous: "Previous evidence",
  next: "Next evidence",
  /** Before and behind evidence, for a screen reader. */
  begins: "Evidence: ",
  ends: " End of evidence. ",
  changed: "changed since this answer",
  deleted: "deleted since",
  asCited: "The passage is shown as it was when it was cited.",
  uses: "What rests on this document",
  openDocument: "Open document",
  original: "Original file",
  earlier: "Earlier passages",
  later: "Later passages",
  /** How many passages came, said to a screen reader. */
  came: (passages: number) => (passages === 1 ? "1 more passage." : `${passages} more passages.`),
  cited: "The cited passage: ",
  loading: "Loading the document…",
  noDocument: "There is no such document, or you may not read it.",
  moved: "The passage that was named is no longer there; this is how the document begins.",
  /** Before the question whose answer's evidence is marked in a document. */
  markedFor: "Marked is what this answer rests on:",
  someChanged: (passages: number) =>
    passages === 1
      ? "1 passage has changed since the answer; its evidence is not marked."
      : `${passages} passages have changed since the answer; their evidence is not marked.`,
  /** What of a PDF is shown. */
  view: "View",
  asPages: "Pages",
  asText: "Text",
  file: "Pages of the file",
  drawing: "Loading the pages…",
  notDrawn: "The pages cannot be drawn here; this is their text.",
  pageNotDrawn: "This page cannot be drawn.",
  pageNumber: "Page",
  ofPages: (all: number) => `of ${all}`,
  previousPage: "Previous page",
  nextPage: "Next page",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fitWidth: "Fit to width",
};

export type ReadingLabels = typeof EN;
