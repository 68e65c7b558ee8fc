import { expect, test } from "vitest";

import { remove, rename, restore, thread, threads } from "../src/threads.js";

const THREAD = {
  thread_id: "a b",
  caller_app: "console",
  title: "Loans",
  named: true,
  questions: 2,
  running: null,
  created_at: "2026-03-05T10:00:00.000Z",
  updated_at: "2026-03-05T11:00:00.000Z",
};
const READ = { threadId: "a b", title: "Loans", isNamed: true, questions: 2, running: "", updatedAt: THREAD.updated_at };
const turn = (name: string) => ({ question: `${name}?`, answer_uuid: name, earlier_answers: [] });

function gateway(...replies: object[]) {
  const calls: string[] = [];
  const options = {
    callerApp: "console",
    fetch: async (path: unknown, init?: RequestInit) => {
      calls.push([init?.method ?? "GET", path, init?.body].filter(Boolean).join(" "));
      const reply = replies.shift();
      return reply === undefined ? new Response(null, { status: 204 }) : Response.json(reply);
    },
  };
  return { calls, options };
}

test("conversations are searched page by page", async () => {
  const { calls, options } = gateway({ threads: [THREAD], next_cursor: "c" }, { threads: [], next_cursor: null });
  expect(await threads(" a&b ", "", options)).toEqual({ threads: [READ], cursor: "c" });
  expect(await threads("", "c", options)).toEqual({ threads: [], cursor: "" });
  expect(calls).toEqual(["GET /v1/threads?caller_app=console&q=a%26b", "GET /v1/threads?caller_app=console&cursor=c"]);
});

test("a conversation comes with all of its questions, the oldest first", async () => {
  const { calls, options } = gateway(
    { ...THREAD, turns: [turn("2"), turn("3")], next_cursor: "c" },
    { ...THREAD, turns: [turn("1")], next_cursor: null },
  );
  const found = await thread("a b", options);
  expect(found.turns.map(({ answerUuid }) => answerUuid)).toEqual(["1", "2", "3"]);
  expect(found).toMatchObject(READ);
  expect(calls[1]).toBe("GET /v1/threads/a%20b?caller_app=console&limit=100&cursor=c");
});

test("a conversation is renamed, deleted and brought back", async () => {
  const { calls, options } = gateway(THREAD, THREAD);
  expect(await rename("a b", "Loans", options)).toEqual(READ);
  expect(await restore("a b", options)).toEqual(READ);
  await remove("a b", options);
  const path = "/v1/threads/a%20b";
  expect(calls).toEqual([
    `PATCH ${path}?caller_app=console {"title":"Loans"}`,
    `POST ${path}/restore?caller_app=console {}`,
    `DELETE ${path}?caller_app=console`,
  ]);
});
