// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../../src/labels";
import { READING } from "../../../src/labels/reading";
import { AnswerView, SourcePanel } from "../../../src/view/answer";
import { hideSource } from "../../../src/view/shown";
import { answerOf, citation, counts, done, type Line, paragraph, PASSAGE, reference, START, UUID } from "../../../client/tests/wire";
import { $, $$, click, draw } from "../page";

const ID = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10";
const WORDS = READING.en;
let bodies: Record<string, object> = {};
const asked: string[] = [];

await SourcePanel.load();
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    const body = bodies[url.replace(/\?.*/u, "")];
    return body === undefined ? Promise.reject(new Error("no network")) : Promise.resolve(Response.json(body));
  });
});
afterEach(() => {
  act(hideSource);
  bodies = {};
});

const passage = (id: string, text: string) => ({ passage_id: id, text, heading: null, page: null, page_end: null });
const now = (state: string, id: string | null, ...more: object[]) => ({
  [`/v1/answers/${UUID}/sources`]: { sources: [{ citation_id: "E1", document_id: ID, state, passage_id: id }, ...more] },
});
const LINES: readonly Line[] = [
  START,
  reference("E1", { documentId: ID, mediaType: "text/markdown" }),
  paragraph(0, "One.", [citation("E1", "ok", [{ start: 0, end: 22 }])]),
  paragraph(1, "Two **bold**.", [citation("E1", "weak", [{ start: 25, end: 29 }])]),
  counts(2, 1),
  done(),
];

function opened(chip = 0, lines = LINES, labels = LABELS.en): HTMLElement {
  const root = draw(<AnswerView answer={answerOf(lines)} isRunning={false} labels={labels} />);
  click($$(root, "[data-citation-id]")[chip]);
  return root;
}

test("the document is drawn around the passage, with its evidence marked, current and announced", async () => {
  const table = "| a | b |\n|---|---|\n| c | d |";
  bodies = {
    ...now("current", "p2"),
    [`/v1/documents/${ID}/passages`]: {
      passages: [passage("p1", table), passage("p2", PASSAGE), passage("p3", "After.")],
      around: 1,
    },
  };
  const root = opened();
  expect($$(root, ".panel-passage")).toHaveLength(1);
  await vi.waitFor(() => expect($$(root, ".panel-passage")).toHaveLength(3));
  expect(asked.at(-1)).toBe(`/v1/documents/${ID}/passages?around=p2&limit=7`);
  expect($$(root, ".panel-passage td").map((cell) => cell.textContent)).toEqual(["c", "d"]);
  expect($$(root, "mark").map((mark) => [mark.textContent, mark.hasAttribute("data-current")])).toEqual([
    ["Water boils at 100 °C.", true],
    ["Salt", false],
  ]);
  expect($(root, "[data-cited=E1]")?.textContent).toContain("Evidence: Salt End of evidence.");
  expect($$(root, ".source-open a").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    [WORDS.openDocument, `/sources/${ID}?answer=${UUID}#p2`],
    [WORDS.original, `/v1/documents/${ID}/content`],
  ]);
});

test("next and previous evidence are gone to, said, and end where there is none", () => {
  const root = opened();
  const [back, on] = $$(root, ".evidence-steps button");
  const said = () => $(root, ".evidence-steps [role=status]")?.textContent;
  const ends = () => [back, on].map((button) => button?.getAttribute("aria-disabled"));
  const current = () => $(root, "mark[data-current]")?.textContent;
  expect([said(), ends(), current()]).toEqual(["", ["true", "false"], "Water boils at 100 °C."]);
  click(on);
  expect([said(), ends(), current()]).toEqual(["Evidence 2 of 2: Salt", ["false", "true"], "Salt"]);
  click(on);
  expect(said()).toBe("Evidence 2 of 2: Salt");
  click(back);
  expect([said(), current()]).toEqual(["Evidence 1 of 2: Water boils at 100 °C.", "Water boils at 100 °C."]);
});

test("all that rests on the document is listed, and leads to its evidence", () => {
  const root = opened();
  const uses = $$(root, ".source-uses button");
  expect(uses.map((use) => use.textContent)).toEqual(["1One.", `1Two bold. ${LABELS.en.weak}`]);
  expect($(root, ".source-note")).toBeNull();
  click(uses[1]);
  expect($(root, "mark[data-current]")?.textContent).toBe("Salt");
  expect($(root, ".source-note")?.textContent).toBe(LABELS.en.weak);
  expect($$(root, "[data-citation-id]").map((chip) => chip.getAttribute("aria-expanded"))).toEqual(["false", "true"]);
});

test.each([["changed", "p9", 2], ["deleted", null, 0]] as const)(
  "of a document that was %s since, the passage is shown as it was cited",
  async (state, id, links) => {
    bodies = now(state, id);
    const root = opened();
    await vi.waitFor(() => expect($(root, ".source-badge")?.dataset.state).toBe(state));
    expect($(root, ".source-badge")?.textContent).toBe(`${WORDS[state]} ${WORDS.asCited}`);
    expect($$(root, ".panel-passage")).toHaveLength(1);
    expect($$(root, ".source-open a")).toHaveLength(links);
    expect(asked).toHaveLength(1);
  },
);

test("without a network, and of another knowledge source, there is the passage alone", async () => {
  const root = opened();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect([$$(root, "mark").length, $$(root, ".source-open a").length]).toEqual([2, 0]);
  act(hideSource);
  const other = opened(0, LINES.map((line) => (line[0] === "[CITATION_REF]" ? reference("E1", { documentId: "loans" }) : line)));
  expect($$(other, ".panel-passage")).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

test("only one source is open, whichever answer it is of", () => {
  const first = opened();
  const second = opened(1);
  expect([$(first, ".source-panel"), $(second, ".source-panel") !== null]).toEqual([null, true]);
});

test("the panel speaks every language of the page", () => {
  for (const labels of [LABELS.en, LABELS.fr, LABELS.zh]) {
    const root = opened(0, LINES, labels);
    const found = [READING.en, READING.fr, READING.zh].find(({ next }) => $(root, `button[aria-label="${next}"]`) !== null);
    expect($(root, ".source-panel")?.getAttribute("aria-label")).toBe(found?.openSource("Cooking"));
    expect($(root, ".source-panel")?.lang).toBe(labels.htmlLanguage);
    act(hideSource);
  }
});
