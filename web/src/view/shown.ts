/** The source that is open beside the answers, one at a time. Escape puts it away, from the moment it is asked for. */
import { signal } from "@preact/signals";
import type { Citation } from "citestream-client/protocol";

/** The id of the panel that shows it. */
export const PANEL = "source-panel";

export interface Shown {
  readonly citation: Citation;
  /** Where the focus comes back to. */
  readonly chip: HTMLElement;
  /** It was opened by key: the focus goes into it. */
  readonly byKey: boolean;
}

export const shown = signal<Shown | null>(null);

/** Opens the source of a chip, or puts it away when it is that one's. */
export function toggleSource(next: Shown): void {
  const isOpen = shown.peek()?.citation === next.citation;
  if (isOpen) return hideSource();
  shown.value = next;
  document.addEventListener("keydown", onKey);
}

/** Gives the focus back to its chip when it was inside. */
export function hideSource(): void {
  const chip = shown.peek()?.chip;
  if (document.activeElement?.closest(".source-panel") != null) chip?.focus();
  shown.value = null;
  document.removeEventListener("keydown", onKey);
}

function onKey({ key }: KeyboardEvent): void {
  if (key === "Escape") hideSource();
}
