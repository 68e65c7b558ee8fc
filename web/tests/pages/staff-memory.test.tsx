// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { STAFF } from "../../src/labels/staff";
import { chooseLanguage } from "../../src/pages/language";
import { MemoryDesk } from "../../src/pages/memory-desk";
import { locked } from "../../src/pages/session";
import { StaffMemory } from "../../src/pages/staff-memory";
import { switchKeys } from "../../src/view/keys";
import { $, $$, click, draw, press as pressKey } from "../view/page";

const entry = (id: number, more: object = {}) => ({
  id,
  question: `Question <b>${id}</b>?`,
  answer: `Answer <img src=x> ${id}`,
  status: "pending",
  created_at: "2026-03-05T10:00:00.000Z",
  hit_count: 2,
  wrong_count: 1,
  sources: [{ document_id: "d", title: "Rules\u202e", passage_id: "p", current: false }],
  ...more,
});
const FIGURES = {
  days: 30,
  served: 7,
  agreed: 1,
  disagreed: 2,
  refused: { margin: 3, status: 4 },
  entries: { pending: 2, validated: 5, stale: 0, obsolete: 1 },
};
const ANSWER = {
  answer_uuid: "a1",
  state: "done",
  answer: "It is fired.",
  paragraphs: [
    {
      index: 0,
      text: "It is fired.",
      citations: [{ citation_id: "E1", status: "ok", score: 1, evidence: [{ start: 0, end: 5 }] }],
    },
  ],
  refs: [{ citation_id: "E1", type: "embedding", payload: { title: "Kiln", text: "fired at noon", documentId: "d", chunkId: "p" } }],
};
const DECISION = {
  decision: "status",
  score: 0.98,
  judged: { response_id: 1, question: "Question 1?", status: "pending" },
  steps: [
    { name: "route", passed: true, reason: null, detail: {} },
    { name: "status", passed: false, reason: "status", detail: { status: "pending", near: [1, 0.12345] } },
    { name: "governance", passed: null, reason: null, detail: {} },
  ],
};

let calls: string[];
let replies: Record<string, () => Response | Promise<Response>>;

beforeEach(() => {
  calls = [];
  locked.value = false;
  chooseLanguage("en");
  replies = {
    "GET /staff/memory/entries?": () => Response.json({ entries: [entry(1), entry(2)], next_cursor: "c" }),
    "GET /staff/memory/figures": () => Response.json(FIGURES),
    "GET /staff/memory/entries/1/similar": () => Response.json({ entries: [{ ...entry(3), score: 0.91 }] }),
    "POST /staff/memory/entries/1/undo {}": () => Response.json(entry(1)),
    "POST /staff/memory/entries/2/undo {}": () => Response.json(entry(2)),
    "POST /staff/memory/entries/1/validate": () => Response.json({ ...entry(1, { status: "validated" }), superseded: [] }),
    "DELETE /staff/memory/entries/1": () => new Response(null, { status: 204 }),
    "POST /staff/memory/dry-run": () => Response.json(DECISION),
  };
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const call = `${init?.method ?? "GET"} ${path}`;
    calls.push(init?.body ? `${call} ${String(init.body)}` : call);
    return (replies[calls.at(-1) ?? ""] ?? replies[call] ?? (() => Response.json({ entries: [entry(9)], next_cursor: null })))();
  });
});

afterEach(() => vi.unstubAllGlobals());

async function open(): Promise<HTMLElement> {
  const root = draw(<StaffMemory desk={new MemoryDesk()} />);
  await settle();
  return root;
}

const settle = (): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve)));
const press = async (target: Element | null | undefined): Promise<void> => {
  click(target);
  await settle();
};
const key = (target: Element, name: string, more: KeyboardEventInit = {}): void => pressKey(target, name, more);
const told = (root: ParentNode) => $(root, ".outcome [role=status]")?.textContent;
const button = (root: ParentNode, words: string) => $$(root, "button").find((one) => one.textContent === words);
const shown = (root: ParentNode) => $$(root, ".entry").map(({ dataset }) => [dataset.entryId, dataset.status]);

test("entries, figures and counts are shown, everything as text; more come by the cursor", async () => {
  const root = await open();
  expect(shown(root)).toEqual([["1", "pending"], ["2", "pending"]]);
  expect($(root, "main")?.textContent).toContain("Last 30 days: served 7, not served 7, found to differ 2");
  expect($$(root, "option").map((choice) => choice.textContent)).toContain("validated (5)");
  await press(button(root, STAFF.en.more));
  expect(calls.at(-1)).toBe("GET /staff/memory/entries?cursor=c");
  expect(shown(root)).toHaveLength(3);
  expect([button(root, STAFF.en.more), $(root, "b")]).toEqual([undefined, null]);
});

