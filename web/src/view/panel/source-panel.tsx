/**
 * The source that a chip opens: its document at the passage, the evidence in it, and what else in the answer rests on
 * it. Beside the thread where there is room, else a sheet at the bottom.
 */
import "../../styles/panel.css";

import { useSignal } from "@preact/signals";
import type { Answer, Citation, Reference } from "citestream-client/protocol";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import type { Labels } from "../../labels";
import { type ReadingLabels, readingLabels } from "../../labels/reading";
import { AskSource } from "../ask-source";
import { EvidenceSteps } from "../evidence-steps";
import { scrolling } from "../motion";
import { Words } from "../markdown/words";
import { columnOf } from "../pdf/boxes";
import { PdfSource } from "../pdf/pdf-source";
import { hideSource, PANEL, shown, type Shown } from "../shown";
import { snippet } from "../snippet";
import { Aged } from "../source";
import { citationNote, sourcePlace, sourceTitle } from "../source-names";
import { PanelText } from "./panel-text";
import { SourceLinks } from "./source-links";
import { isPdf, keyOf, marksOf, spotOf, spotsOf, usesOf } from "./spots";
import { useDocument } from "./use-document";

export { SourceBadge } from "../source-badge";

interface PanelProps {
  readonly answer: Answer;
  readonly open: Shown;
  readonly labels: Labels;
}

export function SourcePanel({ answer, open, labels }: PanelProps) {
  const words = readingLabels(labels);
  const root = useRef<HTMLElement>(null);
  const reference = answer.references.find(({ citationId }) => citationId === open.citation.citationId);
  const title = reference === undefined ? labels.sourceCard : sourceTitle(reference, labels);

  useLayoutEffect(() => {
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
    if (open.byKey) (find(".source-text") ?? find(".panel-close"))?.focus({ preventScroll: true });
  }, [open]);
  useLayoutEffect(() => {
    // A sheet may have come over the chip that opened it.
    open.chip.scrollIntoView({ block: "nearest", behavior: scrolling() });
  }, [open.chip]);

  return (
    <section class="source-panel" id={PANEL} ref={root} aria-label={words.openSource(title)} lang={labels.htmlLanguage}>
      <button type="button" class="panel-close" aria-label={labels.close} title={labels.close} onClick={hideSource}>
        ×
      </button>
      {reference === undefined ? (
        <p class="source-note">{labels.missing}</p>
      ) : (
        <Opened answer={answer} open={open} reference={reference} labels={labels} words={words} />
      )}
    </section>
  );
}

interface OpenedProps extends PanelProps {
  readonly reference: Reference;
  readonly words: ReadingLabels;
}

function Opened({ answer, open, reference, labels, words }: OpenedProps) {
  const chosen = useSignal<{ readonly by: Shown; readonly index: number } | null>(null);
  const spots = spotsOf(answer, reference);
  // What was chosen here holds until another chip opens the panel.
  const index = chosen.value?.by === open ? chosen.value.index : spotOf(spots, open.citation);
  const spot = spots[Math.min(index, spots.length - 1)] ?? { reference, number: 0, stretch: 0, range: null, page: undefined };
  const current = spot.reference;
  const now = useDocument(answer, current);
  const state = now.states.get(current.citationId)?.state;
  const note = current.citationId === open.citation.citationId ? citationNote(open.citation, labels) : "";
  const marks = useMemo(() => marksOf(spots, now), [answer.paragraphs, answer.references, current.passage.documentId, now.states, now.passages]);
  const mark = marks.find(({ key }) => key === keyOf(spot));
  const goal = useMemo(() => {
    const page = mark?.boxes[0]?.page ?? spot.page ?? current.passage.page ?? 1;
    return { page, mark, column: columnOf(now.passages, page) };
  }, [open, index, mark?.key]);
  const steps = spots.length > 1 && (
    <EvidenceSteps
      spots={spots}
      index={index}
      words={words}
      isChosen={chosen.value?.by === open}
      onChoose={(next) => (chosen.value = { by: open, index: next })}
    />
  );
  const text = <PanelText answer={answer} spot={spot} now={now} labels={labels} words={words} />;

  return (
    <>
      <header class="source-head">
        <p class="source-title">
          <bdi>{sourceTitle(current, labels)}</bdi>
        </p>
        <p class="source-place">
          <bdi>
            <Words text={sourcePlace(current.passage, labels)} />
          </bdi>
        </p>
        <Aged passage={current.passage} labels={labels} />
        {(state === "changed" || state === "deleted") && (
          <p class="source-badge" data-state={state}>
            <strong>{words[state]}</strong> {words.asCited}
          </p>
        )}
      </header>
      {note !== "" && <p class="source-note">{note}</p>}
      {isPdf(current) ? (
        <PdfSource
          documentId={state === "current" ? current.passage.documentId : null}
          goal={goal}
          marks={marks}
          labels={labels}
          words={words}
          lead={steps}
        >
          {text}
        </PdfSource>
      ) : (
        <>
          {steps}
          {text}
        </>
      )}
      <SourceLinks answer={answer} reference={current} page={spot.page} now={now.states.get(current.citationId)} words={words} />
      <AskSource reference={current} labels={labels} />
      <Uses answer={answer} reference={reference} open={open} labels={labels} words={words} />
    </>
  );
}

interface UsesProps {
  readonly answer: Answer;
  readonly reference: Reference;
  readonly open: Shown;
  readonly labels: Labels;
  readonly words: ReadingLabels;
}

/** The chips of the answer that rest on this document, each with the beginning of its paragraph. */
function Uses({ answer, reference, open, labels, words }: UsesProps) {
  const uses = usesOf(answer, reference);
  const choose = (citation: Citation): void => void (shown.value = { ...open, citation, byKey: false });
  if (uses.length < 2) return null;
  return (
    <div class="source-uses">
      <p class="source-uses-title">{words.uses}</p>
      <ul>
        {uses.map(({ paragraph, citation, number }) => (
          <li key={`${paragraph.index}.${citation.citationId}`}>
            <button
              type="button"
              class="source-line"
              data-use-of={citation.citationId}
              aria-current={citation === open.citation ? "true" : undefined}
              onClick={() => choose(citation)}
            >
              <span class="source-number">{number}</span>
              <span class="source-name">
                <bdi class="source-line-words">
                  <Words text={snippet(paragraph.text, [])} />
                </bdi>
                {citationNote(citation, labels) !== "" && <span class="unseen"> {citationNote(citation, labels)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
