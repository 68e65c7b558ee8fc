/** Passages that a search found for a question, below the answer that had no source. */
import { EMPTY, type Reference } from "citestream-client/protocol";

import "../styles/sources.css";

import type { Labels } from "../labels";
import { Sources } from "./sources";

interface FoundProps {
  readonly passages: readonly Reference[] | "searching" | "failed";
  readonly labels: Labels;
}

export function Found({ passages, labels }: FoundProps) {
  const words = { searching: labels.searching, failed: labels.statusUnknown };
  const found = typeof passages === "string" ? null : passages;
  return (
    <div class="found" lang={labels.htmlLanguage} data-found={found?.length}>
      <p role="status">{typeof passages === "string" ? words[passages] : labels.found(passages.length)}</p>
      {found !== null && <Sources answer={{ ...EMPTY, references: found }} labels={labels} isHeaded={false} />}
    </div>
  );
}
