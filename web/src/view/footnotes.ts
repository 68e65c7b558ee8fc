/** An answer as Markdown that stands alone: a mark behind each paragraph, and below what each mark stands for. */
import { type Answer, type Evidence, openText, type Reference } from "citestream-client/protocol";

import type { Labels } from "../labels";
import type { RowLabels } from "../labels/row";
import { merge } from "./evidence";
import { speaksForItself } from "./honesty";
import { plainName, webAddress } from "./plain";
import { citationNote, sourceAge, sourcePlace, sourceTitle } from "./source-names";
import { allEvidence } from "./sources";

/** One source by the number on its chip. Words are empty where there is nothing to say. */
export interface Footnote {
  readonly number: number;
  readonly title: string;
  readonly place: string;
  /** What the answer took from it, in the order of the passage. */
  readonly quotes: readonly string[];
  /** What is wrong with paragraphs that cite it: their words in doubt, and why. */
  readonly doubts: readonly { readonly words: string; readonly note: string }[];
  readonly link: string;
}

/** Characters of the words in doubt, or of a paragraph that is doubtful as a whole. */
const LONGEST_DOUBT = 60;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const BLOCK_END = /(?:^|\n)[ \t]*(?:`{3,}|~{3,}|\$\$|\\\]|\|.*\|)[ \t]*$/u;

/** The sources of an answer. `origin` is where the pages are: links lead there unless a source has an address itself. */
export function footnotes(answer: Answer, labels: Labels, origin: string): Footnote[] {
  return answer.references.map((reference, index) => ({
    number: index + 1,
    title: sourceTitle(reference, labels),
    place: reference.type === "graph" ? "" : [sourcePlace(reference.passage, labels), sourceAge(reference.passage, labels)].filter((part) => part !== "").join(", "),
    quotes: quotes(reference.passage.text, allEvidence(answer, reference)),
    doubts: doubts(answer, reference, labels),
    link: link(reference, origin),
  }));
}

/** The answer's paragraphs with `[^1]` behind what rests on source 1, and the sources below. Ends with a line end. */
export function asMarkdown(answer: Answer, labels: Labels, words: RowLabels, origin: string): string {
  const numbers = new Map(answer.references.map(({ citationId }, index) => [citationId, index + 1]));
  const used = new Set<number>();
  const paragraphs = answer.paragraphs.flatMap((paragraph) => {
    if (paragraph === undefined) return [];
    const cited = paragraph.citations.flatMap(({ citationId }) => numbers.get(citationId) ?? []);
    for (const number of cited) used.add(number);
    return [withMarks(paragraph.own && !speaksForItself(answer) ? `*(${labels.own})* ${paragraph.text}` : paragraph.text, cited)];
  });
  const rest = openText(answer).trim();
  const loose = [...numbers.values()].filter((number) => !used.has(number)); // Of the answer as a whole.
  const text = [...paragraphs, ...(rest === "" ? [] : [rest]), ...(loose.length === 0 ? [] : [marks(loose)])];
  const notes = footnotes(answer, labels, origin).map((note) => asLine(note, words));
  return `${[...text, ...(notes.length === 0 ? [] : [notes.join("\n")])].join("\n\n")}\n`;
}

/** A file of its own: the question, the answer, and where the answer is. */
export function asFile(question: string, answer: Answer, labels: Labels, words: RowLabels, origin: string): string {
  const heading = `# ${escaped(question.replace(/\s+/gu, " ").trim())}`;
  const address = answer.answerUuid === "" ? "" : `\n<${answerLink(answer.answerUuid, origin)}>\n`;
  return `${heading}\n\n${asMarkdown(answer, labels, words, origin)}${address}`;
}

export function answerLink(answerUuid: string, origin: string): string {
  return `${origin}/answers/${answerUuid}`;
}

/** A name for the file: what the question says, as every system lets files be named. */
export function fileName(question: string): string {
  const words = question.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/gu, "");
  return `${Array.from(words).slice(0, 60).join("").replace(/-$/u, "") || "answer"}.md`;
}

/** Behind a table, code or a formula the marks stand in a paragraph of their own, for they would become part of it. */
function withMarks(text: string, numbers: readonly number[]): string {
  const isCode = /^[ \t]*(?:`{3,}|~{3,})/mu.test(text);
  const own = (isCode ? text : text.replace(/\[\^/gu, "\\[^")).trimEnd();
  if (numbers.length === 0) return own;
  return `${own}${BLOCK_END.test(own) ? "\n\n" : ""}${marks(numbers)}`;
}

function marks(numbers: readonly number[]): string {
  return numbers.map((number) => `[^${number}]`).join("");
}

function asLine({ number, title, place, quotes, doubts, link }: Footnote, words: RowLabels): string {
  const named = [title, place].filter((part) => part !== "").map(escaped).join(", ");
  const said = quotes.map((quote) => words.quoted(escaped(quote))).join(" … ");
  const doubted = doubts.map((doubt) => `(${escaped(doubtLine(doubt, words))})`).join(" ");
  return `[^${number}]: ${[`${named}${said === "" ? "" : ":"}`, said, doubted, link === "" ? "" : `<${link}>`].filter((part) => part !== "").join(" ")}`;
}

/** The words in doubt and what the source says of them. */
export function doubtLine({ words: doubted, note }: Footnote["doubts"][number], words: RowLabels): string {
  return `${words.quoted(doubted)}: ${note}`;
}

function doubts(answer: Answer, { citationId }: Reference, labels: Labels): Footnote["doubts"] {
  return answer.paragraphs.flatMap((paragraph) =>
    (paragraph?.citations ?? [])
      .filter((citation) => citation.citationId === citationId && (citation.status === "weak" || citation.disagreement !== undefined))
      .map((citation) => {
        const text = paragraph?.text ?? "";
        const words = quotes(text, citation.ranges ?? []).join(" … ");
        return { words: plainName(words === "" ? text : words, LONGEST_DOUBT), note: citationNote(citation, labels) };
      }),
  );
}

function quotes(text: string, evidence: readonly Evidence[]): string[] {
  const points = Array.from(text);
  return merge(evidence, points.length)
    .map(({ start, end }) => points.slice(start, end).join("").replace(/\s+/gu, " ").trim())
    .filter((words) => words !== "");
}

/** The document at the passage; of other knowledge sources, the address that they gave. */
function link({ passage, payload }: Reference, origin: string): string {
  if (UUID.test(passage.documentId)) {
    const at = typeof payload.embeddingId === "string" ? `#${encodeURIComponent(payload.embeddingId)}` : "";
    return `${origin}/sources/${passage.documentId}${at}`;
  }
  return webAddress(passage.source);
}

/** Words that Markdown shall show as they are. */
function escaped(words: string): string {
  return plainName(words, Infinity).replace(/[\\`*_[\]<>#|$~]/gu, "\\$&");
}
