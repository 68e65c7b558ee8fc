// @vitest-environment happy-dom
import { ask, type Snapshot } from "citestream-client";
import { expect, test, vi } from "vitest";

import { online, onWake, patientWait, tryNow } from "../src/network";
import { answerOf, UUID, wire, WHOLE } from "../client/tests/wire";

const LONG = 600_000;

test.each([
  ["the network is back", () => dispatchEvent(new Event("online"))],
  ["the reader is back in the tab", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["the reader says so", tryNow],
])("a pause ends at once when %s", async (_when, happen) => {
  const pause = patientWait(LONG);
  happen();
  await pause;
});

test("a pause ends with its time, and with what it belongs to", async () => {
  await patientWait(1);
  const abort = new AbortController();
  const pause = patientWait(LONG, abort.signal);
  abort.abort(new Error("left"));
  await expect(pause).rejects.toThrow("left");
});

test("the page knows whether there is a network", () => {
  dispatchEvent(new Event("offline"));
  expect(online.value).toBe(false);
  dispatchEvent(new Event("online"));
  expect(online.value).toBe(true);
});

test("an answer is followed however long the network is away", async () => {
  let calls = 0;
  const cut = wire(WHOLE.slice(0, 6));
  const rest = wire(WHOLE.slice(6), 7);
  const headers = { "Content-Type": "text/event-stream", Location: `/v1/answers/${UUID}` };
  const options = {
    tries: Infinity,
    wait: async () => undefined,
    fetch: async () => {
      calls += 1;
      if (calls > 1 && calls < 200) throw new TypeError("no network");
      return new Response(calls === 1 ? cut : rest, { headers });
    },
  };
  let last: Snapshot | undefined;
  for await (const snapshot of ask({ question: "Why?" }, options)) last = snapshot;
  expect(last?.answer).toEqual(answerOf(WHOLE));
});

test("a connection that has been silent is looked at when there is reason, a lively one is left alone", async () => {
  vi.useFakeTimers();
  try {
    const opened: ReadableStreamDefaultController[] = [];
    const headers = { "Content-Type": "text/event-stream", Location: `/v1/answers/${UUID}` };
    const options = {
      onWake,
      wait: async () => undefined,
      fetch: async (_path: unknown, init?: RequestInit) => {
        const body = new ReadableStream({
          start: (stream) => {
            opened.push(stream);
            init?.signal?.addEventListener("abort", () => stream.error(new Error("aborted")));
          },
        });
        return new Response(body, { headers });
      },
    };
    const seen: Snapshot[] = [];
    const asking = (async () => {
      for await (const snapshot of ask({ question: "Why?" }, options)) seen.push(snapshot);
    })();
    const send = async (bytes: string) => {
      opened.at(-1)?.enqueue(new TextEncoder().encode(bytes));
      await vi.advanceTimersByTimeAsync(1);
    };
    await vi.advanceTimersByTimeAsync(1);
    await send(wire(WHOLE.slice(0, 3)));
    tryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30_000);
    tryNow();
    await vi.advanceTimersByTimeAsync(1);
    expect(opened).toHaveLength(2);
    await send(wire(WHOLE.slice(3), 4));
    await asking;
    expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
  } finally {
    vi.useRealTimers();
  }
});
