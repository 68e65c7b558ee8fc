/** Where an answer comes from and how it came about, beside its text. */
import type { Meta } from "citestream-client/protocol";

import "../styles/remarks.css";

import type { Labels } from "../labels";

interface MemoryProps {
  readonly meta: Meta;
  readonly labels: Labels;
  /** Asks the same question without the memory; null while an answer runs. */
  readonly onAfresh: (() => void) | null;
}

/** Says that an earlier answer was given again. */
export function MemoryBadge({ meta, labels, onAfresh }: MemoryProps) {
  if (meta.source !== "memory") return null;
  const time = new Date(meta.memory?.createdAt ?? "");
  const words = [
    labels.fromMemory,
    meta.memory?.score == null ? "" : labels.alike(meta.memory.score),
    Number.isNaN(time.valueOf()) ? "" : labels.answeredOn(time),
  ];
  return (
    <p class="memory" lang={labels.htmlLanguage} data-memory={meta.memory?.responseId ?? ""}>
      <span>{words.filter((part) => part !== "").join(", ")}</span>
      <button type="button" class="quiet" disabled={onAfresh === null} onClick={() => onAfresh?.()}>
        {labels.askAfresh}
      </button>
    </p>
  );
}

/** Says what a follow-up was understood as, under the question. */
export function Understood({ meta, labels }: { readonly meta: Meta; readonly labels: Labels }) {
  if (meta.understood === "") return null;
  return (
    <p class="understood" data-understood dir="auto">
      {labels.understood(meta.understood)}
    </p>
  );
}

export function Warnings({ meta, labels }: { readonly meta: Meta; readonly labels: Labels }) {
  const warnings = [...meta.warnings, ...(meta.dropped === 0 ? [] : [labels.dropped(meta.dropped)])];
  if (warnings.length === 0) return null;
  return (
    <ul class="warnings" aria-label={labels.warnings}>
      {warnings.map((words, index) => (
        <li key={index} dir="auto">
          {words}
        </li>
      ))}
    </ul>
  );
}
