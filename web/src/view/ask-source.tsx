/** Begins a question about one source. Where nothing can be asked, as on the page of a document, there is no button. */
import { signal } from "@preact/signals";
import type { Reference } from "citestream-client/protocol";

import type { Labels } from "../labels";

/** Puts the beginning of a question about a source into the composer; null where there is none. */
export const askAbout = signal<((reference: Reference) => void) | null>(null);

interface AskSourceProps {
  readonly reference: Reference;
  readonly labels: Labels;
}

export function AskSource({ reference, labels }: AskSourceProps) {
  const begin = askAbout.value;
  return begin === null ? null : (
    <p class="source-open">
      <button type="button" class="quiet ask-source" onClick={() => begin(reference)}>
        {labels.askSource}
      </button>
    </p>
  );
}
