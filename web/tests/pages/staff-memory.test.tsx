// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { STAFF } from "../../src/labels-staff";
import { chooseLanguage } from "../../src/pages/language";
import { MemoryDesk } from "../../src/pages/memory-desk";
import { locked } from "../../src/pages/session";
import { StaffMemory } from "../../src/pages/staff-memory";
import { $, $$, click, draw } from "../view/page";

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
let replies: Record<string, () => Response>;

beforeEach(() => {
  calls = [];
  locked.value = false;
  chooseLanguage("en");
  replies = {
    "GET /staff/memory/entries?": () => Response.json({ entries: [entry(1), entry(2)], next_cursor: "c" }),
    "GET /staff/memory/figures": () => Response.json(FIGURES),
    "GET /staff/memory/entries/1/similar": () => Response.json({ entries: [{ ...entry(3), score: 0.91 }] }),
    "POST /staff/memory/entries/1/validate": () => Response.json(entry(1, { status: "validated" })),
    "DELETE /staff/memory/entries/1": () => new Response(null, { status: 204 }),
    "POST /staff/memory/dry-run": () => Response.json(DECISION),
  };
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const call = `${init?.method ?? "GET"} ${path}`;
    calls.push(init?.body ? `${call} ${String(init.body)}` : call);
    return (replies[call] ?? (() => Response.json({ entries: [entry(9)], next_cursor: null })))();
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
  expect(calls.filter((call) => call.includes("status"))).toEqual([
    "GET /staff/memory/entries?status=stale",
    "GET /staff/memory/entries?status=stale&q=a+%26+b",
  ]);
  expect(shown(root)).toEqual([["9", "pending"]]);
});

test("an opened entry shows answer, sources and neighbours, and can be validated", async () => {
  const root = await open();
  await press($(root, ".entry-line"));
  const body = $(root, ".entry-body");
  expect($(root, ".entry-answer")?.textContent).toBe("Answer <img src=x> 1");
  expect(body?.textContent).toContain("answered on March 5, 2026, served: 2, found to differ: 1");
  expect(body?.textContent).toContain("Rules\ufffd (changed or gone since)");
  expect(body?.textContent).toContain("Question <b>3</b>? (91% alike)");
  await press(button(root, STAFF.en.validate));
  expect(shown(root)[0]).toEqual(["1", "validated"]);
  expect((button(root, STAFF.en.validate) as HTMLButtonElement).disabled).toBe(true);
});

test("deleting asks once more", async () => {
  const root = await open();
  await press($(root, ".entry-line"));
  await press(button(root, STAFF.en.remove));
  await press(button(root, STAFF.en.cancel));
  expect(shown(root)).toHaveLength(2);
  await press(button(root, STAFF.en.remove));
  await press(button(root, STAFF.en.confirm));
  expect(shown(root)).toEqual([["2", "pending"]]);
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
  expect($(await open(), ".sign-in")).not.toBeNull();
});
