// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { LABELS } from "../../src/labels";
import type { Answer } from "../../src/protocol/answer";
import { AnswerView } from "../../src/view/answer";
import { Understood } from "../../src/view/remarks";
import {
  answerOf,
  citation,
  counts,
  done,
  type Line,
  outline,
  paragraph,
  PASSAGE,
  reference,
  RESPONDING,
  SECTIONS,
  START,
  text,
  WHOLE,
} from "../wire";
import { $, $$, click, draw, press } from "./page";

const show = (answer: Answer, root?: HTMLElement, reconnecting = false) =>
  draw(
    <AnswerView answer={answer} isRunning={answer.status === "running"} reconnecting={reconnecting} labels={LABELS.en} />,
    root,
  );
const showLines = (...lines: Line[]) => show(answerOf(lines));
const cited = (payload: object, ...evidence: object[]): Line[] => [
  START,
  reference("E1", payload),
  paragraph(0, "One.", [citation("E1", "ok", evidence)]),
  counts(1, 1),
  done(),
];

test("each paragraph carries its index and the chips of its own sources, numbered by first citation", () => {
  const root = show(answerOf(WHOLE));
  expect($$(root, "[data-paragraph-index]").map((node) => node.dataset.paragraphIndex)).toEqual(["0", "1"]);
  const chips = (index: number) => $$(root, `[data-paragraph-index='${index}'] [data-citation-id]`);
  expect(chips(0).map((chip) => [chip.dataset.citationId, chip.textContent])).toEqual([["E1", "1"]]);
  expect(chips(1).map((chip) => [chip.dataset.citationId, chip.textContent])).toEqual([["E2", "2"], ["E1", "1"]]);
});

test("the view follows the events one by one: open text turns into its paragraph, once", () => {
  const root = document.body.appendChild(document.createElement("div"));
  WHOLE.forEach((_line, index) => show(answerOf(WHOLE.slice(0, index + 1)), root));
  expect($$(root, ".prose").map((node) => node.textContent?.trim())).toEqual(["Water boils at 100 °C.", "Salt 🌊 helps."]);
});

test("open text is shown as it streams, and hidden from screen readers until its paragraph is whole", () => {
  const root = showLines(START, RESPONDING, text("Water **boi"));
  expect($(root, ".open")?.textContent).toContain("Water **boi");
  expect($(root, ".open")?.getAttribute("aria-hidden")).toBe("true");
  expect($(root, "[aria-live=polite]")?.textContent).toBe("");
});

test("the state line shows the gateway's words, a broken connection instead, and nothing at the end", () => {
  expect($(showLines(START, RESPONDING), ".state")?.textContent).toBe("Writing");
  expect($(showLines(START), ".state")?.textContent).toBe(LABELS.en.connecting);
  expect($(show(answerOf([START, RESPONDING]), undefined, true), ".state")?.textContent).toBe(LABELS.en.reconnecting);
  expect($(show(answerOf(WHOLE)), ".state")).toBeNull();
});

test("a chip opens its source: title, place and the passage with the evidence marked", () => {
  const root = show(answerOf(WHOLE));
  const chip = $(root, "[data-citation-id=E1]");
  click(chip);
  expect(chip?.getAttribute("aria-expanded")).toBe("true");
  expect(chip?.getAttribute("aria-controls")).toBe($(root, ".card")?.id);
  expect($(root, ".source-title")?.textContent).toBe("Cooking");
  expect($(root, ".source-place")?.textContent).toBe("Water, page 3");
  expect($(root, ".source-text")?.textContent).toBe(PASSAGE);
  expect($$(root, "mark").map((mark) => mark.textContent)).toEqual(["Water boils at 100 °C."]);
});

const ID = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10";
const PAPER = { documentId: ID, mediaType: "application/pdf", position: { page: 3, pageEnd: 4, start: 0, end: 60 } };

