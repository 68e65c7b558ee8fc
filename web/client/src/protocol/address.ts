/** Where a reader opens what an answer cites. */
import type { Json } from "./shape.js";

const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PLAIN = /^[\w.~-]+$/;
const WEB = /^https?:\/\/[^\s<>]+$/i;

/**
 * Whether a document of this id can be here: those of other knowledge sources have other ids.
 *
 * @example if (isOurs(reference.passage.documentId)) console.log(reference.url);
 */
export function isOurs(documentId: string): boolean {
  return OURS.test(documentId);
}

/**
 * The address that opens the passage of a reference's payload: its page at the gateway, relative without `base`; else
 * the web address that the knowledge source gave; else empty.
 *
 * @example const url = addressOf(payload, "http://127.0.0.1:8000");
 */
export function addressOf(payload: Json, base = ""): string {
  const [documentId, passageId, source] = [payload.documentId, payload.embeddingId, payload.source].map((value) =>
    typeof value === "string" ? value : "",
  ) as [string, string, string];
  if (isOurs(documentId)) {
    return `${base.replace(/\/+$/, "")}/sources/${documentId}${PLAIN.test(passageId) ? `#${passageId}` : ""}`;
  }
  return WEB.test(source) ? source : "";
}
