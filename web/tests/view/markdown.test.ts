// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { renderMarkdown } from "../../src/view/markdown";

/** The elements of `text`. A paragraph goes before it, because happy-dom loses the tag of the first element sanitised. */
function page(text: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = renderMarkdown(`first\n\n${text}`).replace(/^(<p>)?first(<\/p>)?\n/, "");
  return root;
}

test("emphasis, lists, code and tables are drawn", () => {
  const root = page("A **b** *c* `d`\n\n3. x\n4. y\n\n```\ne < f\n```\n\n| g |\n|---|\n| h |");
  expect([...root.querySelectorAll("strong, em, p > code, ol[start='3'] > li, pre, td")].map((node) => node.textContent?.trim())).toEqual(
    ["b", "c", "d", "x", "y", "e < f", "h"],
  );
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

test("headings stand below the page's own", () => {
  expect([...page("# a\n\n###### b").children].map(({ tagName }) => tagName)).toEqual(["H3", "H6"]);
});

test("a task list shows signs, not fields", () => {
  const root = page("- [x] done\n- [ ] open");
  expect(root.querySelector("input")).toBeNull();
  expect([...root.querySelectorAll("li")].map((item) => item.textContent?.trim())).toEqual(["☑ done", "☐ open"]);
});
