// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { spotOf, spotsOf, usesOf } from "../../../src/view/panel/spots";
import { answerOf, citation, counts, done, paragraph, reference, START } from "../../../client/tests/wire";

const at = (id: string, start: number, documentId = "d") =>
  reference(id, { documentId, position: { heading: "", page: 1, start, end: start + 60 } });
const LATER = citation("E1", "ok", [{ start: 0, end: 5 }, { start: 25, end: 29, page: 2 }]);
const EARLIER = citation("E2", "ok", []);
const ANSWER = answerOf([
  START,
  at("E1", 100),
  at("E2", 0),
  at("E3", 0, "other"),
  paragraph(0, "One.", [LATER]),
  paragraph(1, "Two.", [EARLIER, citation("E3")]),
  paragraph(2, "Three.", [citation("E1", "weak", [{ start: 25, end: 29 }])]),
  counts(3, 3),
  done(),
]);
const [one, two] = ANSWER.references as [(typeof ANSWER.references)[0], (typeof ANSWER.references)[0]];

test("the spots of a document are in reading order, those of other documents are not among them", () => {
  const found = spotsOf(ANSWER, one).map(({ number, stretch, range, page }) => [number, stretch, range, page]);
  expect(found).toEqual([[2, 0, null, 1], [1, 1, { start: 0, end: 5 }, 1], [1, 2, { start: 25, end: 29 }, 2]]);
  expect(spotsOf(ANSWER, two)).toEqual(spotsOf(ANSWER, one));
});

test("a citation leads to its own evidence", () => {
  const [first, second, third] = ANSWER.paragraphs.map((found) => found!.citations[0]!);
  const spots = spotsOf(ANSWER, one);
  expect([first, second, third].map((found) => spotOf(spots, found!))).toEqual([1, 0, 2]);
});

test("all that rests on the document is listed, each with its paragraph", () => {
  const found = usesOf(ANSWER, two).map(({ paragraph: { text }, citation: { status }, number }) => [text, status, number]);
  expect(found).toEqual([["One.", "ok", 1], ["Two.", "ok", 2], ["Three.", "weak", 1]]);
});

test("documents that have no id are not taken for one another", () => {
  const answer = answerOf([START, reference("E1"), reference("E2"), paragraph(0, "One.", [citation("E1"), citation("E2")])]);
  expect(usesOf(answer, answer.references[0]!)).toHaveLength(1);
});
