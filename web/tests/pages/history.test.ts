import { expect, test } from "vitest";

import { history } from "../../src/pages/history";

const said = (number: number) => ({ question: `Q${number}`, answer: `A${number}`, answerUuid: "" });

test("answered questions are sent as they were said; one without an answer is left out", () => {
  expect(history([said(1), { question: "Lost?", answer: " \n", answerUuid: "" }, said(2)])).toEqual([
    { role: "user", content: "Q1" },
    { role: "assistant", content: "A1" },
    { role: "user", content: "Q2" },
    { role: "assistant", content: "A2" },
  ]);
});

test("an answer is sent with the uuid by which its sources are known", () => {
  expect(history([{ ...said(1), answerUuid: "abc" }])[1]).toEqual({ role: "assistant", content: "A1", answer_uuid: "abc" });
});

test("the newest twenty messages are sent", () => {
  const messages = history(Array.from({ length: 30 }, (_, number) => said(number)));
  expect([messages.length, messages[0]?.content, messages.at(-1)?.content]).toEqual([20, "Q20", "A29"]);
});

test("a long message is cut between characters, and together they stay below what the gateway takes", () => {
  const long = { question: "Why?", answer: "🌊".repeat(40_000), answerUuid: "" };
  const messages = history([long, long, long]);
  expect(messages).toHaveLength(2);
  expect(messages[1]?.content).toBe("🌊".repeat(32_000));
  expect(new TextEncoder().encode(JSON.stringify(messages)).length).toBeLessThan(200_000);
});
