// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";

import { LIBRARY } from "../../src/labels/library";
import { DropOffer, type Offer } from "../../src/pages/drop-offer";
import { chooseLanguage } from "../../src/pages/language";
import { UploadQueue } from "../../src/pages/upload-queue";
import type { SendFile } from "../../src/upload";
import { $, $$, click, draw } from "../view/page";

const STAFF = { role: "staff", isStaff: true, workspaces: ["hall"], mostBytes: 1000 };
const FOUND = { files: [{ file: new File(["x"], "a.md"), path: "a.md" }], leftOut: 0 };
const button = (root: ParentNode, words: string) => $$(root, "button").find((found) => found.textContent === words);
const settle = (): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve)));

beforeEach(() => chooseLanguage("en"));

test("nothing is sent before it is asked; then each file has its line", async () => {
  const send = vi.fn<SendFile>(async () => ({ status: "ready", title: "A", passages: 2, error: "" }));
  const offer = signal<Offer | null>(null);
  const root = draw(<DropOffer offer={offer} queue={new UploadQueue({ send })} />);
  const dialog = $(root, "dialog") as HTMLDialogElement;
  expect(dialog.open).toBe(false);
  act(() => void (offer.value = { found: FOUND, access: STAFF }));
  expect([dialog.open, $(root, "h2")?.textContent, send.mock.calls.length]).toEqual([true, LIBRARY.en.offer(1), 0]);
  click(button(root, LIBRARY.en.addThem));
  await settle();
  expect(send.mock.calls[0]?.[1]).toEqual({ source: "a.md", workspace: "hall" });
  expect($(root, ".upload")?.textContent).toContain("ready, 2 passages");
  expect(document.activeElement?.textContent).toBe("Close");
  click(button(root, "Close"));
  expect([dialog.open, button(root, LIBRARY.en.addThem)]).toEqual([false, undefined]);
});

test("readers are told that they may not", () => {
  const offer = signal<Offer | null>({ found: FOUND, access: { ...STAFF, isStaff: false } });
  const root = draw(<DropOffer offer={offer} queue={new UploadQueue()} />);
  expect($(root, "dialog p")?.textContent).toBe(LIBRARY.en.notAllowed);
  expect([button(root, LIBRARY.en.addThem), $(root, "a")]).toEqual([undefined, null]);
});