test("the filter asks for a status and for words", async () => {
  const root = await open();
  const choice = $(root, "select") as HTMLSelectElement;
  choice.value = "stale";
  act(() => void choice.dispatchEvent(new Event("change", { bubbles: true })));
  await settle();
  ($(root, "input[type=search]") as HTMLInputElement).value = " a & b ";
  await press(button(root, STAFF.en.find));
  expect(calls.filter((call) => call.includes("status="))).toEqual([
    "GET /staff/memory/entries?status=stale",
    "GET /staff/memory/entries?status=stale&q=a+%26+b",
  ]);
  expect(shown(root)).toEqual([["9", "pending"]]);
});

test("an opened entry shows answer, sources and neighbours, and can be validated", async () => {
  const root = await open();
  await press($(root, ".entry-line"));
  await vi.waitFor(() => expect($(root, ".entry-answer")?.textContent).toBe("Answer <img src=x> 1"));
  const body = $(root, ".entry-body");
  expect(body?.textContent).toContain("answered on March 5, 2026, served: 2, found to differ: 1");
  expect(body?.textContent).toContain("Rules\ufffd (changed or gone since)");
  expect(body?.textContent).toContain("Question <b>3</b>? (91% alike)");
  await press(button(root, STAFF.en.validate));
  expect(shown(root)[0]).toEqual(["1", "validated"]);
  expect(button(root, STAFF.en.validate)?.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(button(root, STAFF.en.validate));
  expect(told(root)).toBe("Validated: Question <b>1</b>?");
});

test("an entry whose place another takes is obsolete at once, and comes back with Undo", async () => {
  replies["POST /staff/memory/entries/1/validate"] = () =>
    Response.json({ ...entry(1, { status: "validated" }), superseded: [2] });
  const root = await open();
  await press($(root, ".entry-line"));
  await press(button(root, STAFF.en.validate));
  expect(shown(root)).toEqual([["1", "validated"], ["2", "obsolete"]]);
  await press(button(root, STAFF.en.undo));
  expect(shown(root)).toEqual([["1", "pending"], ["2", "pending"]]);
});

test("an entry is deleted when what was asked about it has come", async () => {
  let come = (_: Response): void => undefined;
  replies["GET /staff/memory/entries/1/similar"] = () => new Promise((resolve) => (come = resolve));
  const root = await open();
  await press($(root, ".entry-line"));
  await press(button(root, STAFF.en.remove));
  expect(calls).not.toContain("DELETE /staff/memory/entries/1");
  come(Response.json({ entries: [] }));
  await vi.waitFor(() => expect(calls).toContain("DELETE /staff/memory/entries/1"));
});

test("an entry with a stored answer shows its chips and the passages that they lead to", async () => {
  replies["GET /staff/memory/entries?"] = () => Response.json({ entries: [entry(1, { answer_uuid: "a1" })], next_cursor: null });
  replies["GET /v1/answers/a1"] = () => Response.json(ANSWER);
  const root = await open();
  await press($(root, ".entry-line"));
  await vi.waitFor(() => expect($(root, "[data-passage-of=E1] mark")?.textContent).toBe("fired"));
  expect($(root, ".entry-answer [data-citation-id]")?.textContent).toContain("1");
  expect($(root, ".entry-note a")?.getAttribute("href")).toBe("/answers/a1");
});

test("where the stored answer is gone its text is shown", async () => {
  replies["GET /staff/memory/entries?"] = () => Response.json({ entries: [entry(1, { answer_uuid: "a1" })], next_cursor: null });
  replies["GET /v1/answers/a1"] = () => Response.json({ detail: "Gone." }, { status: 404 });
  const root = await open();
  await press($(root, ".entry-line"));
  await vi.waitFor(() => expect($(root, ".entry-answer")?.textContent).toBe("Answer <img src=x> 1"));
  expect($(root, "[role=alert]")).toBeNull();
});

test("a deletion goes on with the next entry, and Undo brings the entry back to its place", async () => {
  const root = await open();
  await press($(root, ".entry-line"));
  await press(button(root, STAFF.en.remove));
  expect([shown(root), told(root)]).toEqual([[["2", "pending"]], "Deleted: Question <b>1</b>?"]);
  expect(document.activeElement).toBe($(root, "[data-entry-id='2'] .entry-line"));
  await press(button(root, STAFF.en.undo));
  expect(shown(root).map(([id]) => id)).toEqual(["2", "1"]);
  expect(document.activeElement).toBe($(root, "[data-entry-id='1'] .entry-line"));
  expect([told(root), button(root, STAFF.en.undo)]).toEqual(["Taken back: Question <b>1</b>?", undefined]);
  expect(document.title).toBe(`${STAFF.en.title} · Citestream`);
});

test("keys go through the entries and decide, also faster than the gateway", async () => {
  replies["POST /staff/memory/entries/2/obsolete"] = () => Response.json({ ...entry(2, { status: "obsolete" }), superseded: [] });
  const root = await open();
  key(document.body, "j");
  expect(document.activeElement).toBe($(root, "[data-entry-id='1'] .entry-line"));
  key(document.activeElement as Element, "v");
  key(document.activeElement as Element, "j");
  key(document.activeElement as Element, "o");
  await settle();
  await settle();
  expect(shown(root)).toEqual([["1", "validated"], ["2", "obsolete"]]);
  expect($(root, "[data-entry-id='2'] .entry-line")?.getAttribute("aria-expanded")).toBe("true");
  key(document.activeElement as Element, "k");
  expect(document.activeElement).toBe($(root, "[data-entry-id='1'] .entry-line"));
  await settle();
});

test("keys that are written, held with another or switched off do nothing", async () => {
  const root = await open();
  key($(root, "input[type=search]") as Element, "j");
  key(document.body, "j", { ctrlKey: true });
  switchKeys(false);
  key(document.body, "j");
  switchKeys(true);
  expect(document.activeElement?.classList.contains("entry-line")).toBe(false);
});

test("several are decided about at once and taken back at once", async () => {
  replies["POST /staff/memory/entries/2/validate"] = () =>
    Response.json({ ...entry(2, { status: "validated" }), superseded: [] });
  const root = await open();
  await press($(root, ".chosen input"));
  await press(button(root, STAFF.en.validate));
  expect(shown(root)).toEqual([["1", "validated"], ["2", "validated"]]);
  expect(told(root)).toBe("Validated: 2 entries");
  await press(button(root, STAFF.en.undo));
  expect(calls.filter((call) => call.includes("/undo"))).toEqual([
    "POST /staff/memory/entries/2/undo {}",
    "POST /staff/memory/entries/1/undo {}",
  ]);
  expect(shown(root)).toEqual([["1", "pending"], ["2", "pending"]]);
});

test("what was done before one fails is told and can be taken back", async () => {
  replies["POST /staff/memory/entries/2/validate"] = () => Response.json({ detail: "Not now." }, { status: 503 });
  const root = await open();
  await press($(root, ".chosen input"));
  await press(button(root, STAFF.en.validate));
  expect($(root, "[role=alert]")?.textContent).toBe("Not now.");
  expect(told(root)).toBe("Validated: Question <b>1</b>?");
});

test("a question can be tried: the decision, the nearest entry and every step", async () => {
  const root = await open();
  const [field, place] = $$(root, ".dry-run input") as HTMLInputElement[];
  for (const [input, words] of [[field, " Why? "], [place, "hall"]] as const) {
    if (input !== undefined) input.value = words;
    act(() => void input?.dispatchEvent(new InputEvent("input", { bubbles: true })));
  }
  await press(button(root, STAFF.en.run));
  expect(calls.at(-1)).toBe(
    'POST /staff/memory/dry-run {"message":{"type":"user_request","content":"Why?"},"context":{"projet":"hall"}}',
  );
  expect($(root, "[data-decision]")?.textContent).toContain("Not served: statusNearest entry: Question 1? (98% alike)");
  expect($$(root, "[data-step]").map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["route", "passed", ""],
    ["status", "failed: status", "status: pending, near: [1,0.123]"],
    ["governance", "not asked", ""],
  ]);
});

test("a refusal is shown in the gateway's words; without a session the page asks for a key", async () => {
  const refuse = (status: number) => () => Response.json({ detail: "Only staff may.", code: "forbidden" }, { status });
  replies["GET /staff/memory/figures"] = refuse(403);
  expect($(await open(), "[role=alert]")?.textContent).toBe("Only staff may.");
  replies["GET /staff/memory/figures"] = refuse(401);
  const locked = await open();
  await vi.waitFor(() => expect($(locked, ".sign-in")).not.toBeNull());
});
