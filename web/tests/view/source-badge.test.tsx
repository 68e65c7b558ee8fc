// @vitest-environment happy-dom
import { EMPTY, readReference } from "citestream-client/protocol";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { READING } from "../../src/labels/reading";
import { SourceBadge } from "../../src/view/source-badge";
import { $, draw } from "./page";

const REFERENCE = readReference("E1", "embedding", { title: "Kiln", text: "The kiln cools." });
let see: (isSeen: boolean) => void = () => {};
const asked: string[] = [];
let state = "changed";
let now = 1e6;

beforeEach(() => {
  asked.length = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    if (state === "lost") return Promise.reject(new Error("no network"));
    return Promise.resolve(Response.json({ sources: [{ citation_id: "E1", state, passage_id: null }] }));
  });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(call: (entries: object[]) => void) {
        see = (isIntersecting) => act(() => call([{ isIntersecting }]));
      }
      observe = () => {};
      disconnect = () => {};
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  now += 1e6;
});

const badge = (uuid: string, isFresh = false, labels = LABELS.en) =>
  draw(
    <p>
      <SourceBadge answer={{ ...EMPTY, answerUuid: uuid }} reference={REFERENCE} isFresh={isFresh} labels={labels} />
    </p>,
  );

test.each(["changed", "deleted"] as const)("a source that is seen says that it was %s since", async (became) => {
  state = became;
  const root = badge(`one-${became}`, false, LABELS.fr);
  expect(asked).toEqual([]);
  see(false);
  expect(asked).toEqual([]);
  see(true);
  await vi.waitFor(() => expect($(root, ".source-state")?.textContent).toBe(READING.fr[became]));
  see(true);
  expect(asked).toEqual([`/v1/answers/one-${became}/sources`]);
});

test("one that stayed as it was says nothing, and is asked about again after a while, when the reader comes back", async () => {
  state = "current";
  const root = badge("two");
  see(true);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect($(root, ".source-state")).toBeNull();
  state = "changed";
  now += 31_000;
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await vi.waitFor(() => expect($(root, ".source-state")).not.toBeNull());
});

test("of an answer that was written just now nothing is asked; what could not be asked is asked again", async () => {
  state = "lost";
  const root = badge("three", true);
  see(true);
  expect(asked).toEqual([]);
  now += 31_000;
  see(true);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  state = "changed";
  await vi.waitFor(() => {
    see(true);
    expect($(root, ".source-state")).not.toBeNull();
  });
});
