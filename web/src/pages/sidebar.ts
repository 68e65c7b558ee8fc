/** Whether the conversations stand beside the page. A wide window remembers it; a narrow one has a drawer. */
import { signal } from "@preact/signals";

const KEY = "citestream.conversations";

export const WIDE = "(width >= 60rem)";
/** `opened`: by its reader just now, who goes on there. */
export const sidebar = signal<"closed" | "open" | "opened">(isRemembered() ? "open" : "closed");

export function toggleSidebar(): void {
  const isOpening = sidebar.value === "closed";
  sidebar.value = isOpening ? "opened" : "closed";
  try {
    if (!matchMedia(WIDE).matches) return;
    if (isOpening) localStorage.setItem(KEY, "open");
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden.
  }
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null && matchMedia(WIDE).matches;
  } catch {
    return false;
  }
}
