import type { Evidence } from "citestream-client/protocol";
import { expect, test } from "vitest";

import { cutAtEvidence, relocated } from "../../src/view/evidence";

/** The pieces as one string, marked ones in brackets. */
const cut = (text: string, ...ranges: [number, number][]): string =>
  cutAtEvidence(text, ranges.map(([start, end]): Evidence => ({ start, end })))
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join("");

test.each<[string, string, [number, number][], string]>([
  ["no range", "abcdef", [], "abcdef"],
  ["one range", "abcdef", [[1, 3]], "a[bc]def"],
  ["everything", "abc", [[0, 3]], "[abc]"],
  ["ranges out of order", "abcdef", [[4, 5], [0, 1]], "[a]bcd[e]f"],
  ["ranges that overlap or touch", "abcdef", [[0, 3], [2, 4], [4, 5]], "[abcde]f"],
  ["a range inside another", "abcdef", [[0, 5], [1, 2]], "[abcde]f"],
  ["a range past the end", "abc", [[2, 99]], "ab[c]"],
  ["an empty or reversed range", "abc", [[1, 1], [2, 1]], "abc"],
  ["code points, not units", "🌊🌊ab", [[1, 3]], "🌊[🌊a]b"],
])("%s", (_what, text, ranges, shown) => {
  expect(cut(text, ...ranges)).toBe(shown);
});

test.each<[string, string, string, [number, number][]]>([
  ["the same text", "A book. A film.", "A book. A film.", [[8, 15]]],
  ["text before it that changed", "A book. A film.", "𝒜 few books. A film.", [[13, 20]]],
  ["its own text that changed", "A book. A film.", "A book. Two films.", []],
])("ranges are where their text is now: %s", (_, cited, now, expected) => {
  const found = relocated([{ start: 8, end: 15 }], cited, now);
  expect(found.map(({ start, end }) => [start, end])).toEqual(expected);
});
