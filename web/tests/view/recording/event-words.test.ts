import { expect, test } from "vitest";

import { parseMeta } from "../../../client/src/protocol/events";
import { QA } from "../../../src/labels/qa";
import { eventDetail, eventName } from "../../../src/view/recording/event-words";
import { golden } from "../../recorded/golden";

const told = (name: string): string[] =>
  golden(name).events.map(({ numbered: { event } }) => `${eventName(event, QA.en)}: ${eventDetail(event, QA.en)}`);

test("every event is told in a few words", () => {
  expect(told("en-withdrawn-and-continued").filter((words) => !words.startsWith("Text:"))).toEqual([
    "Start: en",
    "State: Analysing the question",
    "State: Searching the knowledge base",
    "State: Writing the answer",
    "Source: E3 · en 1",
    "Paragraph 1: E3",
    "Source: E1 · en 2",
    "Paragraph 2: E1",
    "State: Repairing the answer",
    "Source: E2 · en 3",
    "Paragraph 3: E2",
    "All citations sent: 3 paragraphs, 3 sources",
    "End: ",
  ]);
  expect(told("en-model-away").at(-1)).toBe("Failure: upstream_error");
});

test("what a paragraph lacks, sections and withdrawn text are told", () => {
  expect(eventDetail({ type: "text_rolled_back", textOffset: 41, paragraphIndex: 1 }, QA.en)).toBe("from character 42 on");
  const sections = [{ id: "S1", title: "One", paragraphs: [] }, { id: "S2", title: "Two\u202e", paragraphs: [] }];
  expect(eventDetail({ type: "outline_found", sections }, QA.en)).toBe("One, Two\ufffd");
  const citations = [{ citationId: "E1", status: "weak" as const, score: 0.3, evidence: [] }];
  const paragraph = { index: 0, revision: 0, text: "X", citations, degraded: "truncated" };
  expect(eventDetail({ type: "paragraph_finished", paragraph }, QA.en)).toBe("E1 weak · truncated");
  const doubted = { ...paragraph, citations: [{ ...citations[0]!, reason: "figure" }], degraded: null };
  expect(eventDetail({ type: "paragraph_finished", paragraph: doubted }, QA.en)).toBe("E1 weak (figure)");
  const disagreement = { citationIds: ["E2"], value: "5" };
  const told = { ...paragraph, citations: [{ ...citations[0]!, status: "ok" as const, disagreement }], degraded: null, own: true as const };
  expect(eventDetail({ type: "paragraph_finished", paragraph: told }, QA.en)).toBe("own · E1 (disagreement)");
  const meta = parseMeta({ answer: { citationReason: { figure: 2, wording: 1 } } });
  expect(eventDetail({ type: "finished", meta }, QA.en)).toBe("figure 2 · wording 1");
});
