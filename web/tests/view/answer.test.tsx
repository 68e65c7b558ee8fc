// @vitest-environment happy-dom
import type { Answer } from "citestream-client/protocol";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { AnswerView, SourcePanel } from "../../src/view/answer";
import { Understood } from "../../src/view/remarks";
import { hideSource } from "../../src/view/shown";
import type { Waiting } from "../../src/view/state-line";
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
} from "../../client/tests/wire";
import { $, $$, click, draw, press } from "./page";

await SourcePanel.load();
afterEach(hideSource);

const show = (answer: Answer, root?: HTMLElement, waiting: Waiting | null = null, more: object = {}) =>
  draw(
    <AnswerView answer={answer} isRunning={answer.status === "running"} waiting={waiting} labels={LABELS.en} {...more} />,
    root,
  );
const LOST: Waiting = { what: "gateway", onTryNow: () => {} };
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
  expect($(show(answerOf([START, RESPONDING]), undefined, LOST), ".state [role=status]")?.textContent).toBe(LABELS.en.reconnecting);
  expect($(show(answerOf(WHOLE)), ".state")).toBeNull();
});

test("a chip opens its source: title, place and the passage with the evidence marked", () => {
  const root = show(answerOf(WHOLE));
  const chip = $(root, "[data-citation-id=E1]");
  click(chip);
  expect(chip?.getAttribute("aria-expanded")).toBe("true");
  expect(chip?.getAttribute("aria-controls")).toBe($(root, ".source-panel")?.id);
  expect($(root, ".source-title")?.textContent).toBe("Cooking");
  expect($(root, ".source-place")?.textContent).toBe("Water, page 3");
  expect($(root, ".source-text")?.textContent).toBe(`Evidence: Water boils at 100 °C. End of evidence. ${PASSAGE.slice(22)}`);
  expect($$(root, "mark").map((mark) => mark.textContent)).toEqual(["Water boils at 100 °C."]);
});

test("an opened source says how old it is and who wrote it", () => {
  const dated = reference("E1", { date: "2024-05-01", dateFrom: "properties", author: "Ada L" });
  const root = show(answerOf(WHOLE.map((line) => (line[0] === "[CITATION_REF]" ? dated : line))));
  click($(root, "[data-citation-id=E1]"));
  expect($(root, ".source-age")?.textContent).toBe("2024-05-01, Ada L");
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
  click($(root, "[data-source-id=E1] .source-line"));
  const link = $(root, ".source-open a");
  const address = page === null ? null : `/v1/documents/${ID}/content?disposition=inline#page=${page}`;
  expect(link?.getAttribute("href") ?? null).toBe(address);
  if (page !== null) expect(link?.textContent).toBe(LABELS.en.openPage(page));
});

test.each([
  ["https://docs.example.org/loans?a=1", "https://docs.example.org/loans?a=1"],
  ["javascript:alert(1)//https://x.example", null],
  ["notes/loans.md", null],
  ["s3://bucket/loans.md", null],
])("what was read on the web is a link to its page, and nothing else is: %s", (source, address) => {
  const root = showLines(...cited({ source }));
  click($(root, "[data-source-id=E1] .source-line"));
  expect($(root, ".source-origin")?.textContent).toBe(source);
  const link = $(root, ".source-origin a");
  expect(link?.getAttribute("href") ?? null).toBe(address);
  if (address !== null) expect(link?.getAttribute("rel")).toBe("noopener noreferrer");
});

test("a passage over two pages says both", () => {
  const root = showLines(...cited({ ...PAPER, position: { ...PAPER.position, heading: "Water" } }));
  expect($(root, ".source-line-place")?.textContent).toBe("Water, pages 3–4");
});

test("a card opens where the pointer moved, not where the page moved under a pointer that rests", () => {
  vi.useFakeTimers();
  try {
    const root = show(answerOf(WHOLE));
    const chip = $(root, "[data-citation-id=E1]");
    const point = (type: string): void => {
      act(() => {
        chip?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "mouse" }));
        vi.advanceTimersByTime(1000);
      });
    };
    point("pointerenter");
    expect($(root, ".card")).toBeNull();
    point("pointermove");
    expect($(root, ".card")?.textContent).toContain("100");
  } finally {
    vi.useRealTimers();
  }
});

test("Escape, a second click and the close button put the source away", () => {
  const root = show(answerOf(WHOLE));
  const chip = $(root, "[data-citation-id=E1]");
  const ways = [
    () => press(document, "Escape"),
    () => click(chip),
    () => click($(root, ".panel-close")),
  ];
  for (const close of ways) {
    click(chip);
    expect($(root, ".source-panel")).not.toBeNull();
    act(close);
    expect($(root, ".source-panel")).toBeNull();
  }
});

