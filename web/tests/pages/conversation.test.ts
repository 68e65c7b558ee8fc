// @vitest-environment happy-dom
import { effect } from "@preact/signals";
import { type Answer, EMPTY } from "citestream-client/protocol";
import { expect, test, vi } from "vitest";

import { Conversation, type Turn } from "../../src/pages/conversation";
import { answerOf, counts, done, START, text, UUID, wire, WHOLE } from "../../client/tests/wire";

const stream = (body: string | ReadableStream): Response =>
  new Response(body, { headers: { "Content-Type": "text/event-stream", Location: `/v1/answers/${UUID}` } });
const reply = (body: string) => async () => stream(body);

test("events that arrive within one frame of the screen are drawn once", async () => {
  const pieces = Array.from({ length: 500 }, () => text("word "));
  const conversation = new Conversation({ fetch: reply(wire([...WHOLE.slice(0, 2), ...pieces, ...WHOLE.slice(-2)])) });
  let drawings = 0;
  const asking = conversation.ask("Why?");
  const turn = conversation.turns.value[0];
  const stop = effect(() => {
    if (turn?.snapshot.value) drawings += 1;
  });
  await asking;
  stop();
  expect(turn?.snapshot.value.answer.text).toHaveLength(2500);
  expect(drawings).toBeLessThan(100);
});

test("blank text and a question during a running answer are not asked", async () => {
  const conversation = new Conversation({ fetch: reply(wire(WHOLE)) });
  await conversation.ask(" \n");
  const asking = conversation.ask("Why?");
  await conversation.ask("And?");
  await asking;
  expect(conversation.turns.value.map(({ question }) => question)).toEqual(["Why?"]);
  expect(conversation.turns.value[0]?.snapshot.value.answer).toEqual(answerOf(WHOLE));
});

test("a new conversation leaves the running answer without trouble and frees the page", async () => {
  const conversation = new Conversation({
    fetch: async (_path, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted")))),
  });
  const asking = conversation.ask("Why?");
  const turn = conversation.turns.value[0];
  conversation.clear();
  await asking;
  expect([conversation.turns.value, conversation.running.value, turn?.trouble.value]).toEqual([[], false, null]);
});

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown> | null;
}

/** A gateway that writes the same answer to everything, and what it was sent. */
function gateway(answer: (path: string) => Response = () => stream(wire(WHOLE))) {
  const sent: Sent[] = [];
  const options = {
    wait: async () => undefined,
    fetch: async (path: unknown, init?: RequestInit) => {
      sent.push({ path: String(path), body: init?.body ? (JSON.parse(String(init.body)) as Sent["body"]) : null });
      return answer(String(path));
    },
  };
  return { sent, options };
}

const WORDS = answerOf(WHOLE).text;

test("each question is sent with its conversation, and what was said before it", async () => {
  const { sent, options } = gateway();
  const conversation = new Conversation(options);
  await conversation.ask("Why?");
  await conversation.ask("And?");
  const [first, second] = sent.map(({ body }) => body);
  expect(first).toEqual({ question: "Why?", caller_app: "console", thread_id: expect.any(String), rollback: true });
  expect(second).toEqual({
    ...first,
    question: "And?",
    conversation_history: [
      { role: "user", content: "Why?" },
      { role: "assistant", content: WORDS, answer_uuid: answerOf(WHOLE).answerUuid },
    ],
  });
});

test("a new conversation has another thread and no history", async () => {
  const { sent, options } = gateway();
  const conversation = new Conversation(options);
  await conversation.ask("Why?");
  conversation.clear();
  await conversation.ask("And?");
  expect(sent[1]?.body?.conversation_history).toBeUndefined();
  expect(sent[1]?.body?.thread_id).not.toBe(sent[0]?.body?.thread_id);
});

const empty = (answerUuid: string): Answer => ({ ...EMPTY, answerUuid });

