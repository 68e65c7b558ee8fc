// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { kept } from "../../src/pages/kept";
import { keep } from "../../src/pages/tab";
import { UUID } from "../../client/tests/wire";

const OPEN = { threadId: "thread", turns: [{ question: "Why?", answerUuid: UUID }, { question: "And?", answerUuid: "" }] };

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("the open conversation is found by its id, and by no other", () => {
  keep(OPEN);
  expect([kept("thread"), kept("other"), kept(null)]).toEqual([OPEN, null, null]);
});

test("an empty conversation leaves nothing behind", () => {
  keep(OPEN);
  keep({ threadId: "thread", turns: [] });
  expect(sessionStorage).toHaveLength(0);
});

test.each(["{", "[]", '{"threadId":1,"turns":[]}', '{"threadId":"t","turns":[{"question":"?"}]}'])(
  "%s in the storage is passed over",
  (written) => {
    sessionStorage.setItem("citestream.conversation", written);
    expect(kept("t")).toBeNull();
  },
);

test("a browser that forbids storage forgets", () => {
  const forbidden = (): never => {
    throw new DOMException("denied");
  };
  vi.stubGlobal("sessionStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  keep(OPEN);
  expect(kept("t")).toBeNull();
});
