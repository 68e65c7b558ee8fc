/** A finished paragraph with its citations, and text that is not one yet. */
import type { Paragraph, Reference, TextRange } from "citestream-client/protocol";

import { useMemo } from "preact/hooks";

import "../styles/paragraph.css";

import type { Labels } from "../labels";
import { Citations } from "./citations";
import { Markdown } from "./markdown";
import { still } from "./still";

interface ParagraphProps {
  readonly paragraph: Paragraph;
  readonly references: readonly Reference[];
  readonly labels: Labels;
  /** Whether it says that it has no source, or that the gateway wrote it; not in answers that are all by the gateway. */
  readonly needsSource: boolean;
}

export const ParagraphView = still(function Paragraph(props: ParagraphProps) {
  const { paragraph, references, labels, needsSource } = props;
  const { text, citations, degraded, index } = paragraph;
  const own = needsSource && paragraph.own === true;
  return (
    <div class={own ? "paragraph own" : "paragraph"} data-paragraph-index={index} data-degraded={degraded ?? undefined}>
      {own && (
        <span class="tag" lang={labels.htmlLanguage} title={labels.ownWhy} data-own>
          {labels.own}
        </span>
      )}
      <Prose text={text} labels={labels} doubted={useMemo(() => citations.flatMap(({ ranges = [] }) => ranges), [citations])} />
      {citations.length > 0 && <Citations citations={citations} references={references} labels={labels} />}
      {citations.length === 0 && needsSource && !own && !isHeading(text) && (
        <span class="tag" lang={labels.htmlLanguage} title={labels.noSourceWhy} data-no-source>
          {labels.noSource}
        </span>
      )}
    </div>
  );
});

/** The level of an answer's outermost headings: the question stands above them as an `h2`. */
const HEADINGS = 3;

interface ProseProps {
  readonly text: string;
  readonly labels: Labels;
  /** What of it its sources do not say. */
  readonly doubted?: readonly TextRange[] | undefined;
}

export function Prose({ text, labels, doubted }: ProseProps) {
  return (
    <div class="prose" dir="auto">
      <Markdown text={text} labels={labels} headings={HEADINGS} evidence={doubted} spoken={labels.inDoubt} />
    </div>
  );
}

/** Headings say nothing that could be cited. */
function isHeading(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(?:#{1,6}\s.*|-{3,}|\*\*[^*]+\*\*:?)?\s*$/u.test(line));
}
