/** Where a source can be read on: its document's page, and the file as it was sent. */
import { documentAddress, fileAddress, type SourceNow } from "citestream-client/passages";
import type { Answer, Reference } from "citestream-client/protocol";

import type { ReadingLabels } from "../../labels/reading";

interface LinksProps {
  readonly answer: Answer;
  readonly reference: Reference;
  readonly page: number | undefined;
  /** What became of it; undefined where that is not known, or not yet. */
  readonly now: SourceNow | undefined;
  readonly words: ReadingLabels;
}

export function SourceLinks({ answer, reference, page, now, words }: LinksProps) {
  const { documentId, mediaType } = reference.passage;
  if (now === undefined || now.state === "deleted") return null;
  return (
    <p class="source-open">
      <a href={documentAddress(documentId, now.passageId, answer.answerUuid)}>{words.openDocument}</a>
      <a href={fileAddress(documentId, mediaType, page)} target="_blank" rel="noopener">
        {words.original}
      </a>
    </p>
  );
}
