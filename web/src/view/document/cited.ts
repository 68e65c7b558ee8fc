/** What of a document an answer rests on: the answer is named in the address of the document's page (`?answer=`). */
import { sourcesNow } from "citestream-client/passages";
import { asText, optional, readDocument } from "citestream-client/protocol";
import { type ClientOptions, getJson } from "citestream-client/transport";

import { type Spot, spotsOf } from "../panel/spots";

/** A stretch of evidence, and the passage to open for it. */
export interface CitedSpot extends Spot {
  readonly passageId: string;
}

export interface Cited {
  readonly answerUuid: string;
  readonly question: string;
  /** In reading order. */
  readonly spots: readonly CitedSpot[];
  /** Passages that have changed since; nothing is marked in them. */
  readonly changed: number;
}

/** Rejects where the answer is gone, or may not be read. */
export async function cited(answerUuid: string, documentId: string, options: ClientOptions = {}): Promise<Cited> {
  const [found, states] = await Promise.all([
    getJson(`/v1/answers/${encodeURIComponent(answerUuid)}`, options),
    sourcesNow(answerUuid, options),
  ]);
  const answer = readDocument(found);
  const own = answer.references.filter(({ type, passage }) => type === "embedding" && passage.documentId === documentId);
  const isCurrent = (citationId: string): boolean => states.get(citationId)?.state === "current";
  const spots = own[0] === undefined ? [] : spotsOf(answer, own[0]);
  return {
    answerUuid,
    question: optional(found.question, "question", asText) ?? "",
    spots: spots
      .filter(({ reference }) => isCurrent(reference.citationId))
      .map((spot) => ({ ...spot, passageId: states.get(spot.reference.citationId)?.passageId ?? "" })),
    changed: own.filter(({ citationId }) => !isCurrent(citationId)).length,
  };
}
