/** The documents of the gateway, and what could not become one (docs/protocol.md, section 6; docs/reading-room.md). */
import { type Age, readAge } from "./protocol/events.js";
import { asList, asObject, asText, asWhole, type Json, optional } from "./protocol/shape.js";
import { type ClientOptions, getJson, request, sendJson } from "./transport.js";

export const KINDS = ["markdown", "text", "html", "pdf", "word", "table", "code", "slides", "book", "mail", "notebook"] as const;
export type Kind = (typeof KINDS)[number];
export const ORDERS = ["newest", "title", "size", "passages", "cited"] as const;
export type Order = (typeof ORDERS)[number];

/** What the caller may do. */
export interface Access {
  /** `user`, `app`, `staff`, `qa` or `admin`. */
  readonly role: string;
  /** Whether documents may be added, replaced and deleted. */
  readonly isStaff: boolean;
  /** The workspaces of the key; empty: all. */
  readonly workspaces: readonly string[];
  /** What one upload may have, in bytes. */
  readonly mostBytes: number;
}

interface Named {
  readonly id: string;
  readonly title: string;
  readonly fileName: string;
  readonly workspace: string;
  readonly source: string;
  /** Sending the same again replaces. */
  readonly externalId: string;
  /** Bytes of what was sent. */
  readonly size: number;
}

export interface Document extends Named, Age {
  readonly kind: string;
  readonly passages: number;
  /** How many answers cite it. */
  readonly cited: number;
  readonly updatedAt: string;
  /** A sentence on what of the file is not in the text; empty if all of it is. */
  readonly note: string;
  readonly leftOut: readonly LeftOut[];
}

/** One kind of content of a file that is not in the text of its document. */
export interface LeftOut {
  /** For programs: `hidden_row`, `picture`, … */
  readonly kind: string;
  readonly count: number;
  /** For people: `3 hidden rows`. */
  readonly text: string;
}

export interface Failure extends Named {
  readonly reason: string;
  /** Whether what was sent is still stored. */
  readonly canRetry: boolean;
}

export interface PageOf<Item> {
  readonly items: readonly Item[];
  /** Of the page behind this one; empty on the last. */
  readonly cursor: string;
}

/** Which documents to list, and in which order; what is absent or empty means all, the newest first. */
export interface Filter {
  /** In the title or the file name. */
  readonly words?: string;
  readonly workspace?: string;
  readonly kind?: Kind | "";
  readonly sort?: Order;
}

/** What cites a document. */
export interface Citing {
  /** How many answers of everybody; null where that is not told. */
  readonly answers: number | null;
  /** The newest questions of the caller's own. */
  readonly questions: readonly string[];
}

/** What became of a file. */
export interface Saved {
  /** `ready`, `unchanged` or `failed`. */
  readonly status: string;
  readonly title: string;
  readonly passages: number;
  readonly error: string;
}

/** What became of something that was sent, and under which id it is found. */
export interface Added extends Saved {
  readonly documentId: string;
  /** What changes for searches, such as that they exclude the sample documents from now on; absent for nothing. */
  readonly warnings?: readonly string[];
  /** A sentence on what of the file is not in the text; empty if all of it is. */
  readonly note: string;
  readonly leftOut: readonly LeftOut[];
}

const DOOR = "/v1/documents";
const MB = 1024 * 1024;

/**
 * What the caller may do.
 *
 * @example const { isStaff } = await access(gateway);
 */
export async function access(options: ClientOptions = {}): Promise<Access> {
  const data = await getJson("/v1/status", options);
  const role = asText(data.role, "role");
  return {
    role,
    isStaff: ["staff", "admin"].includes(role),
    workspaces: asList(data.workspaces, "workspaces").map((name) => asText(name, "workspace")),
    mostBytes: asWhole(data.max_upload_mb, "max_upload_mb") * MB,
  };
}

/** How far the gateway is with the vectors of documents, in passages. */
export interface Indexing {
  readonly done: number;
  readonly total: number;
  /** Null if nobody can say. */
  readonly remainingS: number | null;
}

/**
 * How far the gateway is with the vectors of documents; null if nothing is to be done.
 *
 * @example const rest = (await indexing(gateway))?.remainingS;
 */
export async function indexing(options: ClientOptions = {}): Promise<Indexing | null> {
  const data = optional((await getJson("/v1/status", options)).reindexing, "reindexing", asObject) ?? { state: "idle" };
  if (data.state === "idle") return null;
  return {
    done: asWhole(data.done, "done"),
    total: asWhole(data.total, "total"),
    remainingS: optional(data.remaining_s, "remaining_s", asWhole) ?? null,
  };
}

/**
 * A page of the documents, the newest first unless `filter` sorts them.
 *
 * @example const { items, cursor } = await documents({ words: "loans" }, "", gateway);
 */
export async function documents(filter: Filter = {}, cursor = "", options: ClientOptions = {}): Promise<PageOf<Document>> {
  const { words = "", workspace = "", kind = "", sort = "" } = filter;
  return page({ q: words.trim(), workspace, kind, sort, cursor }, options, (data) => ({
    ...named(data),
    kind: optional(data.kind, "kind", asText) ?? "",
    passages: asWhole(data.passages, "passages"),
    cited: asWhole(data.cited, "cited"),
    updatedAt: asText(data.updated_at, "updated_at"),
    ...readAge(data),
    ...omissions(data),
  }));
}