test.each([
  ["at the page of the first evidence", PAPER, [{ start: 9, end: 12, page: 4 }, { start: 0, end: 3, page: 3 }], 3],
  ["at the page of its only evidence", PAPER, [{ start: 9, end: 12, page: 4 }], 4],
  ["at its own page without evidence", PAPER, [], 3],
  ["in an answer of an older gateway", { documentId: ID, position: { page: 3, start: 0, end: 60 } }, [{ start: 0, end: 9 }], 3],
  ["not where there are no pages", { ...PAPER, mediaType: "text/markdown", position: { start: 0, end: 60 } }, [], null],
  ["not where another source has the document", { ...PAPER, documentId: "loans" }, [], null],
  ["not where it is no PDF", { ...PAPER, mediaType: "text/html" }, [], null],
])("a citation opens the document %s", (_what, payload, evidence, page) => {
  const root = showLines(...cited(payload, ...evidence));
  click($(root, "[data-citation-id=E1]"));
  const link = $(root, ".source-open a");
  const address = page === null ? null : `/v1/documents/${ID}/content?disposition=inline#page=${page}`;
  expect(link?.getAttribute("href") ?? null).toBe(address);
  if (page !== null) expect(link?.textContent).toBe(LABELS.en.openPage(page));
});

test("a passage over two pages says both", () => {
  const root = showLines(...cited({ ...PAPER, position: { ...PAPER.position, heading: "Water" } }));
  expect($(root, ".source-line-place")?.textContent).toBe("Water, pages 3–4");
});

test("Escape, a second click, the close button and a press elsewhere put the card away", () => {
  const root = show(answerOf(WHOLE));
  const chip = $(root, "[data-citation-id=E1]");
  const ways = [
    () => press(document, "Escape"),
    () => click(chip),
    () => click($(root, ".card-close")),
    () => document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })),
  ];
  for (const close of ways) {
    click(chip);
    expect($(root, ".card")).not.toBeNull();
    close();
    expect(show(answerOf(WHOLE), root).querySelector(".card")).toBeNull();
  }
});

test("closing from inside the card gives the focus back to its chip", () => {
  const root = show(answerOf(WHOLE));
  click($(root, "[data-citation-id=E1]"));
  $(root, ".source-text")?.focus();
  press(document, "Escape");
  expect(document.activeElement).toBe($(root, "[data-citation-id=E1]"));
});

test("a weak or moved citation looks different and says why in words", () => {
  const moved = { ...citation("E1", "moved"), originalId: "E2" };
  for (const [value, words] of [[citation("E1", "weak"), LABELS.en.weak], [moved, LABELS.en.moved]] as const) {
    const root = showLines(START, reference(), paragraph(0, "One.", [value]), counts(1, 1), done());
    const chip = $(root, "[data-citation-id]");
    expect([chip?.dataset.status, chip?.getAttribute("aria-label")]).toEqual([value.status, expect.stringContaining(words)]);
    click(chip);
    expect($(root, ".source-note")?.textContent).toBe(words);
  }
});

test("a citation whose reference is missing has a placeholder", () => {
  const root = showLines(START, paragraph(0, "One.", [citation("E7")]));
  expect($(root, "[data-citation-id=E7]")?.textContent).toBe("…");
  click($(root, "[data-citation-id=E7]"));
  expect($(root, ".card")?.textContent).toContain(LABELS.en.missing);
});

test("hostile titles, headings and passages are only text", () => {
  const attack = '<img src=x onerror="alert(1)"><script>alert(1)</script>\u202e';
  const root = showLines(...cited({ title: attack, source: attack, text: attack, position: { heading: `${attack}2` } }));
  click($(root, "[data-citation-id]"));
  click($(root, ".source-line"));
  expect($(root, "img, script")).toBeNull();
  expect($(root, ".source-title")?.textContent).toContain("<script>alert(1)</script>\ufffd");
  expect($(root, ".source-text")?.textContent).toBe(attack);
});

