/** Lists of the gateway that come page by page. */
import type { PageOf } from "citestream-client/documents";
import { asList, asText, type Json, optional } from "citestream-client/protocol";

/** `name`: of the list in the response. */
export function pageOf<Item>(data: Json, name: string, read: (value: unknown) => Item): PageOf<Item> {
  return { items: asList(data[name], name).map(read), cursor: optional(data.next_cursor, "next_cursor", asText) ?? "" };
}

/** A query without what is empty. */
export function query(given: Readonly<Record<string, string>>): string {
  return new URLSearchParams(Object.entries(given).filter(([, value]) => value.trim() !== "")).toString();
}
