/** What a reader has begun to write, kept in this tab over a reload, and by `lasting.ts` longer: one draft for each
 * conversation. */
import { effect, type Signal, signal } from "@preact/signals";

const KEY = "citestream.draft.";
/** Where the browser keeps what lasts longer than the tab. */
export const LASTING = "citestream.lasting";
/** Whose all of this is, as the gateway names readers in its status; empty where it has not said so yet. */
const READER = "citestream.reader";
let reader = read(READER);
/** Something stood here when the page was opened, and nothing says whose it is. */
let isUnclaimed = reader === "" && keptKeys().length > 0;
const open = new Map<string, Signal<string>>();

/** The draft of a conversation; empty text is no draft. `conversation` is empty for one that has not begun. */
export function draftOf(conversation: string): Signal<string> {
  const known = open.get(conversation);
  if (known !== undefined) return known;
  const key = KEY + conversation;
  const draft = signal(read(key));
  effect(() => write(key, draft.value));
  open.set(conversation, draft);
  return draft;
}

/** The drafts that this page knows, by conversation. */
export function drafts(): (readonly [conversation: string, text: string])[] {
  return [...open].map(([conversation, { value }]) => [conversation, value]);
}

/**
 * Says who reads, and keeps that in this tab beside the rest. What is here is forgotten first where it is somebody else's,
 * or nobody's in particular while the reader `hasSignedIn` on this page: whoever read before may have been another.
 */
export function claim(name: string, hasSignedIn: boolean, forget: () => void): void {
  if (reader === "" ? isUnclaimed && hasSignedIn : reader !== name) forget();
  isUnclaimed = false;
  reader = name;
  write(READER, name);
}

/** Empties every draft that this page knows, and all that it has kept of its reader in this browser. */
export function forgetDrafts(): void {
  reader = "";
  isUnclaimed = false;
  for (const draft of open.values()) draft.value = "";
  try {
    localStorage.removeItem(LASTING);
    for (const key of keptKeys()) sessionStorage.removeItem(key);
  } catch {
    // Nothing is kept then.
  }
}

/** Whether this browser keeps anything of before. */
export function isAnythingLasting(): boolean {
  try {
    return localStorage.getItem(LASTING) !== null;
  } catch {
    return false;
  }
}

function keptKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith("citestream."));
  } catch {
    return [];
  }
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return ""; // Storage may be forbidden.
  }
}

function write(key: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // The draft then lasts until the next reload.
  }
}
