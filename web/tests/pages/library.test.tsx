// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LIBRARY } from "../../src/labels/library";
import { chooseLanguage } from "../../src/pages/language";
import { Library } from "../../src/pages/library";
import { LibraryDesk } from "../../src/pages/library-desk";
import { locked } from "../../src/pages/session";
import { UploadQueue } from "../../src/pages/upload-queue";
import type { SendFile } from "../../src/upload";
import { $, $$, click, draw } from "../view/page";

const document_ = (id: string, more: object = {}) => ({
  document_id: id,
  title: `Rules <b>${id}</b>\u202e`,
  file_name: "rules.pdf",
  workspace: "hall",
  source: "papers/rules.pdf",
  external_id: `papers/${id}`,
  kind: "pdf",
  size: 2_500_000,
  passages: 34,
  cited: 2,
  updated_at: "2026-03-05T10:00:00.000Z",
  date: "2024-05-01",
  date_from: "properties",
  author: "Ada L",
  ...more,
});
const FAILED = { ...document_("f"), title: "scan.pdf", error: "It holds no text.", can_retry: true };
const LIST = "GET /v1/documents?sort=newest";

let calls: string[];
let replies: Record<string, () => Response>;

beforeEach(() => {
  calls = [];
  locked.value = false;
  chooseLanguage("en");
  replies = {
    "GET /v1/status": () => Response.json({ role: "staff", workspaces: [], max_upload_mb: 50 }),
    "GET /v1/workspaces": () => Response.json({ workspaces: [{ workspace: "hall", documents: 2, passages: 68 }] }),
    [LIST]: () => Response.json({ documents: [document_("a"), document_("b")], next_cursor: "c" }),
    "GET /v1/documents?status=failed": () => Response.json({ documents: [FAILED], next_cursor: null }),
    "GET /v1/documents/a/citations?limit=3": () =>
      Response.json({ answers: [{ question: "How long?" }], next_cursor: null, cited: 2 }),
    "DELETE /v1/documents/a": () => new Response(null, { status: 204 }),
    "DELETE /v1/documents/f": () => new Response(null, { status: 204 }),
    "POST /v1/documents/f/retry": () =>
      Response.json({ documents: [{ document_id: "n", title: "scan.pdf", status: "ready", passages: 2 }] }),
  };
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const call = `${init?.method ?? "GET"} ${path}`;
    calls.push(call);
    return (replies[call] ?? (() => Response.json({ documents: [document_("z")], next_cursor: null })))();
  });
});

afterEach(() => vi.unstubAllGlobals());

async function open(queue = new UploadQueue()): Promise<HTMLElement> {
  const root = draw(<Library desk={new LibraryDesk()} queue={queue} />);
  await settle();
  return root;
}

const settle = (): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve)));
const press = async (target: Element | null | undefined): Promise<void> => {
  click(target);
  await settle();
};
const button = (root: ParentNode, words: string) => $$(root, "button").find((found) => found.textContent === words);
const lines = (root: ParentNode) => $$(root, "section[aria-labelledby=list] [data-line]").map(({ dataset }) => dataset.line);

test("documents are listed with what they are, as text; more come by the cursor", async () => {
  const root = await open();
  const line = $(root, "[data-line=a]");
  expect($(line ?? root, "a")?.getAttribute("href")).toBe("/sources/a");
  expect($(line ?? root, "h3")?.textContent).toBe("Rules <b>a</b>\ufffd");
  expect($(line ?? root, ".library-note")?.textContent).toBe(
    "PDF · 2.4 MB · 34 passages · cited in 2 answers · Mar 5, 2026 · dated 2024-05-01 · Ada L · hall · rules.pdf",
  );
  await press(button(root, LIBRARY.en.more));
  expect(calls.at(-1)).toBe(`${LIST}&cursor=c`);
  expect(lines(root)).toEqual(["a", "b", "z"]);
  expect(document.activeElement).toBe($(root, "[data-line=z] h3 a"));
});

test("the list is searched and ordered", async () => {
  const root = await open();
  ($(root, "input[type=search]") as HTMLInputElement).value = " a & b ";
  await press(button(root, LIBRARY.en.find));
  for (const [at, value] of [[1, "pdf"], [2, "cited"]] as const) {
    const choice = $$(root, "select")[at] as HTMLSelectElement;
    choice.value = value;
    act(() => void choice.dispatchEvent(new Event("change", { bubbles: true })));
    await settle();
  }
  expect(calls.findLast((call) => call.includes("sort="))).toBe("GET /v1/documents?q=a+%26+b&kind=pdf&sort=cited");
});

test("deleting says what cites the document, asks once more, and goes on to the next", async () => {
  const root = await open();
  const remove = $(root, "[data-line=a] [aria-label^=Delete]");
  await press(remove);
  expect(document.activeElement?.textContent).toBe(LIBRARY.en.cancel);
  expect($(root, ".sure")?.textContent).toContain("2 answers cite it, and keep what they cited.How long?");
  await press(button(root, LIBRARY.en.cancel));
  expect([document.activeElement, $(root, ".sure")]).toEqual([remove, null]);
  await press(remove);
  await press(button(root, LIBRARY.en.confirm));
  expect([calls.at(-1), lines(root)]).toEqual(["DELETE /v1/documents/a", ["b"]]);
  expect(document.activeElement).toBe($(root, "[data-line=b] h3 a"));
  expect($(root, "main > [role=status]")?.textContent).toBe("Deleted: Rules <b>a</b>\ufffd");
});