test("a degraded answer has a banner and its degraded paragraph is marked", () => {
  const root = showLines(
    START,
    text("One."),
    paragraph(0, "One.", [], { degraded: "truncated" }),
    counts(1, 0),
    done({ hasCitationError: true, degradedReason: "truncated", complete: false }),
  );
  expect($(root, "[data-paragraph-index='0']")?.dataset.degraded).toBe("truncated");
  const banner = $(root, ".banner");
  expect(banner?.dataset.degraded).toBe("truncated");
  expect(banner?.textContent).toContain(LABELS.en.incompleteCitations);
  expect(banner?.textContent).toContain(LABELS.en.endsEarly);
});

test("a sound answer has no banner", () => {
  expect($(show(answerOf(WHOLE)), "[data-degraded]")).toBeNull();
});

test("an answer that was refused for lack of context looks different", () => {
  const root = showLines(START, paragraph(0, "Nothing found."), counts(1, 0), done({ source: "gate" }));
  expect($(root, ".refusal .refusal-title")?.textContent).toBe(LABELS.en.notFound);
  expect($(root, ".sources")).toBeNull();
});

test("an answer without paragraphs shows its text", () => {
  const root = showLines(START, text("Plain text."), counts(0, 0), done({ citationMode: "answer", hasCitationError: true }));
  expect($(root, "[aria-live=polite]")?.textContent?.trim()).toBe("Plain text.");
});

test("thinking is open until the answer begins", () => {
  const thinking: Line[] = [START, RESPONDING, ["[THINKING]", "We "], ["[THINKING]", "look."]];
  expect($(showLines(...thinking), "details[open]")?.textContent).toContain("We look.");
  const root = showLines(...thinking, text("One."));
  expect([$(root, "details") !== null, $(root, "details[open]")]).toEqual([true, null]);
});

test("the list of sources opens each with the evidence of all paragraphs", () => {
  const root = showLines(
    START,
    reference(),
    paragraph(0, "One.", [citation("E1", "ok", [{ start: 0, end: 5 }])]),
    paragraph(1, "Two.", [citation("E1", "ok", [{ start: 25, end: 29 }])]),
    counts(2, 1),
    done(),
  );
  expect($(root, ".sources h3")?.textContent).toBe("1 source");
  click($(root, "[data-source-id=E1] .source-line"));
  expect($$(root, ".sources mark").map((mark) => mark.textContent)).toEqual(["Water", "Salt"]);
});

test("the answer is marked with its own language", () => {
  expect($(show(answerOf(WHOLE)), ".answer")?.lang).toBe("en");
});

const GRAPH = {
  entitiesFromQuestion: ["SPIM"],
  vertices: [
    { id: "a", label: "instrument", name: "light-sheet microscope", description: "It shows living tissue.", metadata: {} },
    { id: "b", label: "room", name: "C 114", description: "", metadata: {} },
  ],
  edges: [
    { id: "e", label: "stands in", weight: 1, description: "It stands in C 114.", metadata: {}, startId: "a", sourceName: "light-sheet microscope", endId: "b", targetName: "C 114" },
  ],
};
const graph = (payload: object): Line[] => [
  START,
  ["[CITATION_REF]", { citationId: "G1", type: "graph", payload }],
  paragraph(0, "One.", [citation("G1", "ok", [])]),
  counts(1, 1),
  done(),
];

test("a graph reference shows its relations and what its entities are", () => {
  const root = showLines(...graph(GRAPH));
  click($(root, "[data-citation-id=G1]"));
  expect($(root, ".source-title")?.textContent).toBe(`${LABELS.en.graph}: SPIM`);
  expect($$(root, ".relations li").map((line) => line.textContent)).toEqual([
    "light-sheet microscope —stands in→ C 114: It stands in C 114.",
  ]);
  expect($$(root, ".entities div").map((line) => line.textContent)).toEqual([
    "light-sheet microscope (instrument)It shows living tissue.",
  ]);
});

test("names in a graph reference are text, and cannot disguise themselves", () => {
  const hostile = "<img src=x onerror=alert(1)>\u202egnp.exe";
  const edges = [{ ...GRAPH.edges[0], sourceName: hostile, label: hostile, description: hostile }, null, "no edge"];
  const root = showLines(...graph({ entitiesFromQuestion: [hostile, 7], vertices: "none", edges }));
  click($(root, "[data-citation-id=G1]"));
  expect($$(root, ".relations li")).toHaveLength(1);
  expect($(root, ".card img")).toBeNull();
  expect($(root, ".card")?.textContent).not.toContain("\u202e");
});

