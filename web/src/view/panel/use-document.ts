/** The part of a document around a cited passage, as the gateway has it today. */
import { useSignal } from "@preact/signals";
import { type DocumentPassage, isOurs, passages, type SourceNow, sourcesNow } from "citestream-client/passages";
import type { Answer, Reference } from "citestream-client/protocol";
import { useEffect } from "preact/hooks";

import { learn } from "../source-states";

/** Passages that are drawn at once. */
const WINDOW = 7;
const NOTHING: ReadonlyMap<string, SourceNow> = new Map();

export interface DocumentNow {
  /** By citation id; what is not known is not in it. */
  readonly states: ReadonlyMap<string, SourceNow>;
  /** The passages around the current one, in reading order; empty until they are there, and where there are none. */
  readonly passages: readonly DocumentPassage[];
}

/** What cannot be loaded is left out: the panel has the passage as it was cited. */
export function useDocument(answer: Answer, reference: Reference): DocumentNow {
  const states = useSignal(NOTHING);
  const window = useSignal<readonly DocumentPassage[]>([]);
  const { documentId } = reference.passage;
  const isHere = reference.type === "embedding" && isOurs(documentId);
  const now = states.value.get(reference.citationId);
  const passageId = now?.state === "current" ? now.passageId : "";

  useEffect(() => {
    if (!isHere || answer.answerUuid === "") return undefined;
    return aborted((signal) =>
      sourcesNow(answer.answerUuid, { signal }).then((found) => {
        states.value = found;
        learn(answer.answerUuid, found);
      }),
    );
  }, [isHere, answer.answerUuid, answer.status]);

  useEffect(() => {
    if (passageId === "" || window.peek().some(({ id }) => id === passageId)) return undefined;
    return aborted((signal) =>
      passages(documentId, { around: passageId }, WINDOW, { signal }).then((page) => void (window.value = page.passages)),
    );
  }, [documentId, passageId]);

  const isThere = window.value.some(({ id }) => id === passageId);
  return { states: states.value, passages: isThere ? window.value : [] };
}

/** Begins something, and returns what ends it. */
function aborted(begin: (signal: AbortSignal) => Promise<void>): () => void {
  const abort = new AbortController();
  begin(abort.signal).catch(() => {});
  return () => abort.abort();
}
