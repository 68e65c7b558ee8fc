import { expect, test } from "vitest";

import { refusal } from "../src/refused.js";

const refused = (status: number, problem: object, headers: Record<string, string> = {}) =>
  refusal(Response.json(problem, { status, headers }));

test("a refusal says what is wrong and what to do", async () => {
  expect(await refused(401, { code: "unauthorized", detail: "No key." })).toMatchObject({
    message: "No key.",
    advice: "Pass a key that is valid as options.key.",
    needsKey: true,
  });
  const errors = [{ field: "question", message: "is required" }];
  expect(await refused(422, { code: "invalid_field", title: "Wrong", errors })).toMatchObject({ message: "Wrong", fields: errors });
  expect((await refused(422, { code: "invalid_field" })).fields).toEqual([]);
});

test("what stands in the way has a name", async () => {
  expect(await refused(409, { code: "turn_running", answer_uuid: "a" })).toMatchObject({
    answerUuid: "a",
    advice: "Follow the answer answerUuid, or stop it first.",
  });
  expect(await refused(410, { code: "session_expired", new_session_id: "s" })).toMatchObject({ newSessionId: "s" });
});

test("what may succeed later says when", async () => {
  expect(await refused(429, { code: "busy" }, { "Retry-After": "7" })).toMatchObject({ retryAfterS: 7, retryable: true });
  expect(await refused(503, {}, { "Retry-After": "soon" })).toMatchObject({
    retryAfterS: undefined,
    retryable: true,
    advice: "Try again later.",
  });
  expect(await refused(418, {})).toMatchObject({ message: "HTTP 418", advice: "", retryable: false });
});
