/** A PDF as its pages; as its text, which is inside, where the reader wants that, and where the pages cannot be drawn. */
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import type { Labels } from "../../labels";
import type { ReadingLabels } from "../../labels/reading";
import type { Mark } from "./boxes";
import type { PdfFile } from "./file";
import type { Goal, PdfPages } from "./pdf-pages";

interface SourceProps {
  /** Null where the file is not what was read: it changed, is gone, or that is not known yet. */
  readonly documentId: string | null;
  readonly goal: Goal;
  readonly marks: readonly Mark[];
  readonly labels: Labels;
  readonly words: ReadingLabels;
  /** Stands beside the choice of what is shown. */
  readonly lead?: ComponentChildren;
  /** While the file is loaded, nothing is shown in its place; else the text. */
  readonly waits?: boolean;
  readonly children: ComponentChildren;
}

type Drawing = { readonly file: PdfFile; readonly Pages: typeof PdfPages };

const KEY = "citestream.pdf";
/** What the reader chose last, in this browser. */
export const prefersText = signal(stored() === "text");

export function PdfSource({ documentId, goal, marks, labels, words, lead, waits = false, children }: SourceProps) {
  const root = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const drawing = useSignal<Drawing | "loading" | "failed" | null>(null);
  const isWanted = documentId !== null && !prefersText.value;

  useEffect(() => {
    if (!isWanted) return undefined;
    drawing.value = "loading";
    const abort = new AbortController();
    const { signal } = abort;
    Promise.all([import("./pdf-pages"), import("./file").then(({ openFile }) => openFile(documentId, signal))]).then(
      ([{ PdfPages: Pages }, file]) => {
        if (signal.aborted) return file.close();
        const focused = document.activeElement;
        hadFocus.current = waits ? focused === document.body : root.current?.contains(focused) === true && focused?.closest(".pdf-lead") == null;
        drawing.value = { file, Pages };
        signal.addEventListener("abort", file.close);
      },
      () => {
        if (!signal.aborted) drawing.value = "failed";
      },
    );
    return () => {
      drawing.value = null;
      abort.abort();
    };
  }, [documentId, isWanted]);
  useLayoutEffect(() => {
    const panel = root.current?.closest(".source-panel");
    // In a low window the whole panel scrolls, and was scrolled to the evidence of the text.
    if (drawing.value !== null && typeof drawing.value === "object" && panel) panel.scrollTop = root.current?.offsetTop ?? 0;
    if (!hadFocus.current) return;
    hadFocus.current = false;
    root.current?.querySelector<HTMLElement>(".source-text")?.focus({ preventScroll: true });
  }, [drawing.value]);

  const drawn = typeof drawing.value === "object" ? drawing.value : null;
  return (
    <div class="pdf-source" ref={root}>
      <div class="pdf-lead">
        {lead}
        {documentId !== null && <ViewChoice words={words} />}
      </div>
      {documentId !== null && (
        <p class={drawing.value === "failed" || (waits && drawing.value === "loading") ? "source-note" : "unseen"} role="status">
          {drawing.value === "failed" ? words.notDrawn : drawing.value === "loading" ? words.drawing : ""}
        </p>
      )}
      {drawn === null ? (
        waits && isWanted && drawing.value !== "failed" ? null : children
      ) : (
        <drawn.Pages file={drawn.file} goal={goal} marks={marks} labels={labels} words={words} />
      )}
    </div>
  );
}

function ViewChoice({ words }: { readonly words: ReadingLabels }) {
  const choose = (isText: boolean): void => {
    prefersText.value = isText;
    try {
      localStorage.setItem(KEY, isText ? "text" : "pages");
    } catch {
      // A browser may forbid storage; the choice then holds for this visit.
    }
  };
  return (
    <div class="view-choice" role="group" aria-label={words.view}>
      <button type="button" aria-pressed={!prefersText.value} onClick={() => choose(false)}>
        {words.asPages}
      </button>
      <button type="button" aria-pressed={prefersText.value} onClick={() => choose(true)}>
        {words.asText}
      </button>
    </div>
  );
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
