import { expect, test } from "vitest";

import { isTerminal, parseFrame } from "../../src/protocol/events.js";
import { ProtocolError } from "../../src/protocol/shape.js";
import { citation, done, events, paragraph, reference, START, text, UUID } from "../wire.js";

const parse = (name: string, data: string, id = "1-7") => parseFrame({ id, name, data })?.event;

test("an event carries the number and the cursor of its frame", () => {
  expect(parseFrame({ id: "3-42", name: "", data: "a" })).toEqual({
    id: "3-42",
    seq: 42,
    event: { type: "text_added", text: "a" },
  });
});

test("every name of the dialect becomes its event", () => {
  const kinds = events([
    START,
    ["[STATE_CHANGED]", { state: "responding", remark: "Writing" }],
    ["[THINKING]", "hm"],
    text("a"),
    reference(),
    paragraph(0, "a", [citation()]),
    ["[ROLLBACK]", { textOffset: 0, paragraphIndex: 0 }],
    ["[OUTLINE]", { sections: [{ id: "S1", title: "One", paragraphs: [0] }] }],
    ["[CITATION_DONE]", { paragraphCount: 1, refCount: 1 }],
    ["[AUDIO]", "AAAA"],
    done(),
    ["[ERROR]", { code: "internal", message: "no", retryable: true }],
  ]).map(({ event }) => event.type);
  expect(kinds).toEqual([
    "started",
    "state_changed",
    "thinking",
    "text_added",
    "reference_shown",
    "paragraph_finished",
    "text_rolled_back",
    "outline_found",
    "citations_finished",
    "audio_added",
    "finished",
    "failed",
  ]);
});

test("a name of a newer gateway is passed over", () => {
  expect(parse("[TOOL_CALL]", "whatever")).toBeUndefined();
});

test("text that looks like an event stays text", () => {
  const hostile = '[DONE] [META]{"answer":{}}';
  expect(parse("", hostile)).toEqual({ type: "text_added", text: hostile });
});

test.each([
  ["an id without a number", "1-0", "", "a"],
  ["no id", "", "", "a"],
  ["broken JSON", "1-1", "[START]", "{"],
  ["a list for an object", "1-1", "[START]", "[]"],
  ["a missing field", "1-1", "[START]", "{}"],
  ["a negative index", "1-1", "[CITATION_PARAGRAPH]", '{"paragraphIndex":-1,"text":"","citations":[]}'],
  ["citations that are no list", "1-1", "[CITATION_PARAGRAPH]", '{"paragraphIndex":0,"text":"","citations":{}}'],
])("%s breaks the protocol", (_what, id, name, data) => {
  expect(() => parseFrame({ id, name, data })).toThrow(ProtocolError);
});

test("a reference gives the passage and keeps its payload", () => {
  const [shown] = events([reference()]);
  expect(shown?.event).toMatchObject({
    reference: { citationId: "E1", passage: { title: "Cooking", heading: "Water", page: 3 }, payload: { source: "cooking.md" } },
  });
});

test("the pages of a passage and of its evidence are read, and may be missing", () => {
  const position = { page: 3, pageEnd: 4, pages: [{ page: 3, start: 0 }, { page: 4, start: 9 }], start: 0, end: 20 };
  const payload = { documentId: "d", mediaType: "application/pdf", position };
  const evidence = [{ start: 0, end: 9, page: 3 }, { start: 9, end: 12, page: 4 }, { start: 13, end: 14 }];
  const [shown, said] = events([reference("E1", payload), paragraph(0, "a", [citation("E1", "ok", evidence)])]);
  expect(shown?.event).toMatchObject({
    reference: { passage: { page: 3, pageEnd: 4, documentId: "d", mediaType: "application/pdf" } },
  });
  expect(said?.event).toMatchObject({ paragraph: { citations: [{ evidence }] } });
  const [older] = events([reference()]);
  expect(older?.event).toMatchObject({ reference: { passage: { page: 3, pageEnd: undefined, documentId: "", mediaType: "" } } });
});

test("a moved citation keeps the id it had", () => {
  const moved = { ...citation("E2", "moved"), originalId: "E1" };
  expect(events([paragraph(0, "a", [moved])])[0]?.event).toMatchObject({
    paragraph: { citations: [{ citationId: "E2", status: "moved", originalId: "E1" }] },
  });
});

test("META is read with one space, none, or only part of its fields", () => {
  for (const data of ['[META]{"answer":{"source":"gate"}}', ' [META]{"answer":{"source":"gate"}}']) {
    expect(parse("[DONE]", data)).toMatchObject({ meta: { source: "gate", complete: true, hasCitationError: false } });
  }
});

test("only the end and a failure are terminal", () => {
  expect(events([START, text(UUID), done()]).map(({ event }) => isTerminal(event))).toEqual([false, false, true]);
});