test("what failed is tried again or dismissed", async () => {
  const root = await open();
  expect($(root, ".failures")?.textContent).toContain("It holds no text.");
  await press($(root, "[aria-label='Try again: scan.pdf']"));
  expect(calls).toContain("POST /v1/documents/f/retry");
  expect($(root, "main > [role=status]")?.textContent).toBe("Read: scan.pdf");
  await press($(root, "[aria-label='Dismiss: scan.pdf']"));
  expect([$(root, ".failures"), document.activeElement?.id]).toEqual([null, "content"]);
});

test("a reader sees the list without buttons, and nobody asks what failed", async () => {
  replies["GET /v1/status"] = () => Response.json({ role: "user", workspaces: ["hall"], max_upload_mb: 50 });
  const root = await open();
  expect(lines(root)).toEqual(["a", "b"]);
  expect($$(root, ".add-files, .failures, [data-line] button")).toEqual([]);
  expect(calls.filter((call) => call.includes("failed"))).toEqual([]);
});

test("an empty knowledge base says who fills it", async () => {
  replies[LIST] = () => Response.json({ documents: [], next_cursor: null });
  expect($(await open(), "main")?.textContent).toContain(LIBRARY.en.empty);
  replies["GET /v1/status"] = () => Response.json({ role: "user", workspaces: [], max_upload_mb: 50 });
  expect($(await open(), "main")?.textContent).toContain(LIBRARY.en.emptyForReaders);
});

test("a file that replaces goes under the same id, and what fails meanwhile is shown once", async () => {
  const send = vi.fn<SendFile>(async () => ({ status: "failed", title: "", passages: 0, error: "It holds no text." }));
  const queue = new UploadQueue({ send });
  const root = await open(queue);
  await press($(root, "[data-line=a] [aria-label^=Replace]"));
  const field = $(root, "[data-replace]") as HTMLInputElement;
  Object.defineProperty(field, "files", { value: [new File(["x"], "new.pdf")] });
  act(() => void field.dispatchEvent(new Event("change", { bubbles: true })));
  await settle();
  expect(send.mock.calls[0]?.[1]).toEqual({ workspace: "hall", source: "papers/rules.pdf", external_id: "papers/a" });
  expect($(root, ".upload[data-state=failed]")?.textContent).toContain("in the place of Rules <b>a</b>\ufffd");
  expect($(root, ".uploads [role=status]")?.textContent).toBe("All sent. Read: 0, failed: 1");
  act(() => queue.add([{ file: new File(["x"], "scan.pdf"), path: "papers/f" }]));
  await settle();
  expect($(root, ".failures")).toBeNull();
  await press(button(root, LIBRARY.en.clear));
  expect([$(root, ".uploads")?.hidden, $(root, ".failures") !== null]).toEqual([true, true]);
});

test("a refusal is said, and signing in is asked for", async () => {
  replies[LIST] = () => Response.json({ detail: "Not today." }, { status: 403 });
  expect($(await open(), "[role=alert]")?.textContent).toBe("Not today.");
  replies[LIST] = () => Response.json({}, { status: 401 });
  await open();
  expect(locked.value).toBe(true);
});

test("whoever signs in next sees what they may, and a list that is shown anew keeps an open question", async () => {
  const desk = new LibraryDesk();
  const root = draw(<Library desk={desk} queue={new UploadQueue()} />);
  await settle();
  await press($(root, "[data-line=a] [aria-label^=Delete]"));
  await act(() => desk.reload());
  expect($(root, ".sure")).not.toBeNull();
  act(() => void (locked.value = true));
  replies["GET /v1/status"] = () => Response.json({ role: "user", workspaces: [], max_upload_mb: 50 });
  act(() => void (locked.value = false));
  await settle();
  expect([lines(root), $(root, ".add-files")]).toEqual([["a", "b"], null]);
});

test("a document says what of its file is not in its text", async () => {
  const note = "Left out of rules.pdf: 3 hidden texts.";
  replies[LIST] = () => Response.json({ documents: [document_("a", { note }), document_("b")], next_cursor: null });
  const root = await open();
  expect($$(root, "[data-note]").map((line) => line.textContent)).toEqual([note]);
});

test("says how far vectors are while they are computed, and looks again", async () => {
  vi.useFakeTimers();
  const status = { role: "staff", workspaces: [], max_upload_mb: 50 };
  const going = { state: "running", done: 640, total: 1300, problem: null, remaining_s: 200, languages: ["en"] };
  replies["GET /v1/status"] = () => Response.json({ ...status, reindexing: going });
  const desk = new LibraryDesk();
  const root = draw(<Library desk={desk} queue={new UploadQueue()} />);
  const later = () => act(async () => void (await vi.advanceTimersByTimeAsync(3000)));
  await later();
  await later();
  expect(root.textContent).toContain("Search by meaning: 640 of 1,300 passages ready, 3 min left");
  replies["GET /v1/status"] = () => Response.json({ ...status, reindexing: { ...going, state: "idle", remaining_s: null } });
  await later();
  expect(root.textContent).not.toContain("Search by meaning");
  vi.useRealTimers();
});
