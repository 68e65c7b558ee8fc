/** An answer on the page: a function of the fold. What is not there yet is not drawn; what arrives later fills in. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";

import type { Labels } from "../labels";
import { type Answer, openText } from "../protocol/answer";
import type { Evidence, Paragraph, Reference } from "../protocol/events";
import { Citations } from "./citations";
import { renderMarkdown } from "./markdown";
import { MemoryBadge, Warnings } from "./remarks";
import { offered, Sections } from "./sections";
import { SourceCard, sourcePlace, sourceTitle } from "./source";

interface AnswerProps {
  readonly answer: Answer;
  /** Whether more may come: false too when the connection was given up in mid-answer. */
  readonly isRunning: boolean;
  readonly reconnecting: boolean;
  readonly labels: Labels;
  /** What its reader may do next; null where that is not possible now. */
  readonly onAskSection?: ((question: string) => void) | null;
  readonly onAfresh?: (() => void) | null;
}

export function AnswerView(props: AnswerProps) {
  const { answer, isRunning, reconnecting, labels, onAskSection = null, onAfresh = null } = props;
  const { meta } = answer;
  const isRefusal = meta?.source === "gate";
  const rest = openText(answer);
  return (
    <div class={isRefusal ? "answer refusal" : "answer"} lang={answer.language || undefined}>
      <Thinking answer={answer} labels={labels} />
      <Banner answer={answer} labels={labels} />
      {meta !== null && <MemoryBadge meta={meta} labels={labels} onAfresh={onAfresh} />}
      {isRefusal && (
        <p class="refusal-title" lang={labels.htmlLanguage}>
          {labels.notFound}
        </p>
      )}
      <div class="paragraphs" aria-live="polite">
        {answer.paragraphs.map(
          (paragraph) =>
            paragraph && (
              <ParagraphView
                key={`${paragraph.index}.${paragraph.revision}`}
                paragraph={paragraph}
                references={answer.references}
                labels={labels}
              />
            ),
        )}
        {!isRunning && rest.trim() !== "" && <Prose text={rest} />}
      </div>
      {isRunning && rest.trim() !== "" && (
        <div class="paragraph open" aria-hidden="true">
          <Prose text={rest} />
        </div>
      )}
      {isRefusal && (
        <p class="refusal-hint" lang={labels.htmlLanguage}>
          {labels.notFoundHint}
        </p>
      )}
      {isRunning && <StateLine answer={answer} reconnecting={reconnecting} labels={labels} />}
      <Sections sections={offered(answer)} labels={labels} onAsk={onAskSection} />
      {meta !== null && <Warnings meta={meta} labels={labels} />}
      {!isRunning && <Sources answer={answer} labels={labels} />}
    </div>
  );
}

interface ParagraphProps {
  readonly paragraph: Paragraph;
  readonly references: readonly Reference[];
  readonly labels: Labels;
}

function ParagraphView({ paragraph, references, labels }: ParagraphProps) {
  return (
    <div
      class="paragraph"
      data-paragraph-index={paragraph.index}
      data-degraded={paragraph.degraded ?? undefined}
    >
      <Prose text={paragraph.text} />
      {paragraph.citations.length > 0 && (
        <Citations citations={paragraph.citations} references={references} labels={labels} />
      )}
    </div>
  );
}

/** Markdown, rendered again only when the text has changed. */
function Prose({ text }: { readonly text: string }) {
  const html = useMemo(() => ({ __html: renderMarkdown(text) }), [text]);
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={html} />;
}

/** Open while there is nothing else to read; closes when the answer begins. */
function Thinking({ answer, labels }: { readonly answer: Answer; readonly labels: Labels }) {
  if (answer.thinking.trim() === "") return null;
  return (
    <details class="thinking" open={answer.status === "running" && answer.text === ""}>
      <summary>{labels.thinking}</summary>
      <p dir="auto">{answer.thinking.trim()}</p>
    </details>
  );
}

function Banner({ answer, labels }: { readonly answer: Answer; readonly labels: Labels }) {
  const { meta } = answer;
  if (meta === null || (!meta.hasCitationError && meta.complete)) return null;
  const reason = labels.reasons[meta.degradedReason ?? ""];
  return (
    <p class="banner" role="status" lang={labels.htmlLanguage} data-degraded={meta.degradedReason ?? "unknown"}>
      {!meta.complete && `${labels.endsEarly}${reason === undefined ? "" : ` (${reason})`}. `}
      {meta.hasCitationError && labels.incompleteCitations}
    </p>
  );
}

/** Where the next text will appear: what the gateway is doing. */
function StateLine({ answer, reconnecting, labels }: Pick<AnswerProps, "answer" | "reconnecting" | "labels">) {
  const isWriting = answer.state === "responding" && openText(answer) !== "";
  const words = reconnecting ? labels.reconnecting : answer.remark || labels.connecting;
  return (
    <p class={isWriting && !reconnecting ? "state writing" : "state"} role="status">
      <span class="pulse" aria-hidden="true" />
      {words}
    </p>
  );
}

function Sources({ answer, labels }: { readonly answer: Answer; readonly labels: Labels }) {
  const opened = useSignal<string | null>(null);
  if (answer.references.length === 0) return null;
  return (
    <section class="sources" lang={labels.htmlLanguage} aria-label={labels.sources(answer.references.length)}>
      <h3>{labels.sources(answer.references.length)}</h3>
      <ol>
        {answer.references.map((reference, index) => {
          const isOpen = opened.value === reference.citationId;
          const place = sourcePlace(reference.passage, labels);
          return (
            <li key={reference.citationId} data-source-id={reference.citationId}>
              <button
                type="button"
                class="source-line"
                aria-expanded={isOpen}
                onClick={() => (opened.value = isOpen ? null : reference.citationId)}
              >
                <span class="source-number">{index + 1}</span>
                <span class="source-name">
                  <bdi class="source-line-title">{sourceTitle(reference, labels)}</bdi>
                  {place !== "" && <bdi class="source-line-place">{place}</bdi>}
                </span>
              </button>
              {isOpen && (
                <aside class="card inline">
                  <SourceCard reference={reference} evidence={allEvidence(answer, reference)} labels={labels} />
                </aside>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Everything that any paragraph took from this source. */
function allEvidence(answer: Answer, reference: Reference): Evidence[] {
  return answer.paragraphs.flatMap((paragraph) =>
    (paragraph?.citations ?? [])
      .filter(({ citationId }) => citationId === reference.citationId)
      .flatMap(({ evidence }) => evidence),
  );
}