test("closing from inside the source gives the focus back to its chip", () => {
  const root = show(answerOf(WHOLE));
  click($(root, "[data-citation-id=E1]"));
  $(root, ".source-text")?.focus();
  press(document, "Escape");
  expect(document.activeElement).toBe($(root, "[data-citation-id=E1]"));
});

test("the words in doubt are underlined, and a screen reader hears where they are", () => {
  const weak = { ...citation("E1", "weak"), reason: "figure", ranges: [{ start: 8, end: 9 }, { start: 23, end: 26 }] };
  const root = showLines(START, reference(), paragraph(0, "🌊 for **2** weeks and `3 m`.", [weak]), counts(1, 1), done());
  expect([...root.querySelectorAll(".prose mark")].map((mark) => mark.textContent)).toEqual(["2", "3 m"]);
  expect($(root, ".prose")?.textContent).toBe("🌊 for [in doubt: 2] weeks and [in doubt: 3 m].");
});

test("a weak, moved or contradicted citation looks different and says why in words", () => {
  const moved = { ...citation("E1", "moved"), originalId: "E2" };
  const weak = citation("E1", "weak");
  const disagreement = { citationIds: ["E2"], value: "30 days." };
  for (const [value, words] of [
    [weak, LABELS.en.weak],
    [{ ...weak, reason: "wording" }, LABELS.en.weak],
    [{ ...weak, reason: "of a newer gateway" }, LABELS.en.weak],
    [{ ...weak, reason: "name" }, "The source does not mention this name."],
    [{ ...weak, reason: "figure", sourceValue: "36\u202e" }, "The source says 36\ufffd."],
    [{ ...weak, reason: "negation", sourceValue: "not" }, "The source says “not”."],
    [{ ...weak, reason: "calibrated" }, String(LABELS.en.doubts.calibrated)],
    [moved, LABELS.en.moved],
    [{ ...citation("E1"), disagreement }, "Another source says otherwise: “30 days”."],
    [{ ...weak, disagreement }, `${LABELS.en.weak} Another source says otherwise: “30 days”.`],
  ] as const) {
    const root = showLines(START, reference(), paragraph(0, "One.", [value]), counts(1, 1), done());
    const chip = $(root, "[data-citation-id]");
    expect([chip?.dataset.status, chip?.getAttribute("aria-label")]).toEqual([value.status, expect.stringContaining(words)]);
    expect(chip?.dataset.disagreement).toBe(String("disagreement" in value));
    click(chip);
    expect($(root, ".source-note")?.textContent).toBe(words);
  }
});

test("the warranty of the calibrated rule is told where sources are", () => {
  const evidenceRule = { claims: 900, wrong: 0.05, confidence: 0.95, text: "calibrated on 900 claims" };
  const lines = [START, reference(), paragraph(0, "One.", [citation("E1")]), counts(1, 1)];
  const words = "calibrated on 900 claims: at most 5 % wrong among claims like these (95 % confidence)";
  expect($(showLines(...lines, done({ evidenceRule })), "[data-calibrated]")?.textContent).toContain(words);
  expect($(showLines(...lines, done()), "[data-calibrated]")).toBeNull();
});

test("a citation whose reference is missing has a placeholder", () => {
  const root = showLines(START, paragraph(0, "One.", [citation("E7")]));
  expect($(root, "[data-citation-id=E7]")?.textContent).toBe("…");
  click($(root, "[data-citation-id=E7]"));
  expect($(root, ".source-panel")?.textContent).toContain(LABELS.en.missing);
});

