// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keep, kept, namedSession, nameSession } from "../../src/pages/tab";
import { UUID } from "../wire";

const OPEN = { threadId: "thread", turns: [{ question: "Why?", answerUuid: UUID }, { question: "And?", answerUuid: "" }] };

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("a reload finds the open conversation; who comes anew does not", () => {
  keep(OPEN);
  expect(kept(true)).toEqual(OPEN);
  expect(kept(false)).toBeNull();
});

test("the browser says whether this is a reload", () => {
  keep(OPEN);
  for (const [type, found] of [["reload", OPEN], ["navigate", null], ["back_forward", null]] as const) {
    vi.stubGlobal("performance", { getEntriesByType: () => [{ type }] });
    expect(kept()).toEqual(found);
  }
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
    expect(kept(true)).toBeNull();
  },
);

test("a browser that forbids storage forgets", () => {
  const forbidden = (): never => {
    throw new DOMException("denied");
  };
  vi.stubGlobal("sessionStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  keep(OPEN);
  expect(kept(true)).toBeNull();
});

test("the page's address names the session, and is written anew with another one", () => {
  history.replaceState(null, "", "/?session=one&lang=fr");
  expect(namedSession()).toBe("one");
  nameSession("two & three");
  expect([namedSession(), location.search]).toEqual(["two & three", "?session=two+%26+three&lang=fr"]);
  history.replaceState(null, "", "/");
  expect(namedSession()).toBeNull();
});
