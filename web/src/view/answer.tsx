/** An answer on the page: a function of the fold. What is not there yet is not drawn; what arrives later fills in. */
import { type Answer, openText } from "citestream-client/protocol";
import { useRef } from "preact/hooks";

import "../styles/answer.css";
import "../styles/notices.css";

import { useState } from "preact/hooks";

import type { Labels } from "../labels";
import { Doubt, isUnsourced, Quotes, speaksForItself, Unsourced, Warranty } from "./honesty";
import { lazy } from "./lazy";
import { ParagraphView, Prose } from "./paragraph";
import { MemoryBadge, Warnings } from "./remarks";
import { offered, Sections } from "./sections";
import { shown } from "./shown";
import { useSlices } from "./slices";
import { Sources } from "./sources";
import { StateLine, type Waiting } from "./state-line";

/** What a chip opens comes when the first one does. */
export const SourcePanel = lazy(() => import("./panel/source-panel").then((module) => module.SourcePanel));

interface AnswerProps {
  readonly answer: Answer;
  /** Whether more may come: false too when the connection was given up in mid-answer. */
  readonly isRunning: boolean;
  /** What the connection waits for; null while there is one. */
  readonly waiting?: Waiting | null;
  readonly labels: Labels;
  /** The gateway quotes; no model writes. */
  readonly quotes?: boolean;
  /** The knowledge base holds nothing at all. */
  readonly isEmptyBase?: boolean;
  /** What its reader may do next; null where that is not possible now. */
  readonly onAskSection?: ((question: string) => void) | null;
  readonly onAfresh?: (() => void) | null;
  readonly onSearch?: (() => void) | null;
}

export function AnswerView(props: AnswerProps) {
  const { answer, isRunning, waiting = null, labels, quotes = false, isEmptyBase = false } = props;
  const { onAskSection = null, onAfresh = null, onSearch = null } = props;
  const { meta } = answer;
  const [isFresh] = useState(isRunning);
  const isRefusal = meta?.source === "gate";
  const rest = openText(answer);
  const drawn = useSlices(answer.paragraphs.length);
  const isWhole = drawn === answer.paragraphs.length;
  /** What was there before is not announced. */
  const isLive = useRef(false);
  isLive.current ||= isRunning && isWhole;
  const open = shown.value;
  const isOurs = open !== null && answer.paragraphs.some((paragraph) => paragraph?.citations.includes(open.citation));
  return (
    <div class={isRefusal ? "answer refusal" : "answer"} lang={answer.language || undefined}>
      <Thinking answer={answer} labels={labels} />
      <Banner answer={answer} labels={labels} />
      <Doubt answer={answer} labels={labels} />
      {isUnsourced(answer) && <Unsourced labels={labels} onAfresh={onAfresh} onSearch={onSearch} />}
      {quotes && <Quotes answer={answer} labels={labels} />}
      <Warranty answer={answer} labels={labels} />
      {meta !== null && <MemoryBadge meta={meta} labels={labels} onAfresh={onAfresh} />}
      {isRefusal && (
        <p class="refusal-title" lang={labels.htmlLanguage}>
          {labels.notFound}
        </p>
      )}
      <div class="paragraphs" aria-live={isLive.current ? "polite" : "off"}>
        {answer.paragraphs.slice(0, drawn).map(
          (paragraph) =>
            paragraph && (
              <ParagraphView
                key={`${paragraph.index}.${paragraph.revision}`}
                paragraph={paragraph}
                references={answer.references}
                labels={labels}
                needsSource={!speaksForItself(answer)}
              />
            ),
        )}
        {!isRunning && isWhole && rest.trim() !== "" && <Prose text={rest} labels={labels} />}
      </div>
      {isRunning && rest.trim() !== "" && (
        <div class="paragraph open" aria-hidden="true">
          <Prose text={rest} labels={labels} />
        </div>
      )}
      <span class="text-end" />
      {isRefusal && (
        <p class="refusal-hint" lang={labels.htmlLanguage}>
          {isEmptyBase ? labels.notFoundEmpty : labels.notFoundHint}
        </p>
      )}
      {isRunning && <StateLine answer={answer} waiting={waiting} labels={labels} />}
      <Sections sections={offered(answer)} labels={labels} onAsk={onAskSection} />
      {meta !== null && <Warnings meta={meta} labels={labels} />}
      {!isRunning && <Sources answer={answer} labels={labels} isFresh={isFresh} />}
      {isOurs && <SourcePanel answer={answer} open={open} labels={labels} />}
    </div>
  );
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
