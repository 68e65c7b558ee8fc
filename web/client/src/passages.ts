/** What the gateway has of a document: its passages, and what became of those that an answer cites. */
import { type Age, readAge } from "./protocol/events.js";
import { asList, asObject, asText, asWhole, optional } from "./protocol/shape.js";
import { type ClientOptions, getJson } from "./transport.js";

export { isOurs } from "./protocol/address.js";

export interface DocumentHead extends Age {
  readonly title: string;
  readonly fileName: string;
  readonly mediaType: string;
  /** A sentence on what of the file is not in the text; empty if all of it is. */
  readonly note: string;
}

export interface DocumentPassage {
  readonly id: string;
  readonly text: string;
  readonly heading: string;
  readonly page: number | undefined;
  readonly pageEnd: number | undefined;
  /** Where it stands in the document's text, in code points. */
  readonly start: number;
  readonly end: number;
  /** The lines of the pages on which it lies. */
  readonly boxes: readonly Box[];
}

/** A line of a page: its rectangle in points from the page's bottom left, and where it stands in the document's text. */
export interface Box {
  readonly page: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly start: number;
  readonly end: number;
}

export interface PassagePage {
  readonly passages: readonly DocumentPassage[];
  /** Of the pages before and behind this one; empty where there is none. */
  readonly previous: string;
  readonly next: string;
}

/** Where a page of passages is: around a passage, behind a cursor, or at the document's beginning. */
export type Where = { readonly around: string } | { readonly cursor: string } | Readonly<Record<string, never>>;

export interface SourceNow {
  readonly state: "current" | "changed" | "deleted";
  /** The passage to open; empty where the document is gone. */
  readonly passageId: string;
}

export const PDF = "application/pdf";

/**
 * What a document is called, and its kind.
 *
 * @example const { title } = await documentHead(id, gateway);
 */
export async function documentHead(documentId: string, options: ClientOptions = {}): Promise<DocumentHead> {
  const data = await getJson(`${door(documentId)}?text=false`, options);
  return {
    title: asText(data.title, "title"),
    fileName: optional(data.file_name, "file_name", asText) ?? "",
    mediaType: optional(data.media_type, "media_type", asText) ?? "",
    note: optional(data.note, "note", asText) ?? "",
    ...readAge(data),
  };
}

/**
 * A page of a document's passages in reading order. Throws `Refused` where the passage or the document is unknown.
 *
 * @example const page = await passages(id, { around: reference.passageId }, 20, gateway);
 */
export async function passages(
  documentId: string,
  where: Where,
  limit: number,
  options: ClientOptions = {},
): Promise<PassagePage> {
  const query = new URLSearchParams({ ...where, limit: String(limit) });
  const data = await getJson(`${door(documentId)}/passages?${query.toString()}`, options);
  return {
    passages: asList(data.passages, "passages").map((value) => {
      const passage = asObject(value, "passage");
      return {
        id: asText(passage.passage_id, "passage_id"),
        text: asText(passage.text, "text"),
        heading: optional(passage.heading, "heading", asText) ?? "",
        page: optional(passage.page, "page", asWhole),
        pageEnd: optional(passage.page_end, "page_end", asWhole),
        start: optional(passage.start, "start", asWhole) ?? 0,
        end: optional(passage.end, "end", asWhole) ?? 0,
        boxes: (optional(passage.boxes, "boxes", asList) ?? []).map(readBox),
      };
    }),
    previous: optional(data.previous_cursor, "previous_cursor", asText) ?? "",
    next: optional(data.next_cursor, "next_cursor", asText) ?? "",
  };
}

function readBox(value: unknown): Box {
  const box = asObject(value, "box");
  const [page, left, bottom, right, top, start, end] = (
    ["page", "left", "bottom", "right", "top", "start", "end"] as const
  ).map((name) => Number(box[name] ?? 0)) as [number, number, number, number, number, number, number];
  return { page, left, bottom, right, top, start, end };
}

/**
 * By citation id, what became of the passages that an answer cites.
 *
 * @example const state = (await sourcesNow(answer.answerUuid, gateway)).get("E1")?.state;
 */
export async function sourcesNow(
  answerUuid: string,
  options: ClientOptions = {},
): Promise<ReadonlyMap<string, SourceNow>> {
  const data = await getJson(`/v1/answers/${encodeURIComponent(answerUuid)}/sources`, options);
  return new Map(
    asList(data.sources, "sources").map((value) => {
      const source = asObject(value, "source");
      const state = source.state === "deleted" || source.state === "changed" ? source.state : "current";
      const passageId = optional(source.passage_id, "passage_id", asText) ?? "";
      return [asText(source.citation_id, "citation_id"), { state, passageId }];
    }),
  );
}

/**
 * The page of a document, at a passage; with the evidence of an answer where one is named.
 *
 * @example const address = documentAddress(id, reference.passageId);
 */
export function documentAddress(documentId: string, passageId: string, answerUuid = ""): string {
  const answer = answerUuid === "" ? "" : `?answer=${encodeURIComponent(answerUuid)}`;
  return `/sources/${documentId}${answer}${passageId === "" ? "" : `#${passageId}`}`;
}

/**
 * The file as it was sent; a PDF opens at a page.
 *
 * @example const address = fileAddress(id, "application/pdf", 3);
 */
export function fileAddress(documentId: string, mediaType: string, page: number | undefined): string {
  const address = `${door(documentId)}/content`;
  if (mediaType !== PDF) return address;
  return `${address}?disposition=inline${page === undefined ? "" : `#page=${page}`}`;
}

function door(documentId: string): string {
  return `/v1/documents/${encodeURIComponent(documentId)}`;
}
