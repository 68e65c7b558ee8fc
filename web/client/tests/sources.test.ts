import { expect, test } from "vitest";

import { sourcesOf } from "../src/sources.js";
import { answerOf, citation, paragraph, reference, START } from "./wire.js";

test("a paragraph's sources come with their passages and the sentences that carry it, by code points", () => {
  const cited = [citation("E2", "weak", []), citation("E1", "ok", [{ start: 0, end: 22 }, { start: 23, end: 24 }]), citation("E9")];
  const answer = answerOf([START, reference(), reference("E2", { title: "Salt" }), paragraph(0, "Water boils.", cited)]);
  const sources = answer.paragraphs.map((finished) => sourcesOf(answer, finished))[0];
  expect(sources?.map(({ citationId, status, quotes, reference: { passage } }) => [citationId, status, quotes, passage.title])).toEqual([
    ["E2", "weak", [], "Salt"],
    ["E1", "ok", ["Water boils at 100 °C.", "🌊"], "Cooking"],
  ]);
});
