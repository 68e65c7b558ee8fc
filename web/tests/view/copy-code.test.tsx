// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { Markdown } from "../../src/view/markdown";
import { $, click, draw } from "./page";

afterEach(() => vi.restoreAllMocks());

test("code is copied as it is, without the marks of evidence", async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  const text = "```\na = $b$ < c\n```";
  const root = draw(<Markdown text={text} labels={LABELS.en} evidence={[{ start: 4, end: 9 }]} />);
  await vi.waitFor(() => expect($(root, ".copy-code")?.textContent).toBe("Copy code"));
  click($(root, ".copy-code"));
  await vi.waitFor(() => expect($(root, "[role=status]")?.textContent).toBe("Copied"));
  expect(copied).toEqual(["a = $b$ < c"]);
});
