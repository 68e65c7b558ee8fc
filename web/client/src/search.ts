/** Passages without an answer (`POST /v1/search`). */
import type { Scope } from "./ask.js";
import { addressed, readAge, type Reference, readReference } from "./protocol/events.js";
import { asList, asObject, asText, asWhole, optional } from "./protocol/shape.js";
import { type ClientOptions, sendJson } from "./transport.js";

const MOST = 8;

/** Where to search, and for how many passages: 1 to 100, 8 unless told. */
export interface SearchScope extends Scope {
  readonly limit?: number;
}

/**
 * The passages of `scope` that fit best, best first, as references whose ids are those of the passages.
 *
 * @example for (const { passage, url } of await search("loan period", { limit: 4 }, gateway)) console.log(passage.title, url);
 */
export async function search(query: string, scope: SearchScope = {}, options: ClientOptions = {}): Promise<Reference[]> {
  const data = await sendJson("/v1/search", { query, limit: MOST, ...scope }, options);
  return asList(data.passages, "passages").map((value) => {
    const passage = asObject(value, "passage");
    const position = optional(passage.position, "position", asObject) ?? {};
    const payload = {
      documentId: asText(passage.document_id, "document_id"),
      embeddingId: passage.passage_id,
      title: passage.title,
      source: passage.source,
      text: asText(passage.text, "text"),
      ...readAge(passage),
      position: {
        heading: passage.heading,
        page: optional(position.page, "page", asWhole),
        pageEnd: optional(position.page_end, "page_end", asWhole),
      },
    };
    return addressed(readReference(passage.passage_id, "embedding", payload), options.base);
  });
}
