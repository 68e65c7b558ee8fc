/** Where on the pages of a file evidence stands: the lines that are stored of its passage. */
import type { Box, DocumentPassage } from "citestream-client/passages";
import type { Evidence } from "citestream-client/protocol";

/** A stretch of evidence on the pages. */
export interface Mark {
  readonly key: string;
  /** What it says, for a screen reader. */
  readonly text: string;
  readonly boxes: readonly Box[];
}

/**
 * The lines that a range of a passage touches; without a range, all of them. A further piece of a long table repeats its
 * header rows: so it is the end of the passage's text that stands where the passage ends.
 */
export function boxesOf({ text, end, boxes }: Pick<DocumentPassage, "text" | "end" | "boxes">, range: Evidence | null): readonly Box[] {
  if (range === null) return boxes;
  const zero = end - Array.from(text).length;
  return boxes.filter((box) => box.start < zero + range.end && box.end > zero + range.start);
}

/** All lines of these passages on a page, as one box: its column of text. */
export function columnOf(passages: readonly Pick<DocumentPassage, "boxes">[], page: number): Box | undefined {
  const boxes = passages.flatMap((passage) => passage.boxes.filter((box) => box.page === page));
  const [first] = boxes;
  if (first === undefined) return undefined;
  const most = (name: "left" | "bottom" | "right" | "top", choose: (...values: number[]) => number): number =>
    boxes.reduce((value, box) => choose(value, box[name]), first[name]);
  return { ...first, left: most("left", Math.min), bottom: most("bottom", Math.min), right: most("right", Math.max), top: most("top", Math.max) };
}

/** What of a text a range names, or its beginning. */
export function wordsOf(text: string, range: Evidence | null): string {
  return Array.from(text).slice(range?.start ?? 0, range?.end ?? MOST_SAID).join("");
}

const MOST_SAID = 300;
