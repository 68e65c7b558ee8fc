// @vitest-environment happy-dom
import { EMPTY } from "citestream-client/protocol";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { CONVERSATIONS } from "../../src/labels/conversations";
import { together } from "../../src/pages/come-back";
import { Coming } from "../../src/pages/coming";
import { Conversation } from "../../src/pages/conversation";
import { tryNow } from "../../src/network";
import { locked } from "../../src/pages/session";
import { $, draw } from "../view/page";
import { START, text, UUID, wire, WHOLE } from "../../client/tests/wire";

const LIVE = "e".repeat(32);
const WORDS = CONVERSATIONS.en;

let thread: () => Response;
let conversation: Conversation;

beforeEach(() => {
  locked.value = false;
  sessionStorage.clear();
  thread = () => found([turn("Why?", UUID)]);
  conversation = new Conversation({
    wait: async () => undefined,
    fetch: async (path) => {
      if (String(path).startsWith("/v1/threads/")) return thread();
      const isLive = String(path).includes(LIVE);
      const events = isLive ? new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode(wire([START, text("Half")]))) }) : wire(WHOLE);
      return new Response(events, { headers: { "Content-Type": "text/event-stream" } });
    },
  });
  conversation.clear("t");
});
afterEach(() => vi.unstubAllGlobals());

const turn = (question: string, answer_uuid: string, earlier: string[] = []) => ({ question, answer_uuid, earlier_answers: earlier });
const found = (turns: object[], more: object = {}) =>
  Response.json({ thread_id: "t", title: "T", named: false, questions: 1, running: null, updated_at: "", turns, next_cursor: null, ...more });
const show = (): HTMLElement => draw(<Coming conversation={conversation} labels={LABELS.en} prepare={async () => undefined} />);
const come = async (): Promise<void> => vi.waitFor(() => expect(conversation.coming.value).toBe(false), { interval: 5 });

test("a conversation comes with its answers as they are, its name, and what is still being written", async () => {
  thread = () => found([turn("Why?", UUID), turn("And?", LIVE)], { named: true, title: "Cooking", running: LIVE });
  const root = show();
  expect($(root, "h1")?.textContent).toBe(LABELS.en.conversation);
  await come();
  const [first, second] = conversation.turns.value;
  expect([first?.snapshot.value.answer.status, first?.running.value, first?.isNew]).toEqual(["finished", false, false]);
  await vi.waitFor(() => expect(second?.snapshot.value.answer.text).toBe("Half"), { interval: 5 });
  expect([second?.running.value, conversation.title.value]).toEqual([true, "Cooking"]);
  expect(conversation.kept.value.threadId).toBe("t");
});

test("who comes back to a conversation that is not there is told so", async () => {
  thread = () => Response.json({ code: "not_found", detail: "no" }, { status: 404 });
  const root = show();
  await vi.waitFor(() => expect($(root, "h1")?.textContent).toBe(WORDS.gone), { interval: 5 });
  expect([$(root, "a")?.getAttribute("href"), conversation.coming.value]).toEqual(["/", true]);
});

test("what only this tab knows stays when the gateway does not know the conversation", async () => {
  thread = () => Response.json({ code: "not_found" }, { status: 404 });
  await conversation.resume({ threadId: "t", turns: [{ question: "Mine?", answerUuid: UUID }] }, (answerUuid) => ({ ...EMPTY, answerUuid }));
  show();
  await come();
  expect(conversation.turns.value.map(({ question }) => question)).toEqual(["Mine?"]);
});

test("without a network it waits, and goes on when there is one", async () => {
  const there = thread;
  thread = () => {
    throw new TypeError("no network");
  };
  const root = show();
  await vi.waitFor(() => expect($(root, "[role=status]")?.textContent).toBe(LABELS.en.statusUnknown), { interval: 5 });
  thread = there;
  act(tryNow);
  await come();
  expect(conversation.turns.value).toHaveLength(1);
});

test("who is signed out signs in first", async () => {
  thread = () => Response.json({ code: "unauthorized" }, { status: 401 });
  show();
  await vi.waitFor(() => expect(locked.value).toBe(true), { interval: 5 });
  expect(conversation.coming.value).toBe(true);
  locked.value = false;
});

test("an answer of a conversation that was left in between goes nowhere", async () => {
  let reply: (response: Response) => void = () => undefined;
  const late = new Promise<Response>((resolve) => (reply = resolve));
  thread = () => late as never;
  show();
  conversation.clear("other");
  reply(found([turn("Why?", UUID)]));
  await act(async () => void (await late));
  expect(conversation.turns.value).toEqual([]);
});

test("questions of another tab come behind those that are here; one that had arrived is no second one", () => {
  const here = [{ question: "A?", answerUuid: "1" }, { question: "B?", answerUuid: "" }];
  const there = (...turns: [string, string, string[]?][]) =>
    turns.map(([question, answerUuid, earlier = []]) => ({ question, answerUuid, earlier }));
  expect(together(here, there(["A?", "1"]))).toBeNull();
  expect(together(here, there(["A?", "9", ["1"]]))).toBeNull();
  expect(together(here, there(["A?", "1"], ["B?", "2"], ["C?", "3"]))).toEqual([
    { question: "A?", answerUuid: "1" },
    { question: "B?", answerUuid: "2" },
    { question: "C?", answerUuid: "3" },
  ]);
});
