/** Says of a source below an answer that its document was changed or deleted since. */
import "../styles/source-badge.css";

import type { Answer, Reference } from "citestream-client/protocol";
import { useEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";
import { readingLabels } from "../labels/reading";
import { learn, lookAgain, statesOf } from "./source-states";

interface BadgeProps {
  readonly answer: Answer;
  readonly reference: Reference;
  /** The answer was written while the page was open: nothing can have changed yet. */
  readonly isFresh: boolean;
  readonly labels: Labels;
}

export function SourceBadge({ answer: { answerUuid }, reference, isFresh, labels }: BadgeProps) {
  const host = useRef<HTMLSpanElement>(null);
  const state = statesOf(answerUuid).value.get(reference.citationId)?.state;

  useEffect(() => {
    const line = host.current?.parentElement;
    const isStored = answerUuid !== "" && reference.type === "embedding";
    if (line == null || !isStored || typeof IntersectionObserver === "undefined") return undefined;
    let isSeen = false;
    if (isFresh && statesOf(answerUuid).peek().size === 0) learn(answerUuid);
    const look = (): void => {
      if (isSeen && document.visibilityState === "visible") lookAgain(answerUuid);
    };
    const observer = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting === true;
      look();
    });
    observer.observe(line);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [answerUuid]);

  return (
    <span ref={host}>
      {(state === "changed" || state === "deleted") && (
        <strong class="source-state" data-state={state}>
          {readingLabels(labels)[state]}
        </strong>
      )}
    </span>
  );
}
