// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";

/** The module as a reload finds it. */
async function loaded() {
  vi.resetModules();
  return import("../../src/pages/drafts");
}

test("a draft is there after a reload, one for each conversation, and gone when it is sent", async () => {
  const before = await loaded();
  before.draftOf("").value = "Why";
  before.draftOf("t-1").value = "And";
  expect(before.draftOf("")).toBe(before.draftOf(""));
  const after = await loaded();
  expect([after.draftOf("").value, after.draftOf("t-1").value, after.draftOf("t-2").value]).toEqual(["Why", "And", ""]);
  after.draftOf("").value = "";
  expect((await loaded()).draftOf("").value).toBe("");
  expect(Object.keys(sessionStorage)).toEqual(["citestream.draft.t-1"]);
});

test("whoever signs out leaves no draft", async () => {
  sessionStorage.setItem("citestream.draft.old", "Who");
  sessionStorage.setItem("other", "stays");
  const { draftOf, forgetDrafts } = await loaded();
  const draft = draftOf("t");
  draft.value = "Why";
  forgetDrafts();
  expect([draft.value, { ...sessionStorage }]).toEqual(["", expect.objectContaining({ other: "stays" })]);
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith("citestream.draft."))).toEqual([]);
});

test.each([
  ["the same reader", "ada", "ada", true, false],
  ["somebody else", "ada", "bob", false, true],
  ["somebody else, who has signed in here", "ada", "bob", true, true],
  ["a reader who has signed in since it was kept for nobody in particular", "", "bob", true, true],
  ["a reader who needed no sign-in since it was kept for nobody in particular", "", "bob", false, false],
])("of what the tab keeps %s finds what is theirs", async (_, before, now, hasSignedIn, isForgotten) => {
  sessionStorage.clear();
  const left = await loaded();
  left.draftOf("t").value = "Why";
  if (before !== "") left.claim(before, false, left.forgetDrafts);
  const { claim, draftOf, forgetDrafts } = await loaded();
  claim(now, hasSignedIn, forgetDrafts);
  expect(draftOf("t").value).toBe(isForgotten ? "" : "Why");
  expect(sessionStorage.getItem("citestream.reader")).toBe(now);
});

test("what is written before its reader has signed in for the first time is theirs", async () => {
  sessionStorage.clear();
  const { claim, draftOf, forgetDrafts } = await loaded();
  draftOf("").value = "Why";
  claim("ada", true, forgetDrafts);
  expect(draftOf("").value).toBe("Why");
  forgetDrafts();
  claim("bob", true, forgetDrafts);
  expect(sessionStorage.getItem("citestream.reader")).toBe("bob");
});
