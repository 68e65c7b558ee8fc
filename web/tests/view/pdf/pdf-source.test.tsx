// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../../src/labels";
import { READING } from "../../../src/labels/reading";
import * as files from "../../../src/view/pdf/file";
import { PdfSource, prefersText } from "../../../src/view/pdf/pdf-source";
import { $, $$, click, draw } from "../page";

const WORDS = READING.en;
const GOAL = { page: 1, mark: undefined, column: undefined };
const close = vi.fn();
const open = vi.spyOn(files, "openFile");

beforeEach(() => {
  close.mockClear();
  const page = () => new Promise<never>(() => {});
  open.mockResolvedValue({ pages: 2, usual: { width: 600, height: 800 }, page, close });
});
afterEach(() => act(() => void (prefersText.value = false)));

function source(documentId: string | null, waits = false): HTMLElement {
  return draw(
    <PdfSource documentId={documentId} goal={GOAL} marks={[]} labels={LABELS.en} words={WORDS} waits={waits}>
      <div class="source-text" tabIndex={0}>
        Its text
      </div>
    </PdfSource>,
  );
}

test("the text is there until the pages are, and the focus goes with what is shown", async () => {
  const root = source("d");
  act(() => $(root, ".source-text")?.focus());
  expect(root.textContent).toContain("Its text");
  await vi.waitFor(() => expect($(root, ".pdf-pages")).not.toBeNull());
  expect(root.textContent).not.toContain("Its text");
  expect(document.activeElement).toBe($(root, ".pdf-pages"));
  const choice = () => $$(root, ".view-choice button").map((button) => [button.textContent, button.getAttribute("aria-pressed")]);
  expect(choice()).toEqual([["Pages", "true"], ["Text", "false"]]);
  click($$(root, ".view-choice button")[1]);
  expect(choice()).toEqual([["Pages", "false"], ["Text", "true"]]);
  expect(root.textContent).toContain("Its text");
  expect(document.activeElement).toBe($$(root, ".view-choice button")[1]);
  expect(close).toHaveBeenCalledOnce();
});

test("what cannot be drawn is read as its text, and that is said", async () => {
  open.mockRejectedValue(new Error("no network"));
  const root = source("d", true);
  expect([$(root, "[role=status]")?.textContent, root.textContent?.includes("Its text")]).toEqual([WORDS.drawing, false]);
  await vi.waitFor(() => expect($(root, ".source-note")?.textContent).toBe(WORDS.notDrawn));
  expect(root.textContent).toContain("Its text");
});

test("nothing is loaded of a file that changed since, or for a reader who wants the text", () => {
  open.mockClear();
  const changed = source(null);
  expect([changed.textContent, $(changed, ".view-choice")]).toEqual(["Its text", null]);
  prefersText.value = true;
  expect(source("d").textContent).toContain("Its text");
  expect(open).not.toHaveBeenCalled();
});
