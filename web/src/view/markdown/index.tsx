/**
 * Markdown of a model or a document on the page. It becomes elements without passing through HTML: raw HTML, images and
 * links stay text, and nothing in it can be more than the elements that `Renderer` knows.
 */
import "../../styles/prose.css";

import type { Evidence } from "citestream-client/protocol";
import { Lexer } from "marked";
import type { ComponentChild } from "preact";
import { useMemo } from "preact/hooks";

import { protect, withoutMarks, withoutOwn } from "./formulas";
import { marked } from "./marks";
import { type Look, type MarkdownLabels, Renderer, type Spoken } from "./renderer";

export type { MarkdownLabels, Spoken };

interface MarkdownProps {
  readonly text: string;
  readonly labels: MarkdownLabels;
  readonly headings?: number | null;
  readonly deepest?: number | undefined;
  /** What is marked, in code points of `text`. */
  readonly evidence?: readonly Evidence[] | undefined;
  readonly spoken?: Spoken | undefined;
}

const NONE: readonly Evidence[] = [];

/** Drawn again only when the text, its evidence or the words have changed. */
export function Markdown({ text, labels, headings = null, deepest, evidence = NONE, spoken }: MarkdownProps) {
  return useMemo(
    () => <>{elements(text, { labels, headings, deepest, spoken }, evidence)}</>,
    [text, labels, headings, deepest, evidence, spoken],
  );
}

function elements(text: string, look: Look, evidence: readonly Evidence[]): ComponentChild {
  const { text: safe, formulas } = protect(withHead(marked(withoutOwn(text), evidence)));
  try {
    return new Renderer(formulas, look).blocks(Lexer.lex(safe, { gfm: true }));
  } catch {
    return <p>{withoutMarks(text)}</p>; // Nested too deep to be read.
  }
}

const ROW = /^[ \t]*\|.*\|[ \t]*$/u;
const DELIMITER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/u;

/** An excerpt may begin in the middle of a table: its rows get an empty head, which is not drawn. */
function withHead(text: string): string {
  const [first = "", second = ""] = text.split("\n", 2);
  if (!ROW.test(withoutMarks(first)) || !ROW.test(withoutMarks(second)) || DELIMITER.test(withoutMarks(second))) return text;
  const columns = withoutMarks(first).trim().slice(1, -1).split(/(?<!\\)\|/u).length;
  return `|${" |".repeat(columns)}\n|${"-|".repeat(columns)}\n${text}`;
}