/**
 * What failed, newest first. Throws `Refused` for everybody but staff.
 *
 * @example const { items } = await failures("", gateway);
 */
export async function failures(cursor = "", options: ClientOptions = {}): Promise<PageOf<Failure>> {
  return page({ status: "failed", cursor }, options, (data) => ({
    ...named(data),
    reason: asText(data.error, "error"),
    canRetry: data.can_retry === true,
  }));
}

/**
 * The names of the workspaces that hold documents.
 *
 * @example const names = await workspaces(gateway);
 */
export async function workspaces(options: ClientOptions = {}): Promise<string[]> {
  const data = await getJson("/v1/workspaces", options);
  return asList(data.workspaces, "workspaces").map((value) => asText(asObject(value, "workspace").workspace, "workspace"));
}

/**
 * What cites a document.
 *
 * @example const { answers } = await citing(id, gateway);
 */
export async function citing(id: string, options: ClientOptions = {}): Promise<Citing> {
  const data = await getJson(`${at(id)}/citations?limit=3`, options);
  return {
    answers: optional(data.cited, "cited", asWhole) ?? null,
    questions: asList(data.answers, "answers").map((value) => asText(asObject(value, "answer").question, "question")),
  };
}

/** A text that becomes a document. What is absent is left to the gateway. */
export interface TextDocument {
  readonly title: string;
  readonly text: string;
  /** Where it comes from; sending the same again (or the same `external_id`) replaces. */
  readonly source?: string;
  readonly external_id?: string;
  readonly workspace?: string;
  readonly source_app?: string;
  readonly language?: string;
  readonly metadata?: Json;
}

/**
 * Adds a text, or replaces what was sent under the same name; it is searched when this returns.
 *
 * @example const { documentId } = await addText({ title: "Loans", text: "Three weeks." }, gateway);
 */
export async function addText(document: TextDocument, options: ClientOptions = {}): Promise<Added> {
  return readSaved(await sendJson(DOOR, { ...document }, options));
}

/**
 * Adds a file; `fields` are those of a text but `title` and `text`. Its name says what it is. Throws `Refused` with the
 * code `unreadable_document` if the file cannot be read.
 *
 * @example const { status, warnings } = await addFile(file, "loans.pdf", { workspace: "rules" }, gateway);
 */
export async function addFile(
  file: Blob,
  name: string,
  fields: Omit<TextDocument, "title" | "text" | "metadata"> = {},
  options: ClientOptions = {},
): Promise<Added> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", file, name);
  const response = await request(DOOR, { method: "POST", headers: { Accept: "application/json" }, body: form }, options);
  return readSaved(await response.json());
}

/**
 * Deletes a document, or dismisses what failed.
 *
 * @example await remove(id, gateway);
 */
export async function remove(id: string, options: ClientOptions = {}): Promise<void> {
  await request(at(id), { method: "DELETE" }, options);
}

/**
 * Tries once more what failed, with what was sent then.
 *
 * @example const { status } = await retry(id, gateway);
 */
export async function retry(id: string, options: ClientOptions = {}): Promise<Saved> {
  const response = await request(`${at(id)}/retry`, { method: "POST" }, options);
  return readSaved(await response.json());
}

/**
 * What became of the first document of an answer to sending some.
 *
 * @example const { documentId } = readSaved(await response.json());
 */
export function readSaved(value: unknown): Added {
  const response = asObject(value, "response");
  const warnings = optional(response.warnings, "warnings", asList)?.map((words) => asText(words, "warnings"));
  const data = asObject(asList(response.documents, "documents")[0], "document");
  return {
    documentId: optional(data.document_id, "document_id", asText) ?? "",
    status: asText(data.status, "status"),
    title: asText(data.title, "title"),
    passages: asWhole(data.passages, "passages"),
    error: optional(data.error, "error", asText) ?? "",
    ...omissions(data),
    ...(warnings && { warnings }),
  };
}

/**
 * The address of the file as it was sent.
 *
 * @example const address = originalOf(id);
 */
export function originalOf(id: string): string {
  return `${at(id)}/content?disposition=inline`;
}

const at = (id: string): string => `${DOOR}/${encodeURIComponent(id)}`;

type Given = Readonly<Record<string, string>>;

async function page<Item>(given: Given, options: ClientOptions, read: (data: Json) => Item): Promise<PageOf<Item>> {
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""));
  const data = await getJson(`${DOOR}?${query.toString()}`, options);
  return {
    items: asList(data.documents, "documents").map((value) => read(asObject(value, "document"))),
    cursor: optional(data.next_cursor, "next_cursor", asText) ?? "",
  };
}

function omissions(data: Json): Pick<Document, "note" | "leftOut"> {
  const listed = (optional(data.left_out, "left_out", asList) ?? []).map((value) => asObject(value, "left_out"));
  return {
    note: optional(data.note, "note", asText) ?? "",
    leftOut: listed.map(({ kind, count, text }) => ({
      kind: asText(kind, "kind"),
      count: asWhole(count, "count"),
      text: asText(text, "text"),
    })),
  };
}

function named(data: Json): Named {
  return {
    id: asText(data.document_id, "document_id"),
    title: asText(data.title, "title"),
    fileName: optional(data.file_name, "file_name", asText) ?? "",
    workspace: asText(data.workspace, "workspace"),
    source: optional(data.source, "source", asText) ?? "",
    externalId: optional(data.external_id, "external_id", asText) ?? "",
    size: asWhole(data.size, "size"),
  };
}
