import { expect, test } from "vitest";

import { type Answer, EMPTY, fold, hasWholeReferences, isWhole, openText, unitOffset } from "../../src/protocol/answer.js";
import { answerOf, citation, counts, done, events, paragraph, reference, START, text, WHOLE } from "../wire.js";

const texts = (answer: Answer) => answer.paragraphs.map((held) => held?.text);

test("the whole list gives text, paragraphs, references and META", () => {
  const answer = answerOf(WHOLE);
  expect(answer.text).toBe("Water boils at 100 °C.\n\nSalt 🌊 helps.");
  expect(texts(answer)).toEqual(["Water boils at 100 °C.", "Salt 🌊 helps."]);
  expect(answer.references.map(({ citationId }) => citationId)).toEqual(["E1", "E2"]);
  expect(answer).toMatchObject({ status: "finished", lastId: "1-11", lastSeq: 11, language: "en" });
  expect(isWhole(answer)).toBe(true);
});

test("the open text is what no finished paragraph covers yet", () => {
  const open = WHOLE.map((_line, index) => openText(answerOf(WHOLE.slice(0, index + 1))));
  const [first, both] = ["Water boils ", "Water boils at 100 °C.\n\n"];
  expect(open).toEqual(["", "", first, both, both, "", "Salt 🌊 helps.", "Salt 🌊 helps.", "", "", ""]);
});

test("events seen twice change nothing, wherever the reader resumes", () => {
  const list = events(WHOLE);
  const once = list.reduce(fold, EMPTY);
  for (let resume = 0; resume < list.length; resume += 1) {
    for (let back = 0; back <= resume; back += 1) {
      expect([...list.slice(0, resume), ...list.slice(back)].reduce(fold, EMPTY)).toEqual(once);
    }
  }
});

test("nothing counts after the terminal event", () => {
  expect(answerOf([...WHOLE, text("more")])).toEqual(answerOf(WHOLE));
});

test("a paragraph is replaced by a higher revision only", () => {
  const first = [START, text("One."), paragraph(0, "One.")];
  const same = answerOf([...first, paragraph(0, "Other.", [], { revision: 0 })]);
  const higher = answerOf([...first, paragraph(0, "Better.", [], { revision: 1 })]);
  const lower = answerOf([...first, paragraph(0, "Better.", [], { revision: 1 }), paragraph(0, "One.")]);
  expect([same, higher, lower].map((answer) => texts(answer)[0])).toEqual(["One.", "Better.", "Better."]);
});

test("a reference is kept once", () => {
  expect(answerOf([reference(), reference("E1", { title: "Later" })]).references).toHaveLength(1);
});

test("a rollback withdraws text by code points and leaves finished paragraphs", () => {
  const lines = [START, text("🌊 One.\n\n"), paragraph(0, "🌊 One."), text("Tw🌊 and more")];
  const answer = answerOf([...lines, ["[ROLLBACK]", { textOffset: 10, paragraphIndex: 1 }], text("o.")]);
  expect(answer.text).toBe("🌊 One.\n\nTwo.");
  expect(openText(answer)).toBe("Two.");
  expect(texts(answer)).toEqual(["🌊 One."]);
});

test("a rollback to the start of a paragraph leaves no open text", () => {
  const answer = answerOf([text("One.\n\n"), paragraph(0, "One."), text("Two"), ["[ROLLBACK]", { textOffset: 6, paragraphIndex: 1 }]]);
  expect([answer.text, openText(answer)]).toEqual(["One.\n\n", ""]);
});

test("text that differs from its paragraph is covered whole", () => {
  expect(openText(answerOf([text("Wter boils."), paragraph(0, "Water boils.")]))).toBe("");
});

test("counts that differ from what is held ask for the document", () => {
  const start = [START, text("One."), reference(), paragraph(0, "One.", [citation()])];
  const whole = (paragraphs: number, references: number) => isWhole(answerOf([...start, counts(paragraphs, references), done()]));
  expect([whole(1, 1), whole(2, 1), whole(1, 0)]).toEqual([true, false, false]);
  expect(isWhole(answerOf([...start, done()]))).toBe(false);
});

test("a failure ends the answer with its message", () => {
  const answer = answerOf([START, ["[ERROR]", { code: "upstream_error", message: "No.", retryable: true }]]);
  expect(answer).toMatchObject({ status: "failed", failure: { code: "upstream_error", message: "No.", retryable: true } });
});

test("code points are counted across surrogate pairs", () => {
  expect([0, 1, 2, 3, 9].map((offset) => unitOffset("a🌊b", offset))).toEqual([0, 1, 3, 4, 4]);
});

test("verdicts that come behind their paragraphs change what is cited", () => {
  const cited = [citation("E1", "unchecked"), citation("E2"), citation("E3")];
  const lateVerdicts = [
    { paragraphIndex: 0, citationId: "E1", status: "ok" },
    { paragraphIndex: 0, citationId: "E2", status: "dropped" },
    { paragraphIndex: 5, citationId: "E3", status: "weak" },
  ];
  const answer = answerOf([START, paragraph(0, "One.", cited), paragraph(1, "Two.", [citation("E2")]), done({ lateVerdicts })]);
  expect(answer.paragraphs.map(({ citations }) => citations.map((one) => [one.citationId, one.status]))).toEqual([
    [["E1", "ok"], ["E3", "ok"]],
    [["E2", "ok"]],
  ]);
});

test("a late verdict takes the doubt with it, and gives one", () => {
  const doubt = { reason: "wording", ranges: [{ start: 0, end: 3 }], sourceValue: "1" };
  const lateVerdicts = [["E1", "ok"], ["E2", "weak"], ["E3", "weak"]].map(([citationId, status]) => ({ paragraphIndex: 0, citationId, status }));
  const cited = [{ ...citation("E1", "weak"), ...doubt }, citation("E2"), { ...citation("E3", "weak"), ...doubt }];
  const answer = answerOf([START, paragraph(0, "One.", cited), done({ lateVerdicts })]);
  expect(answer.paragraphs[0]?.citations.map(({ evidence, score, ...one }) => one)).toEqual([
    { citationId: "E1", status: "ok" },
    { citationId: "E2", status: "weak", reason: "wording" },
    { citationId: "E3", status: "weak", ...doubt },
  ]);
});

test("a reference that late verdicts took from all paragraphs is none, and the answer is whole", () => {
  const lateVerdicts = ["E1", "E2"].map((citationId) => ({ paragraphIndex: 0, citationId, status: "dropped" }));
  const cited = [citation("E1"), citation("E2")];
  const said = [paragraph(0, "One.", cited), paragraph(1, "Two.", [citation("E2")]), counts(2, 2), done({ lateVerdicts })];
  const answer = answerOf([START, reference(), reference("E2"), ...said]);
  expect(answer.references.map(({ citationId }) => citationId)).toEqual(["E2"]);
  expect(isWhole(answer)).toBe(true);
});

test("an answer in plain text has its references behind the text", () => {
  const answer = answerOf([START, text("Plain."), reference(), counts(0, 1), done({ citationMode: "answer", isRefEmbedding: true })]);
  expect([answer.references.length, isWhole(answer), hasWholeReferences(answer)]).toEqual([1, true, false]);
});
