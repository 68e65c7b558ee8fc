/** Single keys that do something on a page, while nothing is being written and no other key is held. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

const KEY = "citestream.keys";

/** Whether they are used: who speaks to the computer, or whose hands slip, switches them off (WCAG 2.1.4). */
export const keysOn = signal(stored());

export function switchKeys(isOn: boolean): void {
  keysOn.value = isOn;
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // A browser may forbid storage; the choice then holds for this visit.
  }
}

export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const now = useRef(acts);
  now.current = acts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const act = Object.hasOwn(now.current, event.key) ? now.current[event.key] : undefined;
      if (act === undefined || !keysOn.peek() || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("textarea, select, input:not([type=checkbox])");
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}
