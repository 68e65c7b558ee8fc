import { expect, test } from "vitest";

import { GAP, layOut, pageAt, total } from "../../../src/view/pdf/layout";

const USUAL = { width: 600, height: 800 };

test("pages are as wide as there is room for, and as high as they are known to be", () => {
  const spots = layOut(3, new Map([[2, { width: 800, height: 600 }]]), USUAL, 300, 1);
  expect(spots).toEqual([
    { top: 0, width: 300, height: 400 },
    { top: 400 + GAP, width: 300, height: 225 },
    { top: 625 + 2 * GAP, width: 300, height: 400 },
  ]);
  expect(total(spots)).toBe(1025 + 2 * GAP);
  expect(layOut(1, new Map(), USUAL, 300, 1.5)).toEqual([{ top: 0, width: 450, height: 600 }]);
  expect([total([]), layOut(0, new Map(), USUAL, 300, 1)]).toEqual([0, []]);
});

test("every height belongs to a page", () => {
  const spots = layOut(3000, new Map(), USUAL, 300, 1);
  const at = (y: number) => pageAt(spots, y);
  expect([at(-50), at(0), at(399), at(400 + GAP / 2), at(400 + GAP), at(1e9)]).toEqual([1, 1, 1, 1, 2, 3000]);
  expect(spots.every(({ top }, index) => pageAt(spots, top) === index + 1)).toBe(true);
});
