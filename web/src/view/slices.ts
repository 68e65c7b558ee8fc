/** Draws much that comes at once a little at a time, so that nothing blocks the page for long. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

/** As many paragraphs as a slow phone draws between two frames. */
const SLICE = 8;
/** Milliseconds of drawing after which the browser lays out and paints what there is, before it is too much for one frame. */
const FRAME_MS = 12;
const waiting: (() => void)[] = [];
const rest: (() => void)[] = [];
let isDrawing = false;

/** How many of so many parts to draw now. What is written while somebody looks on is drawn as it comes. */
export function useSlices(count: number): number {
  const drawn = useSignal(count > SLICE ? 0 : count);
  const now = count - drawn.value <= SLICE ? count : drawn.value;
  useLayoutEffect(() => {
    if (now === count) {
      drawn.value = count;
      return undefined;
    }
    const next = (): void => {
      drawn.value = now + SLICE;
    };
    waiting.push(next);
    if (!isDrawing) setTimeout(run);
    isDrawing = true;
    return () => {
      const place = waiting.indexOf(next);
      if (place >= 0) waiting.splice(place, 1);
    };
  }, [now, count]);
  return now;
}

/** Resolves when everything is drawn that is to be drawn. */
export async function allDrawn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve)); // What was put on the page just now has said so.
  if (isDrawing) await new Promise<void>((resolve) => rest.push(resolve));
}

/** One slice in a task of its own: parts that wait at the same time take turns. `began`: when those of this frame did. */
function run(began = performance.now()): void {
  waiting.shift()?.();
  setTimeout(() => {
    if (waiting.length === 0) {
      isDrawing = false;
      for (const done of rest.splice(0)) done();
    } else if (document.hidden || performance.now() - began < FRAME_MS) run(began); // A tab that is not seen gets no frames.
    else requestAnimationFrame(() => setTimeout(run));
  });
}
