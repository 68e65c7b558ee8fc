// @vitest-environment happy-dom
import { EMPTY } from "citestream-client/protocol";
import { afterEach, expect, test, vi } from "vitest";

import { Conversation } from "../../src/pages/conversation";
import { keptAnswers, keptStatus, returnToPlace } from "../../src/pages/kept";
import { keepAnswers, keepPlace, keepStatus } from "../../src/pages/kept-answers";
import { answerOf, UUID, wire, WHOLE } from "../../client/tests/wire";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("answers stand after a reload as they stood, a finished one without being fetched, the other from where it was", async () => {
  const half = { ...answerOf(WHOLE.slice(0, 6)), answerUuid: "f".repeat(32) };
  keepAnswers([answerOf(WHOLE), half, EMPTY]);
  const paths: string[] = [];
  const conversation = new Conversation({
    wait: async () => undefined,
    fetch: async (path, init) => {
      paths.push(`${String(path)} ${new Headers(init?.headers).get("Last-Event-ID") ?? ""}`);
      return new Response(wire(WHOLE.slice(6), 7), { headers: { "Content-Type": "text/event-stream" } });
    },
  });
  const resumed = conversation.resume({
    threadId: "t",
    turns: [{ question: "Why?", answerUuid: UUID }, { question: "And?", answerUuid: half.answerUuid }],
  }, keptAnswers());
  const [first, second] = conversation.turns.value;
  expect(first?.snapshot.value.answer).toEqual(answerOf(WHOLE));
  expect([second?.snapshot.value.answer.text, second?.isNew]).toEqual([half.text, false]);
  await resumed;
  expect(paths).toEqual([`/v1/answers/${half.answerUuid}/events 1-6`]);
  expect(second?.snapshot.value.answer.status).toBe("finished");
});

test("what another version of the page kept, or nobody wrote, is fetched again", () => {
  keepAnswers([answerOf(WHOLE)]);
  const written = sessionStorage.getItem("citestream.answers") ?? "";
  for (const spoilt of [written.replace("lastSeq", "last"), "{", "null"]) {
    sessionStorage.setItem("citestream.answers", spoilt);
    expect(keptAnswers()(UUID)).toEqual({ ...EMPTY, answerUuid: UUID });
  }
});

test("answers that are too many for the browser are fetched again, and nothing old stays", () => {
  keepAnswers([answerOf(WHOLE)]);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => localStorage.getItem(key),
    removeItem: (key: string) => localStorage.removeItem(key),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  localStorage.setItem("citestream.answers", "old");
  keepAnswers([answerOf(WHOLE)]);
  expect(localStorage.getItem("citestream.answers")).toBeNull();
});

test("the reader comes back to the place where they were", async () => {
  const scrolled = vi.fn();
  vi.stubGlobal("scrollTo", scrolled);
  vi.stubGlobal("scrollY", 1234.4);
  dispatchEvent(new Event("scroll"));
  keepPlace("t");
  expect([await returnToPlace("t"), await returnToPlace("other")]).toEqual([true, false]);
  expect(scrolled).toHaveBeenCalledOnce();
  expect(scrolled).toHaveBeenCalledWith({ top: 1234, behavior: "instant" });
});

test("what the gateway said of itself is known until somebody signs out", () => {
  expect(keptStatus()).toBeNull();
  const status = { version: "1", provider: "extractive", model: null, modelProblem: null, documents: 3, passages: 4, suggestions: { en: [], fr: [], zh: [] }, sampleLeftOut: false, role: "user", signedIn: true, reader: "" };
  keepStatus(status);
  expect(keptStatus()).toEqual(status);
  keepStatus(null);
  expect(keptStatus()).toBeNull();
});
