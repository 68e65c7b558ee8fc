// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../../src/labels";
import { READING } from "../../../src/labels/reading";
import type { PdfFile, PdfPage } from "../../../src/view/pdf/file";
import { PdfPages } from "../../../src/view/pdf/pdf-pages";
import { $, $$, click, draw, press } from "../page";

const WORDS = READING.en;
const SIZE = { width: 600, height: 800 };
const BOX = { page: 3, left: 60, bottom: 400, right: 540, top: 420, start: 0, end: 10 };
const MARK = { key: "E1.1", text: "Red wine.", boxes: [BOX] };
let drawn: number[] = [];
let released: number[] = [];

beforeEach(() => {
  drawn = [];
  released = [];
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
});
afterEach(() => vi.restoreAllMocks());

function fileOf(pages: number, broken = 0): PdfFile {
  return {
    pages,
    usual: SIZE,
    close: () => {},
    page: (number): Promise<PdfPage> =>
      number === broken
        ? Promise.reject(new Error("damaged"))
        : Promise.resolve({
            size: SIZE,
            shareOf: ({ left, right, top, bottom }) => ({
              left: left / 600,
              top: 1 - top / 800,
              width: (right - left) / 600,
              height: (top - bottom) / 800,
            }),
            draw: () => Promise.resolve(void drawn.push(number)),
            write: (host) => Promise.resolve(void (host.textContent = `Text of ${number}`)),
            release: () => void released.push(number),
          }),
  };
}

function shown(file: PdfFile, page = 3): HTMLElement {
  const goal = { page, mark: page === 3 ? MARK : undefined, column: undefined };
  return draw(<PdfPages file={file} goal={goal} marks={[MARK]} labels={LABELS.en} words={WORDS} />);
}
const numbers = (root: HTMLElement) => $$(root, ".pdf-page").map((page) => Number(page.dataset.page));

test("only pages around what is seen are drawn, with their text and the boxes of evidence", async () => {
  const root = shown(fileOf(1000));
  await vi.waitFor(() => expect($(root, "[data-page='3'][data-drawn=true]")).not.toBeNull());
  expect(numbers(root).length).toBeLessThan(5);
  const page = $(root, "[data-page='3']");
  expect(page?.getAttribute("aria-label")).toBe("page 3");
  expect($(root, "[data-page='3'] .unseen")?.textContent).toBe("Evidence: Red wine. End of evidence. ");
  expect($(root, "[data-page='3'] .pdf-text")?.textContent).toBe("Text of 3");
  expect($$(root, ".pdf-box").map((box) => [box.dataset.mark, box.hasAttribute("data-current"), box.style.left, box.style.width])).toEqual([
    ["E1.1", true, "10.000%", "80.000%"],
  ]);
});

test("pages are turned by buttons and by number; those that are left are forgotten", async () => {
  const root = shown(fileOf(1000));
  const field = $(root, "input") as HTMLInputElement;
  const button = (name: string) => $(root, `button[aria-label="${name}"]`);
  await vi.waitFor(() => expect(drawn).toContain(3));
  click(button(WORDS.nextPage));
  expect($(root, "[role=status]")?.textContent).toBe("Page 4 of 1000");
  act(() => {
    field.value = "900";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  press(field, "Enter");
  await vi.waitFor(() => expect(drawn).toContain(900));
  expect(numbers(root)).not.toContain(3);
  expect(released).toContain(3);
  click(button(WORDS.previousPage));
  expect(field.value).toBe("899");
  for (const wrong of ["0", "-1", "x", ""]) {
    act(() => {
      field.value = wrong;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    press(field, "Enter");
    expect(field.value).toBe("899");
  }
  act(() => {
    field.value = "5000";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  press(field, "Enter");
  expect([field.value, button(WORDS.nextPage)?.getAttribute("aria-disabled")]).toEqual(["1000", "true"]);
});

test("zooming keeps the page, ends where there is no more, and goes back to the width", async () => {
  const root = shown(fileOf(10));
  await vi.waitFor(() => expect(drawn).toContain(3));
  const width = () => $(root, ".pdf-paper")?.style.width;
  const button = (name: string) => $(root, `button[aria-label="${name}"]`);
  const before = (document.activeElement as HTMLElement | null) ?? null;
  for (let times = 0; times < 9; times += 1) click(button(WORDS.zoomIn));
  expect([width(), button(WORDS.zoomIn)?.getAttribute("aria-disabled")]).toEqual(["1200px", "true"]);
  expect(document.activeElement).not.toBe(before);
  click(button(WORDS.fitWidth));
  expect([width(), button(WORDS.fitWidth)?.getAttribute("aria-disabled")]).toEqual(["300px", "true"]);
  for (let times = 0; times < 3; times += 1) click(button(WORDS.zoomOut));
  expect([width(), button(WORDS.zoomOut)?.getAttribute("aria-disabled")]).toEqual(["150px", "true"]);
});

test("a page that is damaged says so, and the others are there", async () => {
  const root = shown(fileOf(5, 2), 1);
  await vi.waitFor(() => expect($(root, "[data-page='2'] .source-note")?.textContent).toBe(WORDS.pageNotDrawn));
  await vi.waitFor(() => expect($(root, "[data-page='1'][data-drawn=true]")).not.toBeNull());
});
