// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Known } from "../../src/pages/welcome";

const STATUS = {
  version: "1",
  provider: "extractive",
  model: null,
  documents: 3,
  passages: 40,
  suggestions: { en: [], fr: [], zh: [] },
  sampleLeftOut: false,
  modelProblem: null,
  signedIn: true,
  role: "user",
  reader: "ada",
};

/** The page in a new tab of the same browser; what other tabs listen to is gone with them. */
async function opened(reader: string, threadId = "t", turns = 1) {
  for (const end of ends.splice(0)) end();
  vi.resetModules();
  sessionStorage.clear();
  const { last, lastPlace } = await import("../../src/pages/lasting");
  const { draftOf, forgetDrafts } = await import("../../src/pages/drafts");
  const conversation = { kept: signal({ threadId, turns: Array.from({ length: turns }, () => ({ question: "Why?", answerUuid: "a" })) }) };
  const status = signal<Known>("loading");
  last(conversation as never, status);
  const arrive = (): void => void (status.value = { ...STATUS, reader } as Known);
  return { draftOf, forgetDrafts, lastPlace, arrive, conversation };
}

function leave(): void {
  dispatchEvent(new Event("pagehide"));
}

let ends: (() => void)[] = [];
const own = window.addEventListener.bind(window);
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(window, "addEventListener").mockImplementation(((kind: string, listener: EventListener) => {
    own(kind, listener);
    ends.push(() => removeEventListener(kind, listener));
  }) as never);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.restoreAllMocks();
});

test("what was written is there in a closed browser's next tab, once the gateway has said who reads", async () => {
  const before = await opened("ada");
  before.arrive();
  before.draftOf("t").value = "And";
  before.draftOf("t.next").value = "Then?";
  before.draftOf("t.afresh").value = "1";
  before.draftOf("").value = "Why";
  leave();
  const after = await opened("ada");
  expect(after.draftOf("t").value).toBe("");
  after.arrive();
  expect([after.draftOf("t").value, after.draftOf("").value]).toEqual(["And\nThen?", "Why"]);
  expect([after.draftOf("t.next").value, after.draftOf("t.afresh").value]).toEqual(["", ""]);
  after.draftOf("").value = "";
  leave();
  const last = await opened("ada");
  last.arrive();
  expect([last.draftOf("t").value, last.draftOf("").value]).toEqual(["And\nThen?", ""]);
});

test("what is being written stays when the gateway says who reads", async () => {
  const before = await opened("ada");
  before.arrive();
  before.draftOf("").value = "Why";
  leave();
  const after = await opened("ada");
  after.draftOf("").value = "How";
  after.arrive();
  expect(after.draftOf("").value).toBe("How");
});

test("somebody else finds nothing, and neither does anybody after a sign-out", async () => {
  const before = await opened("ada");
  before.arrive();
  before.draftOf("").value = "Why";
  leave();
  const other = await opened("bob", "u", 0);
  other.arrive();
  expect([other.draftOf("").value, localStorage.length]).toEqual(["", 0]);
  other.draftOf("").value = "Mine";
  leave();
  expect(localStorage.length).toBe(1);
  other.forgetDrafts();
  leave();
  expect(localStorage.length).toBe(0);
});

test("where a conversation was left is known, of the newest hundred", async () => {
  const page = await opened("ada");
  page.arrive();
  vi.stubGlobal("scrollY", 120.4);
  dispatchEvent(new Event("scroll"));
  for (let number = 0; number < 102; number += 1) {
    page.conversation.kept.value = { ...page.conversation.kept.value, threadId: `t${number}` };
    leave();
  }
  vi.unstubAllGlobals();
  expect([page.lastPlace("t0"), page.lastPlace("t1"), page.lastPlace("t2"), page.lastPlace("t101")]).toEqual([null, null, 120, 120]);
});

test("a browser that forbids storage, or keeps what another page wrote, keeps nothing and goes on", async () => {
  localStorage.setItem("citestream.lasting", "{");
  const page = await opened("ada");
  page.arrive();
  expect(page.lastPlace("t")).toBeNull();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  leave();
  expect(page.draftOf("").value).toBe("");
});
