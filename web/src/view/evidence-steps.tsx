/** From one stretch of evidence to the next, in reading order; where one is, is said. */
import "../styles/evidence-steps.css";

import type { ReadingLabels } from "../labels/reading";
import type { Spot } from "./panel/spots";
import { wordsOf } from "./pdf/boxes";

interface StepsProps {
  readonly spots: readonly Spot[];
  readonly index: number;
  readonly words: ReadingLabels;
  /** Whether it is to be said where one is now. */
  readonly isChosen: boolean;
  readonly onChoose: (index: number) => void;
}

export function EvidenceSteps({ spots, index, words, isChosen, onChoose }: StepsProps) {
  const step = (by: number): void => {
    const next = index + by;
    if (next >= 0 && next < spots.length) onChoose(next);
  };
  const { reference, range } = spots[index] ?? {};
  const evidence = range == null ? "" : wordsOf(reference?.passage.text ?? "", range);
  return (
    <div class="evidence-steps">
      <button
        type="button"
        class="quiet"
        aria-label={words.previous}
        title={words.previous}
        aria-disabled={index === 0}
        onClick={() => step(-1)}
      >
        ‹
      </button>
      <span aria-hidden="true">{words.evidence(index + 1, spots.length)}</span>
      <button
        type="button"
        class="quiet"
        aria-label={words.next}
        title={words.next}
        aria-disabled={index === spots.length - 1}
        onClick={() => step(1)}
      >
        ›
      </button>
      <span class="unseen" role="status">
        {isChosen && `${words.evidence(index + 1, spots.length)}: ${evidence}`}
      </span>
    </div>
  );
}
