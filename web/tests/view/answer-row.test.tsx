// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS, LANGUAGES } from "../../src/labels";
import { ROW } from "../../src/labels/row";
import { AnswerRow } from "../../src/view/answer-row";
import { EditQuestion } from "../../src/view/edit-question";
import { answerOf, citation, counts, done, paragraph, reference, START, UUID } from "../../client/tests/wire";
import { $, $$, click, draw, press } from "./page";

const ANSWER = answerOf([
  START,
  ["", "Water boils."],
  reference("E1"),
  paragraph(0, "Water boils.", [citation("E1")]),
  counts(1, 1),
  done(),
]);

let sent: string[];
let reply: (method: string) => Response;
let copied: string[];

beforeEach(() => {
  sent = [];
  copied = [];
  reply = () => Response.json({ feedback: [] });
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    sent.push(`${method} ${path.replace(UUID, "…")} ${init?.body ?? ""}`.trim());
    return reply(method);
  });
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function row(more: Partial<Parameters<typeof AnswerRow>[0]> = {}) {
  const failed: unknown[] = [];
  const root = draw(
    <AnswerRow question="Why?" answer={ANSWER} labels={LABELS.en} language="en" canAsk onAsk={() => undefined} onError={(error) => failed.push(error)} {...more} />,
  );
  const button = (name: string): HTMLElement | undefined => $$(root, "button").find(({ textContent }) => textContent === name);
  const message = () => $(root, "[role=status]")?.textContent;
  return { root, button, message, failed };
}

const settled = () => act(async () => void (await new Promise((done) => setTimeout(done))));

test("Copy takes the answer with its footnotes, Copy link its address", async () => {
  const { button, message } = row();
  click(button("Copy"));
  await settled();
  expect(message()).toBe("Copied");
  click(button("Copy link"));
  await settled();
  expect(message()).toBe("Link copied");
  expect(copied[0]).toMatch(/^Water boils\.\[\^1\]\n\n\[\^1\]: Cooking/u);
  expect(copied[1]).toMatch(new RegExp(`/answers/${UUID}$`, "u"));
});

test("where the browser forbids copying, the row says so", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("forbidden"));
  const { button, message } = row();
  click(button("Copy"));
  await settled();
  expect(message()).toBe(ROW.en.notCopied);
});

test("a verdict is pressed, changed and taken back, and one that cannot be stored is not shown", async () => {
  const { button, message, failed } = row();
  click(button("Helpful"));
  await settled();
  expect([button("Helpful")?.getAttribute("aria-pressed"), message()]).toEqual(["true", "Noted, thank you"]);
  click(button("Not helpful"));
  await settled();
  expect([button("Helpful")?.getAttribute("aria-pressed"), button("Not helpful")?.getAttribute("aria-pressed")]).toEqual(["false", "true"]);
  click(button("Not helpful"));
  await settled();
  expect([button("Not helpful")?.getAttribute("aria-pressed"), message()]).toEqual(["false", "Taken back"]);
  reply = () => Response.json({}, { status: 503 });
  click(button("Helpful"));
  await settled();
  expect([button("Helpful")?.getAttribute("aria-pressed"), message(), failed.length]).toEqual(["false", ROW.en.notStored, 1]);
  expect(sent.filter((line) => !line.startsWith("GET"))).toEqual([
    'POST /v1/answers/…/feedback {"verdict":"helpful"}',
    'POST /v1/answers/…/feedback {"verdict":"not_helpful"}',
    "DELETE /v1/answers/…/feedback",
    'POST /v1/answers/…/feedback {"verdict":"helpful"}',
  ]);
});

test("what was said before is there when the row is reached, asked for once", async () => {
  reply = () => Response.json({ feedback: [{ verdict: "helpful", paragraph_index: null, citation_id: null }] });
  const { button } = row();
  expect(sent).toEqual([]);
  act(() => button("Copy")?.focus());
  act(() => button("Export")?.focus());
  await settled();
  expect([button("Helpful")?.getAttribute("aria-pressed"), sent]).toEqual(["true", ["GET /v1/answers/…/feedback"]]);
});

test("a citation is called wrong where it stands", async () => {
  const { root, button } = row();
  click(button("Wrong citation"));
  const chip = $(root, ".wrong-citations button");
  expect([button("Wrong citation")?.getAttribute("aria-expanded"), chip?.getAttribute("aria-label")]).toEqual(["true", "Citation 1 is wrong: Cooking"]);
  click(chip);
  await settled();
  expect($(root, ".wrong-citations button")?.getAttribute("aria-pressed")).toBe("true");
  click($(root, ".wrong-citations button"));
  await settled();
  expect(sent.slice(-2)).toEqual([
    'POST /v1/answers/…/feedback {"verdict":"wrong_citation","paragraph_index":0,"citation_id":"E1"}',
    "DELETE /v1/answers/…/feedback?paragraph_index=0&citation_id=E1",
  ]);
});

test("words go with a verdict and with a wrong citation, and are there again to be changed", async () => {
  const { root, button, message } = row();
  const write = (index: number, text: string): void => {
    const form = $$(root, "[data-comment]")[index] as HTMLElement;
    const field = $(form, "textarea") as HTMLTextAreaElement;
    field.value = text;
    act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
    click($(form, "button"));
  };
  expect(button("Comment")).toBeUndefined();
  click(button("Not helpful"));
  expect([button("Comment")?.getAttribute("aria-expanded"), $(root, "[data-comment] label")?.textContent]).toEqual(["true", ROW.en.whatLacked]);
  write(0, " Too short. ");
  await settled();
  expect(message()).toBe("Comment noted, thank you");
  click(button("Comment"));
  expect($(root, "[data-comment]")).toBeNull();
  click(button("Comment"));
  expect(($(root, "[data-comment] textarea") as HTMLTextAreaElement).value).toBe("Too short.");
  click(button("Wrong citation"));
  click($(root, ".wrong-citations button"));
  expect($(root, ".wrong-citations label")?.textContent).toBe(ROW.en.whyWrong(1));
  write(1, "Another year.");
  await settled();
  click(button("Not helpful"));
  await settled();
  expect([button("Comment"), $$(root, "[data-comment]").length]).toEqual([undefined, 1]);
  expect(sent.filter((line) => line.includes("comment"))).toEqual([
    'POST /v1/answers/…/feedback {"verdict":"not_helpful","comment":"Too short."}',
    'POST /v1/answers/…/feedback {"verdict":"wrong_citation","paragraph_index":0,"citation_id":"E1","comment":"Another year."}',
  ]);
});

test("an answer that failed before its first word can only be asked in other words", () => {
  const { root } = row({ answer: { ...ANSWER, status: "failed", text: "", answerUuid: "" } });
  expect($$(root, "button").map(({ textContent }) => textContent)).toEqual(["Edit question"]);
});

test("an edited question is asked with Enter, and Escape leaves it", () => {
  const asked: string[] = [];
  let cancelled = 0;
  const root = draw(
    <EditQuestion question="Why?" labels={LABELS.en} language="en" canAsk onAsk={(text) => asked.push(text)} onCancel={() => (cancelled += 1)} />,
  );
  const field = $(root, "textarea") as HTMLTextAreaElement;
  expect([field.value, document.activeElement === field]).toEqual(["Why?", true]);
  field.value = " Why not? ";
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  press(field, "Escape");
  press(field, "Enter");
  expect([asked, cancelled]).toEqual([["Why not?"], 1]);
});

test("no word of the row is empty in any language", () => {
  for (const language of LANGUAGES) {
    for (const words of Object.values(ROW[language])) if (typeof words === "string") expect(words.trim()).not.toBe("");
  }
});
