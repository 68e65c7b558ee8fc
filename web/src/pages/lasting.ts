/**
 * What this browser keeps beyond the tab for whoever reads: what they have begun to write, and where they were in their
 * conversations. It is somebody's alone: where the gateway says that somebody else reads now, it is forgotten.
 */
import { effect, type ReadonlySignal } from "@preact/signals";

import type { Conversation } from "./conversation";
import { draftOf, drafts, LASTING } from "./drafts";
import type { Known } from "./welcome";

interface Lasting {
  /** Whose it is: `reader` of the gateway's status. */
  readonly reader: string;
  readonly drafts: Readonly<Record<string, string>>;
  /** Pixels that the page was scrolled by, in conversations; the newest last. */
  readonly places: Readonly<Record<string, number>>;
}

/** Noted while the page scrolls: asked when the page is left, it would lay all of it out once more. */
let top = Math.round(scrollY);
addEventListener("scroll", () => (top = Math.round(scrollY)), { passive: true });

/** Pixels that the page is scrolled by. */
export function scrolled(): number {
  return top;
}

let isLasting = false;
const MOST = 100;
/** A question that waits for an answer (`queued.tsx`) is a draft again after the browser was closed. */
const NEXT = /\.next$/u;
const AFRESH = /\.afresh$/u;
const NOTHING: Lasting = { reader: "", drafts: {}, places: {} };

/** Brings back what was kept when the gateway has said who reads, and keeps it whenever the page is left; a second call
 * does nothing. */
export function last(conversation: Conversation, status: ReadonlySignal<Known>): void {
  if (isLasting) return;
  isLasting = true;
  let reader = "";
  effect(() => {
    if (typeof status.value !== "object" || status.value.reader === reader) return;
    ({ reader } = status.value);
    const before = read();
    if (before.reader !== reader) write(NOTHING);
    else for (const [id, text] of Object.entries(before.drafts)) draftOf(id).value ||= text;
  });
  const keep = (): void => {
    if (reader === "") return;
    const { threadId, turns } = conversation.kept.value;
    const before = read();
    const { [threadId]: _, ...places } = before.places;
    write({
      reader,
      drafts: newest({ ...before.drafts, ...written() }, (text) => text !== ""),
      places: newest(turns.length > 0 ? { ...places, [threadId]: scrolled() } : places, () => true),
    });
  };
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep(); // A browser on a phone may end without another word.
  });
}

/** Where the reader was in a conversation when they left it, in pixels; null where that is not known. */
export function lastPlace(threadId: string): number | null {
  return read().places[threadId] ?? null;
}

/** The drafts of this tab, empty ones too. */
function written(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, text] of drafts()) {
    if (AFRESH.test(name)) continue;
    const id = name.replace(NEXT, "");
    found[id] = [found[id] ?? "", text].filter((part) => part !== "").join("\n");
  }
  return found;
}

function newest<Value>(all: Readonly<Record<string, Value>>, isWorth: (value: Value) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => isWorth(value)).slice(-MOST));
}

function read(): Lasting {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(LASTING) ?? "{}") as Partial<Lasting>) };
  } catch {
    return NOTHING; // Storage may be forbidden, or hold what another page wrote.
  }
}

function write(lasting: Lasting): void {
  const isEmpty = Object.keys(lasting.drafts).length + Object.keys(lasting.places).length === 0;
  try {
    if (isEmpty) localStorage.removeItem(LASTING);
    else localStorage.setItem(LASTING, JSON.stringify(lasting));
  } catch {
    // What is written then lasts as long as the tab.
  }
}
