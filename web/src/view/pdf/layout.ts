/** Where the pages of a file stand below each other, and which of them are seen. Pages count from 1, lengths are pixels. */

/** In points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PageSpot {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const GAP = 12;

/** Every page as wide as there is room for, times `zoom`. Those that were not seen yet are as large as `usual`. */
export function layOut(count: number, known: ReadonlyMap<number, Size>, usual: Size, room: number, zoom: number): PageSpot[] {
  const width = Math.max(1, Math.floor(room * zoom));
  let top = 0;
  return Array.from({ length: count }, (_, index) => {
    const size = known.get(index + 1) ?? usual;
    const spot = { top, width, height: Math.round((width * size.height) / size.width) };
    top += spot.height + GAP;
    return spot;
  });
}

/** The page that a height belongs to; one between two pages belongs to the upper one. */
export function pageAt(spots: readonly PageSpot[], y: number): number {
  let low = 0;
  let high = spots.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((spots[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** The height of all of them together. */
export function total(spots: readonly PageSpot[]): number {
  const last = spots.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}
