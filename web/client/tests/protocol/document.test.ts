import { expect, test } from "vitest";

import { isWhole, openText } from "../../src/protocol/answer.js";
import { readDocument } from "../../src/protocol/document.js";
import { ProtocolError } from "../../src/protocol/shape.js";
import { DOCUMENT, PASSAGE } from "../wire.js";

test("the document gives the same answer as its events", () => {
  const answer = readDocument(DOCUMENT);
  expect(answer).toMatchObject({
    status: "finished",
    text: "One.",
    paragraphs: [{ index: 0, text: "One.", citations: [{ citationId: "E1", status: "moved", originalId: "E2" }] }],
    references: [{ citationId: "E1", passage: { title: "Cooking", text: PASSAGE } }],
    meta: { hasCitationError: true },
  });
  expect([isWhole(answer), openText(answer)]).toEqual([true, ""]);
});

test("a document without paragraphs keeps its text open, so that it is shown", () => {
  expect(openText(readDocument({ ...DOCUMENT, paragraphs: [], refs: [] }))).toBe("One.");
});

test("a document of another shape is refused", () => {
  expect(() => readDocument({ ...DOCUMENT, paragraphs: null })).toThrow(ProtocolError);
});
