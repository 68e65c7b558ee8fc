/** The name of the open page in its tab, in the history and for a screen reader. */
import { useEffect } from "preact/hooks";

import { plainName } from "../view/plain";

const NAME = "Citestream";

/** Names the page: what is most its own first, the product last. Words that are empty or null are left out. */
export function useTitle(...parts: readonly (string | null)[]): void {
  const title = [...parts, NAME].filter((part): part is string => part !== null && part.trim() !== "").map((part) => plainName(part, 80)).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
