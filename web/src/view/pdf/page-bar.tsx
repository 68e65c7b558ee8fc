/** Turning pages and zooming. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

import type { ReadingLabels } from "../../labels/reading";

interface BarProps {
  readonly page: number;
  readonly pages: number;
  readonly zoom: number;
  /** Those that there are, ascending. */
  readonly zooms: readonly number[];
  readonly words: ReadingLabels;
  readonly onTurn: (page: number) => void;
  readonly onZoom: (zoom: number) => void;
  readonly children?: ComponentChildren;
}

export function PageBar({ page, pages, zoom, zooms, words, onTurn, onZoom, children }: BarProps) {
  const typed = useSignal<string | null>(null);
  const told = useSignal("");
  const turn = (to: number): void => {
    const next = Math.min(Math.max(to, 1), pages);
    onTurn(next);
    told.value = `${words.pageNumber} ${next} ${words.ofPages(pages)}`;
  };
  const scale = (to: number | undefined): void => {
    if (to === undefined) return;
    onZoom(to);
    told.value = `${Math.round(100 * to)} %`;
  };
  const commit = (): void => {
    const wanted = Number.parseInt(typed.value ?? "", 10);
    typed.value = null;
    if (wanted >= 1 && wanted !== page) turn(wanted);
  };
  return (
    <div class="pdf-bar">
      <div class="pdf-turn">
        <Sign name={words.previousPage} sign="‹" off={page === 1} act={() => turn(page - 1)} />
        <label class="pdf-number">
          <span class="unseen">{words.pageNumber}</span>
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            size={String(pages).length}
            value={typed.value ?? String(page)}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === "Enter") commit();
              if (event.key === "Escape" && typed.value !== null) {
                typed.value = null;
                event.stopPropagation();
              }
            }}
          />
        </label>
        <span class="pdf-of">{words.ofPages(pages)}</span>
        <Sign name={words.nextPage} sign="›" off={page === pages} act={() => turn(page + 1)} />
      </div>
      <div class="pdf-zoom">
        <Sign name={words.zoomOut} sign="−" off={zoom === zooms[0]} act={() => scale(zooms.findLast((one) => one < zoom))} />
        <Sign name={words.fitWidth} sign="↔" off={zoom === 1} act={() => scale(1)} />
        <Sign name={words.zoomIn} sign="+" off={zoom === zooms.at(-1)} act={() => scale(zooms.find((one) => one > zoom))} />
      </div>
      {children}
      <span class="unseen" role="status">
        {told.value}
      </span>
    </div>
  );
}

interface SignProps {
  readonly name: string;
  readonly sign: string;
  readonly off: boolean;
  readonly act: () => void;
}

function Sign({ name, sign, off, act }: SignProps) {
  return (
    <button type="button" class="quiet" aria-label={name} title={name} aria-disabled={off} onClick={() => !off && act()}>
      {sign}
    </button>
  );
}
