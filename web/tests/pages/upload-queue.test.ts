import { Refused } from "citestream-client/transport";
import { afterEach, expect, test, vi } from "vitest";

import { locked } from "../../src/pages/session";
import { UploadQueue } from "../../src/pages/upload-queue";
import type { Fields, SendFile } from "../../src/upload";

const READY = { status: "ready", title: "T", passages: 3, error: "" };
const files = (...paths: string[]) => paths.map((path) => ({ path, file: new File(["text"], path.split("/").at(-1) ?? "") }));
const states = (queue: UploadQueue) => queue.uploads.value.map(({ progress }) => progress.value.state);
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const wait = async (): Promise<void> => {};

afterEach(() => (locked.value = false));

test("two go at a time, each known by its path, and the end is told once", async () => {
  const sent: Fields[] = [];
  const ends: (() => void)[] = [];
  const onEnd = vi.fn();
  const send: SendFile = async (_file, fields, onShare) => {
    sent.push(fields);
    onShare(0.5);
    await new Promise<void>((resolve) => ends.push(resolve));
    onShare(1);
    return READY;
  };
  const queue = new UploadQueue({ send, onEnd });
  queue.add(files("a/x.md", "b/x.md", "c.md"), { workspace: "hall" });
  expect(states(queue)).toEqual(["sending", "sending", "waiting"]);
  expect(queue.uploads.value[0]?.progress.value.share).toBe(0.5);
  ends[0]?.();
  await settle();
  expect(states(queue)).toEqual(["ready", "sending", "sending"]);
  for (const end of ends) end();
  await settle();
  expect(sent.map(({ source, workspace }) => [source, workspace])).toEqual([["a/x.md", "hall"], ["b/x.md", "hall"], ["c.md", "hall"]]);
  expect([queue.counts.value, onEnd.mock.calls.length]).toEqual([{ all: 3, open: 0, failed: 0 }, 1]);
  queue.clear();
  expect(queue.uploads.value).toEqual([]);
});

test("what failed says why, and can be tried again", async () => {
  const replies: (() => Promise<typeof READY>)[] = [
    async () => ({ ...READY, status: "failed", error: "It holds no text." }),
    () => Promise.reject(new TypeError("no network")),
    () => Promise.reject(new Refused(413, "too_large", "Too large.")),
  ];
  const queue = new UploadQueue({ send: () => (replies.shift() ?? (async () => READY))() });
  queue.mostBytes = 10;
  queue.add([...files("a", "b", "c"), { path: "d", file: new File(["more than ten bytes"], "d") }]);
  await settle();
  expect(queue.uploads.value.map(({ progress }) => progress.value.reason)).toEqual([
    "It holds no text.",
    { own: "network" },
    "Too large.",
    { own: "large" },
  ]);
  const first = queue.uploads.value[0];
  if (first !== undefined) queue.retry(first);
  await settle();
  expect(states(queue)).toEqual(["ready", "failed", "failed", "failed"]);
});

test("a gateway that is busy is asked again, and a sign-in is waited for", async () => {
  const refusals = [new Refused(429, "busy", "Later."), new Refused(401, "unauthorized", "Who?")];
  const send: SendFile = async () => {
    const refusal = refusals.shift();
    if (refusal !== undefined) throw refusal;
    return READY;
  };
  const onEnd = vi.fn();
  const queue = new UploadQueue({ send, wait, onEnd });
  queue.add(files("a.md"));
  await settle();
  expect([states(queue), locked.value, onEnd.mock.calls.length]).toEqual([["waiting"], true, 0]);
  queue.resume();
  await settle();
  expect([states(queue), onEnd.mock.calls.length]).toEqual([["ready"], 1]);
});
