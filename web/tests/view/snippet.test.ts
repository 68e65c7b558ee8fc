import { expect, test } from "vitest";

import { snippet } from "../../src/view/snippet";

test.each([
  ["## Head\n\nSome **bold** words", [], "Head Some bold words"],
  ["| a | b |\n|---|---|\n| c | d |", [], "a b c d"],
  ["🌊 One. Two here.", [{ start: 7, end: 16 }], "Two here."],
  ["See [the guide](https://a.example) and `code`", [], "See the guide and code"],
  ["", [], ""],
])("of %j a reader sees", (text, evidence, words) => {
  expect(snippet(text, evidence)).toBe(words);
});

test("a formula is whole or not there", () => {
  const long = `${"word ".repeat(22)}`;
  expect(snippet(`${long}$a$ $x + y + z + u$`, [])).toBe(`${long}$a$…`);
  expect(snippet(`${long}\\(x + y + z + u\\)`, [])).toBe(`${long.trim()}…`);
});

test("it is short", () => {
  expect(Array.from(snippet("word ".repeat(100), []))).toHaveLength(120);
});
