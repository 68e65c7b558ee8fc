// @vitest-environment happy-dom
import type { Evidence } from "citestream-client/protocol";
import { expect, test } from "vitest";

import { LABELS } from "../../src/labels";
import { Markdown } from "../../src/view/markdown";
import { leaves, protect } from "../../src/view/markdown/formulas";
import { marked } from "../../src/view/markdown/marks";
import { Words } from "../../src/view/markdown/words";
import { $$, draw } from "./page";

const page = (text: string, evidence: readonly Evidence[] = [], headings: number | null = 3): HTMLElement =>
  draw(<Markdown text={text} labels={LABELS.en} evidence={evidence} headings={headings} />);
const texts = (root: ParentNode, selector: string) => $$(root, selector).map((node) => node.textContent?.trim());

test("emphasis, lists, code and tables are drawn", () => {
  const root = page("A **b** *c* `d`\n\n3. x\n4. y\n\n```\ne < f\n```\n\n| g |\n|---|\n| h |");
  expect(texts(root, "strong, em, p > code, ol[start='3'] > li, pre, td")).toEqual(["b", "c", "d", "x", "y", "e < f", "h"]);
});

test("items have the numbers that the text gives them, unless all are the same", () => {
  const numbers = (text: string) => $$(page(text), "li").map((item) => item.getAttribute("value"));
  expect(numbers("3. gold\n2. silver\n7. bronze")).toEqual(["3", "2", "7"]);
  expect(numbers("1. x\n1. y")).toEqual([null, null]);
  expect(numbers("- 3\n- 2")).toEqual([null, null]);
});

test.each([
  ["a script", "<script>alert(1)</script>", "<script>alert(1)</script>"],
  ["an image with a handler", '<img src=x onerror="alert(1)">', '<img src=x onerror="alert(1)">'],
  ["a Markdown image", "![see](https://evil.example/a.png)", "see"],
  ["a link", "[here](https://evil.example/)", "here (https://evil.example/)"],
  ["a javascript link", "[here](javascript:alert(1))", "here (javascript:alert(1))"],
  ["a bare address", "go to https://evil.example/x now", "go to https://evil.example/x now"],
  ["a mail address", "a@evil.example", "a@evil.example"],
  ["a style", "<style>body{display:none}</style>", "<style>body{display:none}</style>"],
  ["a form", '<form action="https://evil.example"><input name=a></form>', '<form action="https://evil.example"><input name=a></form>'],
  ["a frame inside a sentence", "a <iframe src=x></iframe> b", "a <iframe src=x></iframe> b"],
  ["an image in a link", "[![x](https://evil.example/i.png)](https://evil.example)", "x (https://evil.example)"],
  ["a quote in an address", '[a](<https://evil.example/"onmouseover="x>)', 'a (https://evil.example/"onmouseover="x)'],
  ["an HTML entity", "&lt;script&gt;", "<script>"],
])("%s is shown as text", (_what, hostile, shown) => {
  const root = page(hostile);
  expect(root.textContent?.trim()).toBe(shown);
  expect(root.querySelector(":not(p)")).toBeNull();
  for (const node of root.querySelectorAll("*")) expect(node.attributes).toHaveLength(0);
});

test("headings stand below the page's own; in an excerpt they are no headings of the page", () => {
  expect([...page("# a\n\n###### b").children].map(({ tagName }) => tagName)).toEqual(["H3", "H6"]);
  expect(texts(page("# a", [], null), "p.heading")).toEqual(["a"]);
});

test("a task list shows signs, not fields", () => {
  const root = page("- [x] done\n- [ ] open");
  expect(root.querySelector("input")).toBeNull();
  expect(texts(root, "li")).toEqual(["☑ done", "☐ open"]);
});

const formulas = (text: string) => protect(text).formulas.map(({ tex, display }) => (display ? `block ${tex}` : tex));

test.each([
  ["a share $15\\,\\%$ of it", ["15\\,\\%"]],
  ["\\(a\\) and \\(b_1 * c_2\\)", ["a", "b_1 * c_2"]],
  ["$a*b$ and $c*d$", ["a*b", "c*d"]],
  ["$$\nx^2\n= y\n$$", ["block x^2\n= y"]],
  ["\\[ E = mc^2 \\]", ["block E = mc^2"]],
  ["\\begin{align}a&=b\\end{align}", ["block \\begin{align}a&=b\\end{align}"]],
  ["| a |\n|---|\n| $x|y$ |", ["x|y"]],
  ["it costs $5 and $10", []],
  ["$5-$10, US$7 or 8$", []],
  ["it costs $5 or 5$ there", []],
  ["$HOME and $PATH", []],
  ["`$a$` and ``\\(b\\)``", []],
  ["```sh\necho $a$\n```", []],
  ["reference \\[1\\] here", []],
  ["not \\\\(a\\\\) this", []],
])("in %j the formulas are %j", (text, expected) => {
  expect(formulas(text)).toEqual(expected);
});

