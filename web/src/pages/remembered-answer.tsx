/** An answer as staff see it: its paragraphs with their chips, and every passage that they rest on in sight. */
import "../styles/remembered.css";

import type { Answer } from "citestream-client/protocol";

import type { Feedback } from "../feedback-list";
import type { LabelItem } from "../labelling";
import type { Labels } from "../labels";
import type { LabellingLabels } from "../labels/labelling";
import type { FeedbackLabels } from "../labels/staff/en";

/** What draws answers, which stays one file: it is loaded, never imported. */
export type Parts = Pick<typeof import("./turn"), "allEvidence" | "ParagraphView" | "Prose" | "shown" | "SourceCard" | "SourcePanel">;

interface RememberedAnswerProps {
  /** Null where only its text is known. */
  readonly answer: Answer | null;
  readonly text: string;
  readonly labels: Labels;
  /** The paragraph that is meant. */
  readonly marked?: number | null;
}

interface CitedParagraphProps {
  readonly feedback: Feedback;
  readonly text: string;
  readonly labels: Labels;
  readonly words: FeedbackLabels;
}

interface JudgedParagraphProps {
  readonly item: LabelItem;
  readonly labels: Labels;
  readonly words: LabellingLabels;
}

export function drawnWith({ allEvidence, ParagraphView, Prose, shown, SourceCard, SourcePanel }: Parts) {
  function RememberedAnswer({ answer, text, labels, marked = null }: RememberedAnswerProps) {
    if (answer === null || answer.paragraphs.length === 0) {
      return (
        <div class="remembered">
          <Prose text={text} labels={labels} />
        </div>
      );
    }
    const { paragraphs, references } = answer;
    const open = shown.value;
    const isOurs = open !== null && paragraphs.some(({ citations }) => citations.includes(open.citation));
    return (
      <div class="remembered" lang={answer.language || undefined}>
        <div class="remembered-text">
          {paragraphs.map((paragraph) => (
            <div key={paragraph.index} class={paragraph.index === marked ? "remembered-meant" : undefined}>
              <ParagraphView paragraph={paragraph} references={references} labels={labels} needsSource={references.length > 0} />
            </div>
          ))}
        </div>
        {references.length > 0 && (
          <ol class="remembered-passages" lang={labels.htmlLanguage} aria-label={labels.sources(references.length)}>
            {references.map((reference, index) => (
              <li key={reference.citationId} data-passage-of={reference.citationId}>
                <span class="source-number" aria-hidden="true">
                  {index + 1}
                </span>
                <div class="remembered-passage">
                  <SourceCard reference={reference} evidence={allEvidence(answer, reference)} labels={labels} />
                </div>
              </li>
            ))}
          </ol>
        )}
        {isOurs && <SourcePanel answer={answer} open={open} labels={labels} />}
      </div>
    );
  }

  /** The paragraph of a citation that was called wrong, and the passage that it cites, as they were. */
  function CitedParagraph({ feedback, text, labels, words }: CitedParagraphProps) {
    const { citation, reference } = feedback;
    return (
      <div class="remembered">
        <div class="remembered-text" role="group" aria-label={words.paragraph}>
          <Prose text={text} labels={labels} doubted={citation?.ranges} />
        </div>
        {reference !== null && (
          <div class="remembered-passages" role="group" aria-label={words.passage}>
            <div class="remembered-passage">
              {citation === null && <p class="source-note">{words.citationGone}</p>}
              <SourceCard
                reference={reference}
                evidence={citation?.evidence ?? []}
                {...(citation === null ? {} : { citation })}
                labels={labels}
              />
            </div>
          </div>
        )}
      </div>
    );
  }

  /** A paragraph beside all passages that it cites, their evidence marked; it says nothing of what the check found. */
  function JudgedParagraph({ item, labels, words }: JudgedParagraphProps) {
    return (
      <div class="remembered">
        <div class="remembered-text" role="group" aria-label={words.paragraph}>
          <Prose text={item.text} labels={labels} />
        </div>
        <ol class="remembered-passages" aria-label={words.passages}>
          {item.passages.map(({ reference, evidence }, index) => (
            <li key={reference.citationId}>
              <span class="source-number" aria-hidden="true">
                {index + 1}
              </span>
              <div class="remembered-passage">
                <SourceCard reference={reference} evidence={evidence} labels={labels} />
              </div>
            </li>
          ))}
        </ol>
      </div>
    );
  }

  return { CitedParagraph, JudgedParagraph, RememberedAnswer };
}
