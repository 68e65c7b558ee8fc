// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { QA } from "../../src/labels/qa";
import { chooseLanguage } from "../../src/pages/language";
import { RecordingDesk } from "../../src/pages/recording-desk";
import { RecordingPage } from "../../src/pages/recording-page";
import { locked } from "../../src/pages/session";
import { AnswerView } from "../../src/view/recording/answer-then";
import { goldenText } from "../recorded/golden";
import { $, $$, click, draw, press } from "../view/page";

const AGAIN = "POST /v1/answers/u/recording/again";
let replies: Record<string, () => Response>;

beforeEach(() => {
  locked.value = false;
  chooseLanguage("en");
  replies = {};
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const reply = replies[`${init?.method ?? "GET"} ${path}`];
    return reply?.() ?? Response.json({ detail: "There is no answer." }, { status: 404 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/qa/u");
});

/** What draws answers is loaded when it is drawn. */
beforeAll(() => AnswerView.load());

const settle = (): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve)));

async function open(name: string): Promise<HTMLElement> {
  replies["GET /v1/answers/u/recording"] = () => new Response(goldenText(name));
  const root = draw(<RecordingPage desk={new RecordingDesk("u")} />);
  await settle();
  return root;
}

/** Happy-dom, unlike browsers, tells of a replaced hash too, a moment after it can be read: that moment is over then. */
async function addressSays(hash: string): Promise<void> {
  await vi.waitFor(() => expect(location.hash).toBe(hash));
  await settle();
}

const told = (root: HTMLElement) => $(root, ".player [role=status]")?.textContent.replaceAll("\u00a0", " ");
const button = (root: HTMLElement, words: string) => $$(root, "button").find((found) => found.textContent === words || found.getAttribute("aria-label") === words);
const text = (root: HTMLElement) => $(root, ".answer-then .answer")?.textContent ?? "";
const slider = (root: HTMLElement) => $(root, "input[type=range]") as HTMLInputElement;
const readable = (part: HTMLElement | null | undefined) => (part?.textContent ?? "").replaceAll("\u00a0", " ");

test("a recording opens with the answer as it ended, raw and parsed side by side", async () => {
  const root = await open("en-cut-and-continued");
  expect($(root, "h1")?.textContent).toMatch(/^How long may a book/u);
  expect(readable($(root, ".recording-note"))).toContain("openai, scripted · first text after 66 ms · 80 ms in all");
  expect($$(root, ".answer-then .paragraph")).toHaveLength(3);
  const broke = $$(root, ".moments li").find((line) => line.querySelector(".amiss") !== null);
  expect(readable(broke).startsWith("66 ms")).toBe(true);
  expect($(broke ?? root, ".moment-raw")?.textContent).toContain('{"paragraphs":[{"citationIds":["E3"]');
  expect($(broke ?? root, ".moment-raw")?.textContent).toContain("Broke off: upstream_error");
  expect($$(broke ?? root, "[data-event]").map((event) => event.dataset.event)).toContain("paragraph_finished");
  expect($$(root, ".moment-raw .amiss").at(-1)?.textContent).toBe("resumed reason upstream_error, paragraphs 2");
  expect($$(root, ".player-legend button").map((mark) => readable(mark))).toEqual(["First text 66 ms", "3 cited paragraphs", "3 warnings", "End 80 ms"]);
  expect($(root, "a[download]")?.getAttribute("href")).toBe("/v1/answers/u/recording");
  expect($(root, ".candidates summary")?.textContent).toBe("3 passages the model could cite");
});

test("arrows step through the events wherever the focus is, and the page says where they lead", async () => {
  const root = await open("en-ids-first");
  press(document.body, "ArrowLeft");
  expect(told(root)).toBe("Event 17 of 18, 843 ms: All citations sent");
  const focus = button(root, QA.en.stepBack);
  for (let at = 17; at > 4; at -= 1) click(focus);
  expect([told(root), text(root)]).toEqual(["Event 4 of 18, 70 ms: State", "Writing the answer"]);
  expect($(root, ".moments [aria-current=step]")?.textContent).toBe("State Writing the answer");
  expect($$(root, ".moments li[data-phase=ahead]").length).toBeGreaterThan(4);
  press(document.body, "ArrowRight");
  expect(text(root)).toContain("The loan p");
  for (const key of ["Home", "ArrowUp"]) press(slider(root), key);
  expect(told(root)).toMatch(/^Event 1 of 18/u);
  expect(slider(root).getAttribute("aria-valuetext")?.replaceAll("\u00a0", " ")).toBe(told(root));
  press(slider(root), "PageUp");
  expect(told(root)).toBe("Event 5 of 18, 832 ms: Text");
  press(slider(root), "End");
  expect(button(root, QA.en.stepForward)?.getAttribute("aria-disabled")).toBe("true");
});

test("keys that something else needs are left to it", async () => {
  const root = await open("en-ids-first");
  const before = told(root);
  press($(root, "select") as HTMLElement, "ArrowLeft");
  press($(root, "summary") as HTMLElement, " ");
  press(document.body, "ArrowLeft", { altKey: true });
  press(button(root, QA.en.play) as HTMLElement, " ");
  expect([told(root), button(root, QA.en.pause)]).toEqual([before, undefined]);
});