test("a formula is in its place, as it was written until it can be drawn", () => {
  const root = page("Loss: $L_1 * L_2 * 3$, **not** \\(a\\) [\\(b\\)](x) and 15\\,\\%.");
  expect(texts(root, ".formula")).toEqual(["L_1 * L_2 * 3", "a", "b"]);
  expect(texts(root, "em")).toEqual([]);
  expect(root.textContent).toBe("Loss: L_1 * L_2 * 3, not a b (x) and 15\u202f%.");
});

test("a formula inside of code that only Markdown sees as code is as it was written", () => {
  expect(texts(page("text\n\n    a = $b$\n"), "pre")).toEqual(["a = $b$"]);
});

test("signs of the private use area cannot pass for ours", () => {
  expect(page("\ue0020\ue003 \ue000x").textContent).toBe("\ufffd0\ufffd \ufffdx");
});

const at = (text: string, words: string): Evidence => {
  const start = Array.from(text.slice(0, text.indexOf(words))).length;
  return { start, end: start + Array.from(words).length };
};

test.each([
  ["a sentence", "One. Two 🌊 words. Three.", "Two 🌊 words.", ["Two 🌊 words."]],
  ["an item", "- one\n- two\n", "- two", ["two"]],
  ["a heading and what follows", "# Head\n\nText **bold** here.", "# Head\n\nText **bold**", ["Head", "Text", "bold"]],
  ["rows of a table", "| a | b |\n|---|---|\n| c | d |\n| e | f |", "|---|---|\n| c | d |", ["c", "d"]],
  ["a whole table", "| a | b |\n|---|---|\n| c | d |", "| a | b |\n|---|---|\n| c | d |", ["a", "b", "c", "d"]],
  ["part of a cell", "| a | long words |\n|---|---|", "words", ["words"]],
  ["code", "```py\na = 1\nb = 2\n```", "```py\na = 1", ["a = 1"]],
  ["a formula", "So $a^2$ holds.", "$a^2$", ["a^2"]],
  ["half a formula", "So $a^2$ holds.", "2$ holds", ["a^2", "holds"]],
  ["an emphasised sentence", "**All.** Rest.", "**All.**", ["All."]],
  ["nothing but a rule", "a\n\n---\n\nb", "---", []],
])("%s is marked", (_what, text, words, expected) => {
  const root = page(text, [at(text, words)]);
  expect(texts(root, "mark").filter((shown) => shown !== "")).toEqual(expected);
  expect(root.querySelectorAll("table, ul, pre").length).toBe(page(text).querySelectorAll("table, ul, pre").length);
  expect(root.textContent).not.toMatch(/[\ue000-\ue003]/u);
});

test("evidence beyond the end, in parts and in any order is marked once", () => {
  expect(marked("abcdef", [{ start: 4, end: 99 }, { start: 0, end: 2 }, { start: 1, end: 3 }])).toBe("\ue000abc\ue001d\ue000ef\ue001");
});

test("an excerpt that begins inside of a table is a table", () => {
  const root = page("| a | b |\n| c | d |", [{ start: 10, end: 19 }]);
  expect([texts(root, "td"), texts(root, "th"), texts(root, "mark")]).toEqual([["a", "b", "c", "d"], [], ["c", "d"]]);
});

test.each(["$", "\\(", "`", "**", "$$a", "\\begin{align}", "> ", "["])("%j without any end is read before the test's time is over", (part) => {
  expect(page(part.repeat(3000)).childElementCount).toBeGreaterThan(0);
});

test("leaves are words, formulas and marks", () => {
  expect(leaves("a\ue000b\ue0020\ue003\ue001", [{ tex: "x", display: false, raw: "$x$" }])).toHaveLength(5);
});

test("a heading of a document shows its formulas, and its signs as they are", () => {
  const root = draw(<Words text={"Energy \\(E\\) in *2* $m^2$ <b>"} />);
  expect([root.textContent, texts(root, ".formula")]).toEqual(["Energy E in *2* m^2 <b>", ["E", "m^2"]]);
});
