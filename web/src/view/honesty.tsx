/** What an answer says about its own worth: where no source stands behind it, where it may not fit, who wrote it. */
import type { Answer } from "citestream-client/protocol";

import "../styles/notices.css";

import type { Labels } from "../labels";

/** Whether the gateway itself speaks, about its documents or the conversation: that needs no source. */
export function speaksForItself({ meta, state }: Answer): boolean {
  if (meta !== null) return (meta.source !== "model" && meta.source !== "memory") || meta.citationMode !== "paragraph";
  return !WRITING.includes(state); // Its own sentences come without these states.
}

const WRITING: readonly string[] = ["responding", "repairing", "provider_switching", "resuming"];

/** Whether a finished answer says something and names no source for any of it. */
export function isUnsourced(answer: Answer): boolean {
  const { meta, references } = answer;
  const isOwn = meta !== null && meta.source !== "model" && meta.source !== "memory";
  const saysSomething = answer.paragraphs.length > 0 || answer.text.trim() !== "";
  return meta !== null && !isOwn && meta.citationMode !== "none" && references.length === 0 && saysSomething;
}

interface UnsourcedProps {
  readonly labels: Labels;
  readonly onAfresh: (() => void) | null;
  readonly onSearch: (() => void) | null;
}

export function Unsourced({ labels, onAfresh, onSearch }: UnsourcedProps) {
  return (
    <div class="banner" role="status" lang={labels.htmlLanguage} data-unsourced>
      <p>{labels.noSources}</p>
      <p class="actions">
        <button type="button" class="quiet" aria-disabled={onAfresh === null} onClick={() => onAfresh?.()}>
          {labels.askAgain}
        </button>
        <button type="button" class="quiet" aria-disabled={onSearch === null} onClick={() => onSearch?.()}>
          {labels.searchDocuments}
        </button>
      </p>
    </div>
  );
}

interface Props {
  readonly answer: Answer;
  readonly labels: Labels;
}

/** Says why the answer may be wrong: most often, because the passages may not hold it. */
export function Doubt({ answer, labels }: Props) {
  if (answer.meta?.confidence !== "doubtful" || speaksForItself(answer)) return null;
  return (
    <p class="banner" role="status" lang={labels.htmlLanguage} data-doubtful={answer.meta.confidenceReason}>
      {labels.doubtfulFor[answer.meta.confidenceReason] ?? labels.doubtful}
    </p>
  );
}

/** Says what the calibrated rule warrants. */
export function Warranty({ answer, labels }: Props) {
  const rule = answer.meta?.evidenceRule;
  if (!rule || answer.references.length === 0) return null;
  const [wrong, confidence] = [rule.wrong, rule.confidence].map((share) => `${+(100 * share).toFixed(2)} %`) as [string, string];
  return (
    <p class="quotes" lang={labels.htmlLanguage} data-calibrated>
      {labels.calibrated(rule.claims, wrong, confidence)}
    </p>
  );
}

/** Says that the sentences are the documents' own. */
export function Quotes({ answer, labels }: Props) {
  if (speaksForItself(answer) || answer.text === "" || answer.meta?.source === "memory") return null;
  return (
    <p class="quotes" lang={labels.htmlLanguage} data-quotes>
      {labels.quotes}
    </p>
  );
}
