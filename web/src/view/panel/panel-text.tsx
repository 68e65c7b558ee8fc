/** A document around the current evidence; the passage as it was cited where the document is not to be had. */
import type { Answer, Evidence, Reference } from "citestream-client/protocol";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import type { Labels } from "../../labels";
import type { ReadingLabels } from "../../labels/reading";
import { relocated } from "../evidence";
import { GraphView } from "../graph";
import { PassageText } from "../source";
import { allEvidence } from "../sources";
import type { Spot } from "./spots";
import type { DocumentNow } from "./use-document";

interface TextProps {
  readonly answer: Answer;
  readonly spot: Spot;
  readonly now: DocumentNow;
  readonly labels: Labels;
  readonly words: ReadingLabels;
}

interface Block {
  readonly key: string;
  readonly text: string;
  /** The references whose passage it is. */
  readonly cited: readonly Reference[];
}

export function PanelText({ answer, spot, now, labels, words }: TextProps) {
  const host = useRef<HTMLDivElement>(null);
  const { reference, stretch } = spot;
  const blocks = useMemo(() => blocksOf(answer, reference, now), [answer.references, reference, now.states, now.passages]);

  useLayoutEffect(() => {
    const block = host.current?.querySelector<HTMLElement>(`[data-cited~="${CSS.escape(reference.citationId)}"]`);
    const marks = [...(block?.querySelectorAll<HTMLElement>(`mark[data-evidence="${stretch}"]`) ?? [])];
    for (const mark of host.current?.querySelectorAll("mark[data-current]") ?? []) mark.removeAttribute("data-current");
    for (const mark of marks) mark.setAttribute("data-current", "");
    const target = marks[0] ?? block?.querySelector("mark") ?? block;
    const scroller = scrollerOf(host.current);
    if (scroller == null || target == null) return;
    scroller.scrollTop += target.getBoundingClientRect().top - scroller.getBoundingClientRect().top - MARGIN;
  }, [blocks, reference.citationId, stretch]);

  return (
    <div class="source-text" ref={host} tabIndex={0} role="group" aria-label={labels.passage}>
      {reference.type === "graph" ? (
        <GraphView reference={reference} />
      ) : (
        blocks.map(({ key, text, cited }) => (
          <div key={key} class="panel-passage" data-cited={cited.map(({ citationId }) => citationId).join(" ") || undefined}>
            <Text answer={answer} text={text} cited={cited} mediaType={reference.passage.mediaType} labels={labels} words={words} />
          </div>
        ))
      )}
    </div>
  );
}

/** In a low window the whole panel scrolls. */
function scrollerOf(host: HTMLElement | null): Element | null | undefined {
  return host !== null && getComputedStyle(host).overflowY === "visible" ? host.closest(".source-panel") : host;
}

/** Pixels above the evidence. */
const MARGIN = 48;
const NONE: readonly Evidence[] = [];

function blocksOf(answer: Answer, reference: Reference, { states, passages }: DocumentNow): Block[] {
  if (passages.length === 0) return [{ key: reference.citationId, text: reference.passage.text, cited: [reference] }];
  return passages.map(({ id, text }) => {
    const cited = answer.references.filter(({ citationId }) => {
      const now = states.get(citationId);
      return now?.state === "current" && now.passageId === id;
    });
    // What is there already stays, with the focus in it, when the document comes around it.
    return { key: cited[0]?.citationId ?? id, text, cited };
  });
}

interface BlockProps extends Pick<TextProps, "answer" | "labels" | "words"> {
  readonly text: string;
  readonly cited: readonly Reference[];
  readonly mediaType: string;
}

function Text({ answer, text, cited, mediaType, labels, words }: BlockProps) {
  const evidence = useMemo(
    () =>
      cited.length === 0
        ? NONE
        : cited.flatMap((reference) => relocated(allEvidence(answer, reference), reference.passage.text, text)),
    [answer.paragraphs, cited, text],
  );
  return <PassageText passage={{ text, mediaType }} evidence={evidence} labels={labels} spoken={words} />;
}
