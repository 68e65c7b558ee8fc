// @vitest-environment happy-dom
import { beforeEach, afterEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { CONVERSATIONS } from "../../src/labels/conversations";
import { AnswerPage } from "../../src/pages/answer-page";
import { draftOf } from "../../src/pages/drafts";
import { kept } from "../../src/pages/kept";
import { chooseLanguage } from "../../src/pages/language";
import { tryNow } from "../../src/network";
import { $, $$, click, draw } from "../view/page";
import { UUID, wire, WHOLE } from "../../client/tests/wire";

const WORDS = CONVERSATIONS.en;
const turn = { question: "Why?", answer_uuid: UUID, earlier_answers: [] };
const THREAD = { thread_id: "t", title: "Why?", named: false, questions: 1, running: null, updated_at: "", turns: [turn], next_cursor: null };

let isThere: boolean;
let isOwn: boolean;

beforeEach(() => {
  [isThere, isOwn] = [true, true];
  chooseLanguage("en");
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === `/v1/answers/${UUID}` && isThere) return Response.json({ question: "Why?", thread_id: "t" });
    if (path.endsWith("/events")) return new Response(wire(WHOLE), { headers: { "Content-Type": "text/event-stream" } });
    if (path.startsWith("/v1/threads/t") && isOwn) return Response.json(THREAD);
    return Response.json({ code: "not_found" }, { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("an answer of one's own is shown, and asking further goes on in its conversation", async () => {
  const go = vi.fn();
  const root = draw(<AnswerPage answerUuid={UUID} go={go} />);
  await vi.waitFor(() => expect($(root, ".sources")).not.toBeNull(), { interval: 5 });
  expect([$(root, "h1")?.textContent, document.title]).toEqual([`${WORDS.answer}: Why?`, "Why? · Citestream"]);
  click($(root, ".ask"));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith("/c/t"), { interval: 5 });
  expect(kept("t")).toBeNull();
});

test.each([["qa", `/qa/${UUID}`], ["user", undefined]])("to the role %s it offers the recording at %s", async (role, address) => {
  const reply = fetch;
  const answer = (path: string) => (path === "/v1/status" ? Promise.resolve(Response.json({ role })) : reply(path));
  vi.stubGlobal("fetch", answer);
  const root = draw(<AnswerPage answerUuid={UUID} go={() => undefined} />);
  await vi.waitFor(() => expect($(root, ".ask")).not.toBeNull(), { interval: 5 });
  await vi.waitFor(() => expect($(root, "nav")).not.toBeNull(), { interval: 5 });
  const [link] = $$(root, "main a").filter(({ textContent }) => textContent === WORDS.recording);
  expect(link?.getAttribute("href")).toBe(address);
});

test("asking further about somebody else's answer begins a conversation with it", async () => {
  isOwn = false;
  const go = vi.fn();
  const root = draw(<AnswerPage answerUuid={UUID} go={go} />);
  await vi.waitFor(() => expect($(root, ".ask")).not.toBeNull(), { interval: 5 });
  click($(root, ".ask"));
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce(), { interval: 5 });
  const begun = String(go.mock.calls[0]?.[0]).replace("/c/", "");
  expect(kept(begun)?.turns).toEqual([{ question: "Why?", answerUuid: UUID }]);
});

test("an answer that is not there, or may not be read, is said not to be there", async () => {
  isThere = false;
  const root = draw(<AnswerPage answerUuid={UUID} go={() => undefined} />);
  await vi.waitFor(() => expect($(root, "[role=alert] h1")?.textContent).toBe(WORDS.answerGone), { interval: 5 });
});

test("asking again goes on in the conversation, without the memory", async () => {
  const go = vi.fn();
  const root = draw(<AnswerPage answerUuid={UUID} go={go} />);
  const again = (): HTMLElement | undefined => $$(root, ".acts button").find(({ textContent }) => textContent === "Ask again");
  await vi.waitFor(() => expect(again()).toBeDefined(), { interval: 5 });
  expect(again()?.getAttribute("aria-disabled")).toBe("false");
  click(again());
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith("/c/t"), { interval: 5 });
  expect([draftOf("t.next").value, draftOf("t.afresh").value]).toEqual(["Why?", "1"]);
});

test("an answer is asked for until the gateway answers", async () => {
  const known = fetch;
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("no network");
  });
  const root = draw(<AnswerPage answerUuid={UUID} go={() => undefined} />);
  await vi.waitFor(() => expect($(root, "[role=alert] h1")?.textContent).toBe(LABELS.en.statusUnknown), { interval: 5 });
  vi.stubGlobal("fetch", known);
  tryNow();
  await vi.waitFor(() => expect($(root, ".sources")).not.toBeNull(), { interval: 5 });
});
