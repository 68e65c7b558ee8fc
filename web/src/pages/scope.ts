/** Where the questions of this page search, as its address says: `?workspace=`, and `?document=` once for each. */
import { signal } from "@preact/signals";
import type { Scope } from "citestream-client";

export const scope = signal(namedScope());

export function namedScope(): Scope {
  const query = new URLSearchParams(location.search);
  const workspace = query.get("workspace");
  const documents = query.getAll("document").filter((id) => id !== "");
  return { ...(workspace && { workspace }), ...(documents.length > 0 && { document_ids: documents }) };
}
