// @vitest-environment happy-dom
import { effect } from "@preact/signals";
import { expect, test } from "vitest";

import { Conversation } from "../../src/pages/conversation";
import { answerOf, text, UUID, wire, WHOLE } from "../wire";

const reply = (body: string) => async () =>
  new Response(body, { headers: { "Content-Type": "text/event-stream", Location: `/v1/answers/${UUID}` } });

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
