/** Changes where the questions of this page search, and keeps the page's address in step. */
import { type Signal, signal } from "@preact/signals";
import type { Scope } from "citestream-client";

import { namedScope, scope } from "./scope";

/** What documents are called, by id; null while that is not known. */
const titles = new Map<string, Signal<string | null>>();

export function titleOf(id: string): Signal<string | null> {
  const title = titles.get(id) ?? signal<string | null>(null);
  titles.set(id, title);
  return title;
}

export function limitTo({ workspace, document_ids: documents = [] }: Scope): void {
  const address = new URL(location.href);
  address.searchParams.delete("workspace");
  address.searchParams.delete("document");
  if (workspace !== undefined) address.searchParams.set("workspace", workspace);
  for (const id of documents) address.searchParams.append("document", id);
  history.replaceState(history.state, "", address);
  scope.value = namedScope();
}

/** Takes a document into what is searched, or out of it. */
export function choose(id: string, isChosen: boolean): void {
  const others = (scope.value.document_ids ?? []).filter((other) => other !== id);
  limitTo({ ...scope.value, document_ids: isChosen ? [...others, id] : others });
}

/** Another workspace has other documents: those that were chosen before are so no longer. */
export function chooseWorkspace(name: string): void {
  limitTo(name === "" ? {} : { workspace: name });
}
