/** What a source is called, and where in it the passage is. */
import type { Age, Citation, Json, Passage, Reference } from "citestream-client/protocol";

import type { Labels } from "../labels";
import { plainName } from "./plain";

/** Characters of what another source says. */
const LONGEST_VALUE = 160;

/** The title, else the file, else how the passage begins. */
export function sourceTitle(reference: Reference, labels: Labels): string {
  if (reference.type === "graph") return [labels.graph, graphNames(reference)].filter((part) => part !== "").join(": ");
  const { title, source, text } = reference.passage;
  return plainName(title) || plainName(source) || plainName(text, 60) || reference.citationId;
}

/** Heading and page, as far as the source has them and they say more than the title. */
export function sourcePlace(passage: Passage, labels: Labels): string {
  const heading = plainName(passage.heading);
  return [heading === plainName(passage.title) ? "" : heading, pages(passage, labels)].filter((part) => part !== "").join(", ");
}

/** How old the source is and who wrote it, as far as that is known. */
export function sourceAge({ date, dateFrom, author }: Age, labels: Labels): string {
  return [date === "" ? "" : labels.dated(plainName(date.slice(0, 10)), dateFrom), plainName(author)].filter((part) => part !== "").join(", ");
}

function pages({ page, pageEnd }: Passage, labels: Labels): string {
  if (page === undefined) return "";
  return pageEnd === undefined || pageEnd <= page ? labels.page(page) : labels.pages(page, pageEnd);
}

/** What the reader has to know about a citation, such as what its source has instead; empty where all is well. */
export function citationNote(citation: Citation, labels: Labels): string {
  const other = citation.disagreement && labels.otherSays(plainName(citation.disagreement.value.replace(/[.。]\s*$/u, ""), LONGEST_VALUE));
  return [checkNote(citation, labels), other ?? ""].filter((part) => part !== "").join(" ");
}

function checkNote({ status, reason = "", sourceValue }: Citation, labels: Labels): string {
  if (status !== "weak") return status === "ok" ? "" : labels[status];
  if (sourceValue === undefined) return labels.doubts[reason] ?? labels.weak;
  return labels.sourceSays(plainName(sourceValue), reason === "negation" || reason === "comparison");
}

/** The entities that the question named and this reference is about. */
function graphNames(reference: Reference): string {
  const names = Array.isArray(reference.payload.entitiesFromQuestion) ? reference.payload.entitiesFromQuestion : [];
  return names.map((name) => plainName(typeof name === "string" ? name : "", 60)).filter((name) => name !== "").join(", ");
}

/** The first relation of a graph reference in words; empty where it has none. */
export function firstRelation({ payload: { edges } }: Reference): string {
  const edge: unknown = Array.isArray(edges) ? edges[0] : null;
  if (typeof edge !== "object" || edge === null) return "";
  const { sourceName, label, targetName } = edge as Json;
  const [from, by, to] = [sourceName, label, targetName].map((name) => plainName(typeof name === "string" ? name : "", 60));
  return `${from} —${by}→ ${to}`;
}
