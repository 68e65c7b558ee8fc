// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { LABELS } from "../../src/labels";
import { ROW } from "../../src/labels/row";
import { asFile, asMarkdown, fileName, footnotes } from "../../src/view/footnotes";
import { answerOf, citation, counts, done, paragraph, reference, START, UUID } from "../../client/tests/wire";

const DOCUMENT = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10";
const PASSAGE = "8f14e45f-ceea-467f-9c1d-3b5a0e6d7c21";
const HERE = "https://docs.example";
const markdown = (...lines: Parameters<typeof answerOf>[0]) => asMarkdown(answerOf(lines), LABELS.en, ROW.en, HERE);

const OWN = reference("E1", { documentId: DOCUMENT, embeddingId: PASSAGE });
const FOREIGN = reference("E2", { title: "Salt *and* [sea]", source: "https://salt.example/a_b", position: {} });

test("each paragraph carries marks, and the sources stand below with place, quote and link", () => {
  const text = markdown(
    START,
    OWN,
    paragraph(0, "Water boils.", [citation("E1")]),
    FOREIGN,
    paragraph(1, "Both say so.", [citation("E2", "ok", []), citation("E1", "weak", [{ start: 24, end: 42 }])]),
    paragraph(2, "Nothing is cited here."),
    counts(3, 2),
    done(),
  );
  expect(text).toBe(
    [
      "Water boils.[^1]",
      "Both say so.[^2][^1]",
      "Nothing is cited here.",
      `[^1]: Cooking, Water, page 3: “Water boils at 100 °C.” … “Salt raises that.” (“Both say so.”: ${LABELS.en.weak}) <${HERE}/sources/${DOCUMENT}#${PASSAGE}>\n` +
        "[^2]: Salt \\*and\\* \\[sea\\] <https://salt.example/a_b>\n",
    ].join("\n\n"),
  );
});

test("what is doubtful stands with its source: the words in the paragraph, and what the source has", () => {
  const weak = { ...citation("E1", "weak", []), reason: "figure", ranges: [{ start: 15, end: 20 }], sourceValue: "100 °C" };
  const answer = answerOf([START, OWN, paragraph(0, "Water boils at 90 °C*.", [weak]), counts(1, 1), done()]);
  expect(asMarkdown(answer, LABELS.en, ROW.en, HERE)).toContain("[^1]: Cooking, Water, page 3 (“90 °C”: The source says 100 °C.) <");
  expect(footnotes(answer, LABELS.fr, HERE)[0]?.doubts).toEqual([{ words: "90 °C", note: "La source dit 100 °C." }]);
});

test("what other sources say, and what the gateway wrote itself, is told", () => {
  const cited = { ...citation("E1"), disagreement: { citationIds: ["E2"], value: "90 °C" } };
  const text = markdown(START, OWN, paragraph(0, "Seen in part.", [], { own: true }), paragraph(1, "Water boils.", [cited]), counts(2, 1), done());
  expect(text).toContain(`*(${LABELS.en.own})* Seen in part.\n\nWater boils.[^1]`);
  expect(text).toContain("(“Water boils.”: Another source says otherwise: “90 °C”.)");
});

test.each(["```\nx = 1\n```", "| a | b |\n|---|---|\n| 1 | 2 |", "$$\nx^2\n$$", "~~~\nx[^1]\n~~~"])(
  "behind %j the marks stand alone",
  (block) => {
    expect(markdown(START, OWN, paragraph(0, block, [citation("E1")]), counts(1, 1), done())).toContain(`${block}\n\n[^1]\n\n[^1]: `);
  },
);

test("marks that the text itself has are not taken for sources", () => {
  expect(markdown(START, OWN, paragraph(0, "See [^1].", [citation("E1")]), counts(1, 1), done())).toContain("See \\[^1].[^1]\n");
});

test("an answer that broke off keeps its last words, and sources of the answer as a whole are named at its end", () => {
  const answer = { ...answerOf([START, OWN, paragraph(0, "First."), ["", "First.\n\nThen"]]), covered: 8 };
  expect(asMarkdown(answer, LABELS.en, ROW.en, HERE)).toMatch(/^First\.\n\nThen\n\n\[\^1\]\n\n\[\^1\]: Cooking/u);
});

test("a source without an address has no link, and a graph has its name alone", () => {
  const [one, two] = footnotes(
    answerOf([
      START,
      reference("E1", { source: "javascript:alert(1)" }),
      ["[CITATION_REF]", { citationId: "G1", type: "graph", payload: { entitiesFromQuestion: ["Ada"] } }],
    ]),
    LABELS.fr,
    HERE,
  );
  expect(one).toMatchObject({ number: 1, title: "Cooking", place: "Water, page 3", quotes: [], link: "" });
  expect(two).toMatchObject({ number: 2, place: "", quotes: [], link: "" });
  expect(two?.title).toContain("Ada");
});

test("a file has the question as its heading and leads back to the answer", () => {
  const file = asFile("Why does\n# water *boil*?", answerOf([START, paragraph(0, "So."), counts(1, 0), done()]), LABELS.en, ROW.en, HERE);
  expect(file).toBe(`# Why does \\# water \\*boil\\*?\n\nSo.\n\n<${HERE}/answers/${UUID}>\n`);
});

test.each([
  ["Why does water boil?", "Why-does-water-boil.md"],
  ["../../etc/passwd", "etc-passwd.md"],
  ["为什么？", "为什么.md"],
  ["?!", "answer.md"],
  ["word ".repeat(40), "word-word-word-word-word-word-word-word-word-word-word-word.md"],
])("a file for %j is named %s", (question, name) => {
  expect(fileName(question)).toBe(name);
});

test("a source that has a date and an author says so", () => {
  const told = { position: {}, date: "2024-05-01T10:00:00Z", author: "Ada L" };
  const places = ["mail", "file", "loaded", undefined].map((dateFrom) => {
    const [note] = footnotes(answerOf([START, reference("E1", { ...told, dateFrom })]), LABELS.en, HERE);
    return note?.place;
  });
  expect(places).toEqual(["2024-05-01, Ada L", "file of 2024-05-01, Ada L", "loaded 2024-05-01, Ada L", "2024-05-01, Ada L"]);
});
