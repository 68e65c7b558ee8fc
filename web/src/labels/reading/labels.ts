/** The words of the source panel and of the page of a document. */
export interface ReadingLabels {
  readonly openSource: (title: string) => string;
  readonly evidence: (number: number, all: number) => string;
  readonly previous: string;
  readonly next: string;
  /** Before and behind evidence, for a screen reader. */
  readonly begins: string;
  readonly ends: string;
  readonly changed: string;
  readonly deleted: string;
  readonly asCited: string;
  readonly uses: string;
  readonly openDocument: string;
  readonly original: string;
  readonly earlier: string;
  readonly later: string;
  /** How many passages came, said to a screen reader. */
  readonly came: (passages: number) => string;
  readonly cited: string;
  readonly loading: string;
  readonly noDocument: string;
  readonly moved: string;
  /** Before the question whose answer's evidence is marked in a document. */
  readonly markedFor: string;
  readonly someChanged: (passages: number) => string;
  /** What of a PDF is shown. */
  readonly view: string;
  readonly asPages: string;
  readonly asText: string;
  readonly file: string;
  readonly drawing: string;
  readonly notDrawn: string;
  readonly pageNotDrawn: string;
  readonly pageNumber: string;
  readonly ofPages: (all: number) => string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fitWidth: string;
}
