// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { READING } from "../../src/labels/reading";
import { documentIn, SourcePage } from "../../src/pages/source-page";
import { $, $$, click, draw } from "../view/page";

const ID = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10";
const WORDS = READING.en;
let pages: Record<string, object> = {};
let known = true;

beforeEach(() => {
  known = true;
  vi.stubGlobal("fetch", (url: string) => {
    const query = new URLSearchParams(url.split("?")[1]);
    if (!known) return Promise.resolve(Response.json({ code: "not_found" }, { status: 404 }));
    if (!url.includes("/passages")) {
      return Promise.resolve(Response.json({ title: "Cooking", file_name: "cooking.md", media_type: "text/markdown" }));
    }
    const page = pages[query.get("around") ?? query.get("cursor") ?? "start"];
    return Promise.resolve(page === undefined ? Response.json({}, { status: 404 }) : Response.json(page));
  });
});
afterEach(() => {
  location.hash = "";
});

const page = (ids: readonly string[], previous: string | null = null, next: string | null = null) => ({
  passages: ids.map((id) => ({ passage_id: id, text: `## Head ${id}\n\nWords of ${id}.`, page: null })),
  previous_cursor: previous,
  next_cursor: next,
});

test("the address has the document's id", () => {
  expect([documentIn(`/sources/${ID}`), documentIn(`/sources/${ID}/`), documentIn("/sources")]).toEqual([ID, ID, ""]);
});

test("a document is drawn at the passage that the address names, and read on in both directions", async () => {
  pages = { p2: page(["p2"], "before", "after"), before: page(["p1"]), after: page(["p3"]) };
  location.hash = "#p2";
  const root = draw(<SourcePage documentId={ID} />);
  await vi.waitFor(() => expect($(root, "h1")?.textContent).toBe("Cooking"));
  await vi.waitFor(() => expect($(root, ".part.named h2")?.textContent).toContain("Head p2"));
  expect($(root, ".part.named")?.textContent).toContain(WORDS.cited);
  await vi.waitFor(() => expect(document.activeElement).toBe($(root, ".part.named")));
  const parts = () => $$(root, ".part").map((part) => part.id);
  const button = (label: string) => $$(root, "button").find((found) => found.textContent === label);
  click(button(WORDS.earlier));
  await vi.waitFor(() => expect(parts()).toEqual(["p1", "p2"]));
  click(button(WORDS.later));
  await vi.waitFor(() => expect(parts()).toEqual(["p1", "p2", "p3"]));
  expect([button(WORDS.earlier), button(WORDS.later)]).toEqual([undefined, undefined]);
  expect($(root, ".source-open a")?.getAttribute("href")).toBe(`/v1/documents/${ID}/content`);
});

test("another passage in the address is gone to when its part of the document is there", async () => {
  pages = { p2: page(["p2"]), p9: page(["p9"]) };
  location.hash = "#p2";
  const root = draw(<SourcePage documentId={ID} />);
  await vi.waitFor(() => expect($(root, "#p2")).not.toBeNull());
  location.hash = "#p9";
  dispatchEvent(new Event("hashchange"));
  await vi.waitFor(() => expect(document.activeElement).toBe($(root, "#p9")));
});

test("where the passage is gone the document begins at its beginning, and says so", async () => {
  pages = { start: page(["p7"]) };
  location.hash = "#gone";
  const root = draw(<SourcePage documentId={ID} />);
  await vi.waitFor(() => expect($(root, ".source-note")?.textContent).toBe(WORDS.moved));
  expect($$(root, ".part").map((part) => part.className)).toEqual(["part"]);
});

test("a document that is not there is said not to be", async () => {
  known = false;
  const root = draw(<SourcePage documentId={ID} />);
  await vi.waitFor(() => expect($(root, "main [role=status]")?.textContent).toBe(WORDS.noDocument));
});

const UUID = "00000000-0000-0000-0000-000000000001";
const cite = (id: string, start: number) => ({
  citation_id: id,
  type: "embedding",
  payload: { title: "Cooking", documentId: ID, mediaType: "text/markdown", text: `Words of ${id}.`, position: { start } },
});
const ANSWER = {
  answer_uuid: UUID,
  question_uuid: UUID,
  question: "What boils?",
  state: "done",
  answer: "Water.",
  meta: {},
  refs: [cite("E2", 90), cite("E1", 10), cite("E3", 50)],
  paragraphs: [
    {
      index: 0,
      text: "Water.",
      citations: ["E1", "E2", "E3"].map((citation_id) => ({ citation_id, status: "ok", evidence: [{ start: 0, end: 5 }] })),
    },
  ],
};
const plain = (id: string, next: string | null) => ({
  passages: [{ passage_id: id, text: `Words of ${id}.`, page: null }],
  previous_cursor: null,
  next_cursor: next,
});

test("the evidence of the answer that the address names is marked, and gone through in reading order", async () => {
  const own = fetch;
  vi.stubGlobal("fetch", (url: string) => {
    if (url === `/v1/answers/${UUID}`) return Promise.resolve(Response.json(ANSWER));
    if (!url.startsWith("/v1/answers")) return own(url);
    const now = (citation_id: string, state: string) => ({ citation_id, document_id: ID, state, passage_id: citation_id });
    return Promise.resolve(Response.json({ sources: [now("E1", "current"), now("E2", "current"), now("E3", "changed")] }));
  });
  pages = { E1: plain("E1", "later"), E2: plain("E2", null) };
  history.replaceState(null, "", `/sources/${ID}?answer=${UUID}`);
  const root = draw(<SourcePage documentId={ID} />);
  await vi.waitFor(() => expect($(root, "mark[data-current]")?.textContent).toBe("Words"));
  expect([location.hash, $(root, ".marked-for a")?.getAttribute("href"), $(root, ".marked-for a")?.textContent]).toEqual([
    "#E1",
    `/answers/${UUID}`,
    "What boils?",
  ]);
  expect($(root, ".source-note")?.textContent).toBe(WORDS.someChanged(1));
  click($(root, `button[aria-label="${WORDS.next}"]`));
  await vi.waitFor(() => expect($(root, "#E2 mark[data-current]")).not.toBeNull());
  expect($(root, ".evidence-steps [role=status]")?.textContent).toBe("Evidence 2 of 2: Words");
  expect(location.hash).toBe("#E2");
  expect(document.activeElement).toBe($(root, `button[aria-label="${WORDS.next}"]`));
  history.replaceState(null, "", "/");
});

test("an answer that may not be read leaves the document as it is", async () => {
  pages = { start: page(["p1"]) };
  history.replaceState(null, "", `/sources/${ID}?answer=${UUID}`);
  const own = fetch;
  vi.stubGlobal("fetch", (url: string) => (url.startsWith("/v1/answers") ? Promise.resolve(Response.json({}, { status: 404 })) : own(url)));
  const root = draw(<SourcePage documentId={ID} />);
  await vi.waitFor(() => expect($$(root, ".part")).toHaveLength(1));
  expect([$(root, ".marked-for"), $(root, ".evidence-steps")]).toEqual([null, null]);
  history.replaceState(null, "", "/");
});
