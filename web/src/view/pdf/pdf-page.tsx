/** One page of a PDF: its picture, above it its text, which can be selected, and the boxes of evidence. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import type { Labels } from "../../labels";
import type { ReadingLabels } from "../../labels/reading";
import type { Mark } from "./boxes";
import type { PdfFile, PdfPage } from "./file";
import type { PageSpot, Size } from "./layout";

interface PageProps {
  readonly file: PdfFile;
  readonly number: number;
  readonly spot: PageSpot;
  readonly marks: readonly Mark[];
  /** The key of the mark that was gone to. */
  readonly current: string | undefined;
  readonly labels: Labels;
  readonly words: ReadingLabels;
  readonly onSize: (number: number, size: Size) => void;
}

/** Milliseconds: pages that are scrolled past are not loaded, and a width on its way is not drawn. */
const PAUSE = 80;

export function PdfPageView({ file, number, spot, marks, current, labels, words, onSize }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const page = useSignal<PdfPage | "coming" | "broken">("coming");
  const isDrawn = useSignal(false);
  const found = typeof page.value === "string" ? null : page.value;

  useEffect(() => {
    let isOver = false;
    let loaded: PdfPage | null = null;
    const timer = setTimeout(() => {
      file.page(number).then(
        (next) => {
          if (isOver) return next.release();
          loaded = next;
          onSize(number, next.size);
          page.value = next;
        },
        () => {
          if (!isOver) page.value = "broken";
        },
      );
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
      loaded?.release();
    };
  }, [file, number]);
  useEffect(() => {
    const host = text.current;
    if (found === null || host === null) return undefined;
    return aborted((signal) => found.write(host, signal));
  }, [found]);
  useEffect(() => {
    if (found === null) return undefined;
    let end = (): void => {};
    const begin = (): void => {
      // A second canvas, so that what is there stays until the new width is drawn.
      const next = document.createElement("canvas");
      end = aborted(async (signal) => {
        try {
          await found.draw(next, spot.width, signal);
        } catch {
          if (!signal.aborted) page.value = "broken";
        }
        const old = canvas.current;
        if (signal.aborted || old === null) return;
        old.width = next.width;
        old.height = next.height;
        old.getContext("2d")?.drawImage(next, 0, 0);
        next.width = next.height = 0;
        isDrawn.value = true;
      });
    };
    const timer = setTimeout(begin, isDrawn.peek() ? PAUSE : 0);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [found, spot.width]);
  useEffect(
    () => () => {
      // Some browsers keep the memory of a canvas that is gone.
      if (canvas.current !== null) canvas.current.width = canvas.current.height = 0;
    },
    [],
  );

  const here = marks
    .map((mark) => ({ ...mark, boxes: mark.boxes.filter((box) => box.page === number) }))
    .filter(({ boxes }) => boxes.length > 0);
  const scale = found === null ? 1 : spot.width / found.size.width;
  return (
    <div
      class="pdf-page"
      role="group"
      aria-label={labels.page(number)}
      data-page={number}
      data-drawn={isDrawn.value}
      style={{
        top: `${spot.top}px`,
        width: `${spot.width}px`,
        height: `${spot.height}px`,
        "--total-scale-factor": String(scale),
      }}
    >
      {here.map(({ key, text }) => (
        <span key={key} class="unseen">
          {words.begins}
          {text}
          {words.ends}
        </span>
      ))}
      {page.value === "broken" && <p class="source-note">{words.pageNotDrawn}</p>}
      <canvas ref={canvas} aria-hidden="true" />
      {found !== null &&
        here.flatMap(({ key, boxes }) =>
          boxes.map((box, index) => {
            const { left, top, width, height } = found.shareOf(box);
            return (
              <span
                key={`${key}.${index}`}
                class="pdf-box"
                data-mark={key}
                data-current={key === current ? "" : undefined}
                aria-hidden="true"
                style={{ left: share(left), top: share(top), width: share(width), height: share(height) }}
              />
            );
          }),
        )}
      <div class="pdf-text" ref={text} dir="ltr" />
    </div>
  );
}

function share(value: number): string {
  return `${(100 * value).toFixed(3)}%`;
}

/** Begins something, and returns what ends it. */
function aborted(begin: (signal: AbortSignal) => Promise<void>): () => void {
  const abort = new AbortController();
  begin(abort.signal).catch(() => {});
  return () => abort.abort();
}