const FROM_MEMORY = { responseId: 7, score: 0.974, createdAt: "2026-03-05T10:00:00.000Z" };

test("the sections of an answer are chips that ask for more, in the page's language, with their id", () => {
  const asked: string[] = [];
  for (const [labels, words] of [[LABELS.en, "Tell me more about S2"], [LABELS.fr, "Détaille S2"], [LABELS.zh, "详细说说 S2"]] as const) {
    const answer = answerOf([START, paragraph(0, "One."), outline(), counts(1, 0), done()]);
    const view = { answer, isRunning: false, reconnecting: false, labels, onAskSection: (it: string) => asked.push(it) };
    const root = draw(<AnswerView {...view} />);
    const chips = $$(root, "[data-section-id]");
    expect(chips.map((chip) => chip.textContent)).toEqual(["S1 Boiling", "S2 Salt <img src=x>"]);
    expect($(root, "img")).toBeNull();
    click(chips[1]);
    expect(asked.pop()).toBe(words);
  }
});

test("a clarification offers the sections of its thread; an ordinary answer does not", () => {
  const thread = { thread: { threadId: "t", outline: SECTIONS } };
  const asking = showLines(START, paragraph(0, "Which one?"), counts(1, 0), done({ source: "clarification" }, thread));
  expect($$(asking, "[data-section-id]").map((chip) => chip.dataset.sectionId)).toEqual(["S1", "S2"]);
  expect(($(asking, "[data-section-id]") as HTMLButtonElement).disabled).toBe(true);
  expect($(showLines(START, paragraph(0, "One."), counts(1, 0), done({}, thread)), "[data-section-id]")).toBeNull();
});

test("a remembered answer says so, how alike the question was and from when, and can be asked afresh", () => {
  let times = 0;
  const answer = answerOf([START, paragraph(0, "One."), counts(1, 0), done({ source: "memory" }, { memory: FROM_MEMORY })]);
  const view = { answer, isRunning: false, reconnecting: false, labels: LABELS.en, onAfresh: () => (times += 1) };
  const badge = $(draw(<AnswerView {...view} />), "[data-memory]");
  expect(badge?.dataset.memory).toBe("7");
  expect(badge?.textContent).toContain("From the answer memory, 97% alike, answered on March 5, 2026");
  click(badge?.querySelector("button"));
  expect(times).toBe(1);
  expect($(showLines(START, paragraph(0, "One."), counts(1, 0), done()), "[data-memory]")).toBeNull();
});

test("a question that leans on the conversation says what it was understood as, and no other does", () => {
  const ended = (beside: object) => answerOf([START, paragraph(0, "One."), counts(1, 0), done({}, beside)]).meta;
  const followup = { resolved: true, sectionIds: [], refType: "context", question: "How old do parrots become? <b>" };
  const remark = (meta: Answer["meta"]) => $(draw(<Understood meta={meta!} labels={LABELS.fr} />), "[data-understood]");
  expect(remark(ended({ followup }))?.textContent).toBe("Compris comme : How old do parrots become? <b>");
  expect(remark(ended({}))).toBeNull();
});

test("a refusal of the gate is a card that says what to do", () => {
  const root = showLines(START, paragraph(0, "Nothing about it."), counts(1, 0), done({ source: "gate" }));
  const lines = $(root, ".refusal")?.textContent?.split("Nothing about it.").map((line) => line.trim());
  expect(lines).toEqual([LABELS.en.notFound, LABELS.en.notFoundHint]);
});

test("warnings stand small below the answer, as text", () => {
  const warnings = ["The reranker did not answer.", "<b>x</b>"];
  const root = showLines(START, paragraph(0, "One."), counts(1, 0), done({}, { warnings }));
  expect($$(root, ".warnings li").map((line) => line.textContent)).toEqual(warnings);
});
