/**
 * How the page waits for a lost connection: never for good. A pause between two tries ends at once when the network is
 * back, when the reader comes back to the tab, and when the reader says so.
 */
import { signal } from "@preact/signals";

/** Whether the browser has a network at all. */
export const online = signal(navigator.onLine);

const wakes = new Set<() => void>();

/** Ends every pause. */
export function tryNow(): void {
  for (const wake of [...wakes]) wake();
}

/** Calls `wake` each time that there is reason to try at once; returns what ends that. */
export function onWake(wake: () => void): () => void {
  wakes.add(wake);
  return () => void wakes.delete(wake);
}

/** Resolves after so many milliseconds, or sooner with reason; rejects when `signal` aborts. */
export function patientWait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => (): void => {
      clearTimeout(timer);
      wakes.delete(done);
      signal?.removeEventListener("abort", abort);
      then();
    };
    const done = end(resolve);
    const abort = end(() => reject(signal?.reason as Error));
    const timer = setTimeout(done, milliseconds);
    wakes.add(done);
    signal?.addEventListener("abort", abort);
  });
}

addEventListener("online", () => {
  online.value = true;
  tryNow();
});
addEventListener("offline", () => {
  online.value = false;
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") tryNow();
});