test("the beginning shows nothing yet, and a moment or a mark is gone to by its button", async () => {
  const root = await open("en-cut-and-continued");
  press(slider(root), "Home");
  expect($(root, ".answer-then .recording-note")?.textContent).toBe(QA.en.nothingYet);
  const times = $$(root, ".moment-time");
  click(times.at(-1));
  expect(text(root)).toContain("Members may borrow");
  click($(root, "[data-mark=warning].glyph, .player-legend [data-mark=warning]"));
  expect(told(root)).toMatch(/^Event (10|11) of 16/u);
});

test("space plays and pauses; the slider goes anywhere and stops playing", async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback));
  const frame = (now: number): void => void act(() => frames.splice(0).forEach((callback) => callback(now)));
  const root = await open("en-ids-first");
  press(document.body, " ");
  expect([told(root), button(root, QA.en.pause)?.textContent]).toEqual([QA.en.playing, QA.en.pause]);
  frame(0);
  frame(500);
  expect(text(root)).toBe("Writing the answer");
  frame(832);
  expect(text(root)).toContain("The loan period for a book is three weeks");
  press(slider(root), " ");
  expect(told(root)).toBe(QA.en.paused);
  press(document.body, " ");
  slider(root).value = "70";
  act(() => void slider(root).dispatchEvent(new Event("input", { bubbles: true })));
  expect([told(root), text(root)]).toEqual([QA.en.paused, "Writing the answer"]);
});

test("run again, differences stand part by part, and the focus goes to how many they are", async () => {
  await import("../../src/view/recording/differences"); // is loaded when it is drawn
  const root = await open("en-ids-first");
  const events = goldenText("en-ids-first").split("\n").filter((line) => line.includes('"kind":"event"')).map((line) => JSON.parse(line));
  const difference = (part: string, was: string | null, now: string | null, paragraph: number | null = 1, citation_id: string | null = null) => ({ what: "", part, paragraph, citation_id, was, now });
  const differences = [
    difference("degradedReason", null, "truncated", null),
    difference("text", "Late fees are ten cents.", "Late fees are ninety cents."),
    difference("evidence", "0–9", "", 1, "E1"),
    difference("smell", "good", "better"),
  ];
  replies[AGAIN] = () => Response.json({ answer_uuid: "u", differences, events: events.slice(0, -1) });
  click(button(root, QA.en.again));
  await settle();
  await settle();
  const found = $(root, ".differences") as HTMLElement;
  expect(document.activeElement).toBe($(found, "h2"));
  expect($(found, "h2")?.textContent).toBe("4 differences");
  expect($$(found, "h3").map(({ textContent }) => textContent)).toEqual(["Paragraph 2", "The whole answer", "Events that differ"]);
  expect($(found, ".difference-text")?.textContent).toBe("Late fees are then: ten now: ninety cents.");
  expect($$(found, "li").slice(1).map(({ textContent }) => textContent)).toEqual([
    "evidence (characters) E1 then: 0–9 now: nothing",
    "smell then: good now: better",
    "why citations are incomplete then: nothing now: truncated",
    "then: End",
  ]);

  replies[AGAIN] = () => Response.json({ answer_uuid: "u", differences: [], events });
  click(button(root, QA.en.again));
  await settle();
  expect($(root, ".differences")?.textContent).toBe(QA.en.same);
});

test("the address names the event where the player stands, and leads there", async () => {
  history.replaceState(null, "", "/qa/u#4");
  const root = await open("en-ids-first");
  expect(told(root)).toBe("Event 4 of 18, 70 ms: State");
  press(document.body, "ArrowRight");
  await addressSays("#5");
  press(slider(root), "End");
  await addressSays("");
  history.replaceState(null, "", "/qa/u#6");
  act(() => void dispatchEvent(new Event("hashchange")));
  expect(told(root)).toMatch(/^Event 6 of 18/u);
});

test("without raw pieces it is shown, and cannot be run again", async () => {
  const lines = goldenText("en-ids-first").split("\n").filter((line) => !/"kind":"(?:piece|upstream|decision)"/u.test(line));
  replies["GET /v1/answers/u/recording"] = () => new Response([lines[0], '{"kind":"upstream","missing":true,"why":"old"}', ...lines.slice(1)].join("\n"));
  const root = draw(<RecordingPage desk={new RecordingDesk("u")} />);
  await settle();
  expect(button(root, QA.en.again)?.getAttribute("aria-disabled")).toBe("true");
  expect($(root, "#missing")?.textContent).toBe(QA.en.cannotRunAgain);
  expect($$(root, ".answer-then .paragraph")).toHaveLength(3);
  expect($(root, ".moments-head")).toBeNull();
});

test("a failure is shown as its reader saw it, and what does not exist is said", async () => {
  const root = await open("en-model-away");
  expect($(root, ".answer-then .trouble")?.textContent).toContain("upstream_error");
  replies = {};
  const nothing = draw(<RecordingPage desk={new RecordingDesk("u")} />);
  await settle();
  expect($(nothing, "[role=alert]")?.textContent).toBe(QA.en.gone);
  expect($(nothing, ".player")).toBeNull();
});
