/** The pages of a PDF below each other, as wide as there is room for, with evidence marked. Only pages seen are drawn. */
import "../../styles/pdf.css";

import { useSignal } from "@preact/signals";
import type { Box } from "citestream-client/passages";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";

import type { Labels } from "../../labels";
import type { ReadingLabels } from "../../labels/reading";
import type { Mark } from "./boxes";
import type { PdfFile } from "./file";
import { GAP, layOut, pageAt, type PageSpot, type Size, total } from "./layout";
import { PageBar } from "./page-bar";
import { PdfPageView } from "./pdf-page";

/** What is to be seen: a page, and on it a mark. Another object is gone to anew. */
export interface Goal {
  readonly page: number;
  readonly mark: Mark | undefined;
  /** From where to where the page has text, as far as that is known. */
  readonly column: Box | undefined;
}

interface PagesProps {
  readonly file: PdfFile;
  readonly goal: Goal;
  readonly marks: readonly Mark[];
  readonly labels: Labels;
  readonly words: ReadingLabels;
  /** Further buttons of the bar. */
  readonly children?: ComponentChildren;
}

/** Where the reader is: a share of a page's height, so much of the window's height below its upper edge. It stays when
 * pages change their size. `across`: the share of the page's width that begins at the left, else `centre` is in the middle. */
interface Anchor {
  readonly page: number;
  readonly share: number;
  readonly above: number;
  readonly across?: number;
  readonly centre?: number;
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** Of the height seen: where on it a mark is put, and how far beyond it pages are drawn. */
const ABOVE = 0.2;
const BEYOND = 0.5;
/** Pixels before what is to be seen, where the page is wider than the window. */
const MARGIN = 12;
/** Pixels for a point at which letters are large enough. */
const LARGE = 1.35;
const MOST_OF_FITTING = 1.6;

export function PdfPages({ file, goal, marks, labels, words, children }: PagesProps) {
  const host = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>({ page: goal.page, share: 0, above: 0 });
  const known = useSignal<ReadonlyMap<number, Size>>(new Map());
  const room = useSignal(0);
  /** Null until the reader chooses. */
  const chosen = useSignal<number | null>(null);
  const fitting = useSignal(1);
  const zoom = chosen.value ?? fitting.value;
  const seen = useSignal({ first: goal.page, last: goal.page, page: goal.page });
  const spots = useMemo(
    () => layOut(file.pages, known.value, file.usual, room.value, zoom),
    [file, known.value, room.value, zoom],
  );

  /** Where it was scrolled to without the reader. */
  const applied = useRef({ top: 0, left: 0 });
  const latest = useRef(spots);
  latest.current = spots;

  const look = (): void => {
    const element = host.current;
    if (element === null || room.peek() === 0) return;
    const { scrollTop, clientHeight } = element;
    const first = pageAt(latest.current, scrollTop - BEYOND * clientHeight);
    const last = pageAt(latest.current, scrollTop + (1 + BEYOND) * clientHeight);
    const page = pageAt(latest.current, scrollTop + 0.4 * clientHeight);
    const now = seen.peek();
    if (now.first !== first || now.last !== last || now.page !== page) seen.value = { first, last, page };
  };

  /** The reader has scrolled: that is where they are meant to be now. */
  const follow = (): void => {
    look();
    const element = host.current;
    if (element === null || room.peek() === 0) return;
    const { scrollTop, scrollLeft, clientWidth } = element;
    if (Math.abs(scrollTop - applied.current.top) < 2 && Math.abs(scrollLeft - applied.current.left) < 2) return;
    const page = pageAt(latest.current, scrollTop);
    const { top, width, height } = latest.current[page - 1] ?? NOWHERE;
    anchor.current = { page, share: (scrollTop - top) / height, above: 0, centre: (scrollLeft + clientWidth / 2) / width };
  };

  /** Goes to where the reader is meant to be. */
  const apply = (): void => {
    const element = host.current;
    const { page, share, above, across, centre = 0.5 } = anchor.current;
    const spot = latest.current[page - 1];
    if (element === null || spot === undefined || room.peek() === 0) return;
    const to = spot.top + share * spot.height - above * element.clientHeight;
    element.scrollTop = above === 0 ? to : Math.max(spot.top, to);
    element.scrollLeft = across === undefined ? centre * spot.width - element.clientWidth / 2 : across * spot.width - MARGIN;
    applied.current = { top: element.scrollTop, left: element.scrollLeft };
    look();
  };

  const learn = (number: number, size: Size): void => {
    const before = known.peek().get(number) ?? file.usual;
    if (before.width !== size.width || before.height !== size.height) known.value = new Map(known.peek()).set(number, size);
  };

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void => void (room.value = element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(apply, [spots]);
  useEffect(() => {
    let isOver = false;
    const { page, mark, column } = goal;
    const box = mark?.boxes.find((box) => box.page === page);
    anchor.current = { page, share: 0, above: 0 };
    apply();
    if (box === undefined) return undefined;
    file.page(page).then(
      (found) => {
        if (isOver) return;
        const { top, left } = found.shareOf(box);
        const text = found.shareOf(column ?? box);
        fitting.value = fittingZoom(text.width, room.peek() / found.size.width);
        // The whole column where it fits, else where the mark begins.
        const across = text.width * (chosen.peek() ?? fitting.peek()) < 1 ? text.left : left;
        anchor.current = { page, share: top, above: ABOVE, across };
        apply();
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [file, goal, room.value === 0]);

  const turn = (page: number): void => {
    anchor.current = { page, share: 0, above: 0 };
    apply();
  };
  const { first, last, page } = seen.value;
  const numbers = room.value === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);

  return (
    <div class="pdf">
      <PageBar
        page={page}
        pages={file.pages}
        zoom={zoom}
        zooms={ZOOMS}
        words={words}
        onTurn={turn}
        onZoom={(value) => (chosen.value = value)}
      >
        {children}
      </PageBar>
      <div class="pdf-pages source-text" ref={host} tabIndex={0} role="group" aria-label={words.file} onScroll={follow}>
        <div class="pdf-paper" style={{ height: `${total(spots)}px`, width: `${spots[0]?.width ?? 0}px` }}>
          {numbers.map((number) => (
            <PdfPageView
              key={number}
              file={file}
              number={number}
              spot={spots[number - 1] ?? NOWHERE}
              marks={marks}
              current={goal.mark?.key}
              labels={labels}
              words={words}
              onSize={learn}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Where there is little room, the margins of a page are left out. `share`: of its width that has text. */
function fittingZoom(share: number, scale: number): number {
  return Math.min(Math.max(1, Math.min(1 / (share + 0.06), LARGE / scale)), MOST_OF_FITTING);
}

const NOWHERE: PageSpot = { top: 0, width: 1, height: GAP };
