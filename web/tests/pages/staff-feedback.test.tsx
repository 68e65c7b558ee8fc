// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { FeedbackDesk } from "../../src/pages/feedback-desk";
import { chooseLanguage } from "../../src/pages/language";
import { locked } from "../../src/pages/session";
import { StaffFeedback } from "../../src/pages/staff-feedback";
import { $, $$, click, draw } from "../view/page";

const item = (id: number, more: object = {}) => ({
  id,
  verdict: "not_helpful",
  paragraph_index: null,
  citation_id: null,
  comment: "",
  state: "open",
  created_at: "2026-03-05T10:00:00.000Z",
  note: "",
  handled_at: null,
  answer_uuid: `a${id}`,
  question: `Why ${id}?`,
  asked_at: "2026-03-05T09:00:00.000Z",
  source: "model",
  model: null,
  paragraph: null,
  citation: null,
  reference: null,
  ...more,
});

let calls: string[];
let list: object[];

beforeEach(() => {
  calls = [];
  list = [item(2, { comment: "<i>No</i>" }), item(1, { verdict: "wrong_citation", paragraph_index: 0, citation_id: "E1", paragraph: "It is.", reference: { citation_id: "E1", type: "embedding", payload: { title: "Kiln", text: "It was." } } })];
  locked.value = false;
  chooseLanguage("en");
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const sent = String(init?.body ?? "");
    calls.push(`${init?.method ?? "GET"} ${path} ${sent}`.trim());
    if (path.startsWith("/v1/feedback?")) return Response.json({ feedback: list, next_cursor: null, open: 2 });
    if (path === "/v1/feedback/2") return Response.json(item(2, JSON.parse(sent) as object));
    return Response.json({ detail: "No." }, { status: 503 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const settle = (): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve)));
const button = (root: ParentNode, words: string) => $$(root, "button").find((one) => one.textContent === words);

async function open(): Promise<HTMLElement> {
  const root = draw(<StaffFeedback desk={new FeedbackDesk()} />);
  await settle();
  return root;
}

test("what was said stands there as text, a wrong citation with its paragraph and passage", async () => {
  const root = await open();
  expect(calls).toContain("GET /v1/feedback?state=open&limit=25");
  expect($(root, "blockquote")?.textContent).toBe("<i>No</i>");
  await vi.waitFor(() => expect($(root, "[aria-label=Paragraph]")?.textContent).toBe("It is."));
  expect($(root, "[aria-label='What it cites']")?.textContent).toContain("This citation was taken out since.");
  expect($(root, ".line-actions a")?.getAttribute("href")).toBe("/answers/a2");
});

test("handling keeps the line and the focus, counts, and can be taken back", async () => {
  const root = await open();
  click(button(root, "Mark handled"));
  await settle();
  expect(calls.at(-1)).toBe('PATCH /v1/feedback/2 {"state":"handled"}');
  expect([$$(root, "[data-state]").map(({ dataset }) => dataset.state), $(root, "h1 + p")?.textContent]).toEqual([
    ["handled", "open"],
    "1 not handled yet",
  ]);
  expect(document.activeElement?.textContent).toBe("Open again");
  click(button(root, "Undo"));
  await settle();
  expect(calls.at(-1)).toBe('PATCH /v1/feedback/2 {"state":"open","note":""}');
  expect([document.activeElement?.textContent, $(root, "h1 + p")?.textContent]).toEqual(["Why 2?", "2 not handled yet"]);
  expect($(root, ".outcome [role=status]")?.textContent).toBe("Open again: Why 2?");
});

test("an answer that cannot be loaded says why, and nothing was handled", async () => {
  const root = await open();
  click(button(root, "Show the whole answer"));
  await settle();
  expect($(root, "[role=alert]")?.textContent).toBe("No.");
  expect($(root, ".outcome [role=status]")?.textContent).toBe("");
});