test("asking afresh passes the memory over, also when it is tried again", async () => {
  const failed = wire([START, ["[ERROR]", { code: "internal", message: "No.", retryable: true }]]);
  const { sent, options } = gateway(() => stream(failed));
  const conversation = new Conversation(options);
  await conversation.ask("Why?", true);
  await conversation.retry(conversation.turns.value[0] as Turn);
  expect(sent.map(({ body }) => body?.memory)).toEqual(["skip", "skip"]);
});

test("after a reload the answers come again in their thread, and the next question knows them", async () => {
  const { sent, options } = gateway();
  const before = new Conversation(options);
  await before.ask("Why?");
  const after = new Conversation(options);
  await after.resume(before.kept.value, empty);
  expect(sent[1]?.path).toBe(`/v1/answers/${UUID}/events`);
  expect(after.turns.value.map(({ question, snapshot }) => [question, snapshot.value.answer.text])).toEqual([["Why?", WORDS]]);
  await after.ask("And?");
  expect(sent[2]?.body?.thread_id).toBe(sent[0]?.body?.thread_id);
  expect(sent[2]?.body?.conversation_history).toHaveLength(2);
});

test("a question that the gateway had not taken before the reload can be asked again", async () => {
  const { sent, options } = gateway();
  const conversation = new Conversation(options);
  await conversation.resume({ threadId: "t", turns: [{ question: "Why?", answerUuid: "" }] }, empty);
  const turn = conversation.turns.value[0] as Turn;
  expect([sent, turn.trouble.value?.kind]).toEqual([[], "lost"]);
  await conversation.retry(turn);
  expect([sent[0]?.body?.question, turn.trouble.value]).toEqual(["Why?", null]);
});

test("stopping tells the gateway, and the end comes from there", async () => {
  let write: (events: string) => void = () => undefined;
  const body = new ReadableStream({
    start(controller) {
      write = (events) => controller.enqueue(new TextEncoder().encode(events));
      write(wire(WHOLE.slice(0, 6)));
    },
  });
  const rest = wire([counts(1, 1), done({ degradedReason: "stopped", complete: false })], 7);
  const { sent, options } = gateway((path) => {
    if (!path.endsWith("/stop")) return stream(body);
    write(rest);
    return Response.json({ answer_uuid: UUID, state: "done" });
  });
  const conversation = new Conversation(options);
  const asking = conversation.ask("Why?");
  const turn = conversation.turns.value[0] as Turn;
  await vi.waitFor(() => expect(turn.snapshot.value.answer.answerUuid).toBe(UUID), { interval: 5 });
  await conversation.stop();
  await asking;
  expect(sent.map(({ path }) => path)).toEqual(["/v1/answers", `/v1/answers/${UUID}/stop`]);
  expect(turn.snapshot.value.answer.meta?.degradedReason).toBe("stopped");
  expect(turn.trouble.value).toBeNull();
});

test("stopping before the gateway has taken the question ends the wait", async () => {
  const conversation = new Conversation({
    fetch: async (_path, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error("aborted")))),
  });
  const asking = conversation.ask("Why?");
  await conversation.stop();
  await asking;
  expect([conversation.running.value, conversation.turns.value[0]?.trouble.value?.kind]).toEqual([false, "lost"]);
});

test("what the tab keeps changes with the questions and their answers' names, not with every piece of text", async () => {
  const pieces = Array.from({ length: 50 }, () => text("word "));
  const { options } = gateway(() => stream(wire([...WHOLE.slice(0, 2), ...pieces, ...WHOLE.slice(-2)])));
  const conversation = new Conversation(options);
  const written: string[] = [];
  const stop = effect(() => void written.push(JSON.stringify(conversation.kept.value.turns)));
  await conversation.ask("Why?");
  stop();
  const kept = (answerUuid: string) => JSON.stringify([{ question: "Why?", answerUuid }]);
  expect(written).toEqual(["[]", kept(""), kept(UUID)]);
});