test("hostile titles, headings and passages are only text", () => {
  const attack = '<img src=x onerror="alert(1)"><script>alert(1)</script>\u202e';
  const root = showLines(...cited({ title: attack, source: attack, text: attack, position: { heading: `${attack}2` } }));
  click($(root, "[data-citation-id]"));
  click($(root, ".source-line"));
  expect($(root, "img, script")).toBeNull();
  expect($(root, ".source-title")?.textContent).toContain("<script>alert(1)</script>\ufffd");
  expect($(root, ".card .source-text")?.textContent).toBe(attack);
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
  expect($(root, ".paragraphs")?.textContent?.trim()).toBe("Plain text.");
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

test("a graph reference shows its relations and what its entities are", async () => {
  const root = showLines(...graph(GRAPH));
  click($(root, "[data-citation-id=G1]"));
  expect($(root, ".source-title")?.textContent).toBe(`${LABELS.en.graph}: SPIM`);
  await vi.waitFor(() => expect($(root, ".relations")).not.toBeNull());
  expect($$(root, ".relations li").map((line) => line.textContent)).toEqual([
    "light-sheet microscope —stands in→ C 114: It stands in C 114.",
  ]);
  expect($$(root, ".entities div").map((line) => line.textContent)).toEqual([
    "light-sheet microscope (instrument)It shows living tissue.",
  ]);
  expect($(root, ".source-line-words")?.textContent).toBe("light-sheet microscope —stands in→ C 114");
});

test("names in a graph reference are text, and cannot disguise themselves", async () => {
  const hostile = "<img src=x onerror=alert(1)>\u202egnp.exe";
  const edges = [{ ...GRAPH.edges[0], sourceName: hostile, label: hostile, description: hostile }, null, "no edge"];
  const root = showLines(...graph({ entitiesFromQuestion: [hostile, 7], vertices: "none", edges }));
  click($(root, "[data-citation-id=G1]"));
  await vi.waitFor(() => expect($$(root, ".relations li")).toHaveLength(1));
  expect($(root, ".source-panel img")).toBeNull();
  expect($(root, ".source-panel")?.textContent).not.toContain("\u202e");
  expect($(root, ".sources")?.textContent).not.toContain("\u202e");
});

const FROM_MEMORY = { responseId: 7, score: 0.974, createdAt: "2026-03-05T10:00:00.000Z" };

test("the sections of an answer are chips that ask for more, in the page's language, with their id", () => {
  const asked: string[] = [];
  for (const [labels, words] of [[LABELS.en, "Tell me more about S2"], [LABELS.fr, "Détaille S2"], [LABELS.zh, "详细说说 S2"]] as const) {
    const answer = answerOf([START, paragraph(0, "One."), outline(), counts(1, 0), done()]);
    const view = { answer, isRunning: false, labels, onAskSection: (it: string) => asked.push(it) };
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
  const view = { answer, isRunning: false, labels: LABELS.en, onAfresh: () => (times += 1) };
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

test("a paragraph without a citation says so, unless the gateway itself speaks or it is only a heading", () => {
  const marks = (...lines: Line[]) => $$(showLines(START, RESPONDING, ...lines), "[data-no-source]").length;
  const two = [reference(), paragraph(0, "One.", [citation()]), paragraph(1, "Two.")] as const;
  expect(marks(...two)).toBe(1);
  expect(marks(...two, counts(2, 1), done())).toBe(1);
  expect(marks(paragraph(0, "## Head\n\n---"), counts(1, 0), done())).toBe(0);
  for (const source of ["gate", "clarification", "about"]) expect(marks(paragraph(0, "One."), counts(1, 0), done({ source }))).toBe(0);
  expect($$(showLines(START, paragraph(0, "Hello.")), "[data-no-source]")).toHaveLength(0);
});

test("an answer whose sources are read as a whole is not called unsourced, one without any is", () => {
  const bare = [START, paragraph(0, "One."), counts(1, 0)] as const;
  expect($(showLines(...bare, done()), "[data-unsourced]")).not.toBeNull();
  expect($(showLines(...bare, done({ source: "about" })), "[data-unsourced]")).toBeNull();
  expect($(show(answerOf(WHOLE)), "[data-unsourced]")).toBeNull();
});

test("citations that were left out are counted in words", () => {
  const left = (dropped: number) =>
    $$(showLines(START, paragraph(0, "One."), counts(1, 0), done({ citationStatus: { dropped } })), ".warnings li");
  expect(left(0)).toEqual([]);
  expect(left(1)[0]?.textContent).toBe(LABELS.en.dropped(1));
  expect(left(2)[0]?.textContent).toContain("2 citations");
});

test("a citation that could not be checked says why, and a checked one says nothing", () => {
  const root = showLines(START, reference(), paragraph(0, "One.", [citation("E1", "unchecked")]), counts(1, 1), done());
  click($(root, "[data-status=unchecked]"));
  expect($(root, ".source-note")?.textContent).toBe(LABELS.en.unchecked);
  const sound = show(answerOf(WHOLE));
  click($(sound, "[data-status=ok]"));
  expect($(sound, ".source-note")).toBeNull();
});

test("a paragraph that the gateway wrote is marked as such, unless all of the answer is the gateway's", () => {
  const own = (source: string) => {
    const root = showLines(START, paragraph(0, "The sources disagree.", [citation("E1")], { own: true }), paragraph(1, "One."), counts(2, 1), done({ source }));
    return $$(root, ".paragraph").map((shown) => shown.querySelector(".tag")?.textContent);
  };
  expect(own("model")).toEqual([LABELS.en.own, LABELS.en.noSource]);
  expect(own("gate")).toEqual([undefined, undefined]);
});

test("a doubtful answer says that it may not fit, a refusal does not", () => {
  const doubt = (source: string, level: string, reason?: string) =>
    $(showLines(START, paragraph(0, "One."), counts(1, 0), done({ source, confidence: { level, value: 0.2, reason } })), "[data-doubtful]");
  expect(doubt("model", "doubtful")?.textContent).toBe(LABELS.en.doubtful);
  expect([doubt("model", "confident"), doubt("gate", "nothing"), doubt("about", "doubtful")]).toEqual([null, null, null]);
  expect(doubt("model", "doubtful", "disagreement")?.textContent).toBe(LABELS.en.doubtfulFor.disagreement);
  expect(doubt("model", "doubtful", "part")?.textContent).toBe(LABELS.en.doubtfulFor.part);
});

test("quoted sentences are called quotes from the first word on", () => {
  const quotes = (...lines: Line[]) => $(show(answerOf(lines), undefined, null, { quotes: true }), "[data-quotes]");
  expect(quotes(START, RESPONDING, text("One"))?.textContent).toBe(LABELS.en.quotes);
  expect(quotes(START, paragraph(0, "Hello."), counts(1, 0), done({ source: "about" }))).toBeNull();
});

test("Enter on a chip goes into its source, Escape comes back; a click leaves the focus on the chip", () => {
  const root = show(answerOf(WHOLE));
  const chip = $(root, "[data-citation-id=E1]");
  click(chip, 0);
  expect(document.activeElement).toBe($(root, ".source-text"));
  press(document, "Escape");
  expect([document.activeElement, $(root, ".source-panel")]).toEqual([chip, null]);
  click(chip, 1);
  expect(document.activeElement).toBe(chip);
});

test("an Escape that follows at once, before the browser has drawn anything, puts the source away", async () => {
  const root = show(answerOf(WHOLE));
  $(root, "[data-citation-id=E1]")?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  await vi.waitFor(() => expect($(root, ".source-panel")).not.toBeNull(), { interval: 0 });
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await vi.waitFor(() => expect($(root, ".source-panel")).toBeNull(), { interval: 1 });
});

test("the passage of a source is drawn as its document has it: a table as a table, code and plain text by their lines", () => {
  const shown = (text: string, more: object = {}) => {
    const root = showLines(...cited({ text, ...more }, { start: 0, end: text.length }));
    click($(root, ".source-line"));
    return $(root, ".card .source-text");
  };
  expect($$(shown("| a | b |\n|---|---|\n| c | d |") as HTMLElement, "td mark").map((cell) => cell.textContent)).toEqual(["c", "d"]);
  expect(shown("a **b**\n  c", { mediaType: "text/plain" })?.textContent).toBe("a **b**\n  c");
  expect($(shown("x = 1", { mediaType: "text/x-python" }) as HTMLElement, "pre mark")?.textContent).toBe("x = 1");
});

test("sources of one document stand under its title, each with its place and its words", () => {
  const of = (id: string, heading: string, text: string) =>
    reference(id, { documentId: "d", text, position: { heading, start: 0, end: 9 } });
  const root = showLines(
    START,
    of("E1", "Water", "## Water\n\n**Water** boils."),
    of("E2", "Salt", "- Salt [helps](x)."),
    reference("E3", { title: "Other", documentId: "e" }),
    paragraph(0, "One.", [citation("E1", "ok", []), citation("E2", "ok", []), citation("E3", "ok", [])]),
    counts(1, 3),
    done(),
  );
  expect($$(root, ".source-document-title").map((title) => title.textContent)).toEqual(["Cooking", "Other"]);
  expect($$(root, ".source-line-words").slice(0, 2).map((words) => words.textContent)).toEqual(["Water Water boils.", "Salt helps."]);
  expect($$(root, ".source-document:first-child .source-line-place").map((place) => place.textContent)).toEqual(["Water", "Salt"]);
  expect($$(root, ".source-number").map((number) => number.textContent)).toEqual(["1", "2", "3"]);
});

test("what a lost connection waits for is said, and it can be tried at once", () => {
  let tries = 0;
  const waiting = (what: Waiting["what"]) => show(answerOf([START, RESPONDING]), undefined, { what, onTryNow: () => (tries += 1) });
  expect($(waiting("network"), ".state [role=status]")?.textContent).toBe(LABELS.en.offline);
  click($(waiting("gateway"), ".state button"));
  expect(tries).toBe(1);
});
