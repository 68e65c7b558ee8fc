import type { Box } from "citestream-client/passages";
import { expect, test } from "vitest";

import { boxesOf, columnOf, wordsOf } from "../../../src/view/pdf/boxes";

const box = (start: number, end: number, more: Partial<Box> = {}): Box => ({
  page: 1,
  left: 72,
  bottom: 600,
  right: 500,
  top: 612,
  start,
  end,
  ...more,
});
const LINES = [box(100, 120), box(120, 141), box(141, 150, { page: 2 })];

test("a range has the lines that it touches, and no range all of them", () => {
  const passage = { text: "x".repeat(50), end: 150, boxes: LINES };
  expect(boxesOf(passage, { start: 0, end: 20 })).toEqual([LINES[0]]);
  expect(boxesOf(passage, { start: 19, end: 21 })).toEqual([LINES[0], LINES[1]]);
  expect(boxesOf(passage, { start: 41, end: 50 })).toEqual([LINES[2]]);
  expect(boxesOf(passage, null)).toEqual(LINES);
});

test("the header rows that a further piece of a table repeats stand elsewhere", () => {
  const passage = { text: `${"h".repeat(10)}${"x".repeat(50)}`, end: 150, boxes: LINES };
  expect(boxesOf(passage, { start: 0, end: 10 })).toEqual([]);
  expect(boxesOf(passage, { start: 10, end: 12 })).toEqual([LINES[0]]);
});

test("offsets count letters, not halves of them", () => {
  const passage = { text: `${"🍷".repeat(20)}${"x".repeat(30)}`, end: 150, boxes: LINES };
  expect(boxesOf(passage, { start: 20, end: 21 })).toEqual([LINES[1]]);
  expect(wordsOf("🍷 wine", { start: 2, end: 6 })).toBe("wine");
  expect(wordsOf("x".repeat(900), null)).toHaveLength(300);
});

test("the column of a page goes from its first to its last letter", () => {
  const passages = [{ boxes: LINES }, { boxes: [box(150, 160, { left: 60, bottom: 80, right: 300, top: 90 })] }];
  expect(columnOf(passages, 1)).toMatchObject({ left: 60, bottom: 80, right: 500, top: 612 });
  expect(columnOf(passages, 3)).toBeUndefined();
});
