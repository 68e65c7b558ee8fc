import { expect, test } from "vitest";

import { AnswerFailed, answerTo, ask, ConnectionLost, follow, type Snapshot } from "../src/ask.js";
import { EMPTY } from "../src/protocol/answer.js";
import { status } from "../src/status.js";
import { type ClientOptions, Refused } from "../src/transport.js";
import { answerOf, counts, DOCUMENT, done, paragraph, START, text, UUID, wire, WHOLE } from "./wire.js";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A network that gives one prepared reply per request and remembers the requests. */
function network(...replies: (() => Response)[]): { options: ClientOptions; calls: Call[]; waits: number[] } {
  const calls: Call[] = [];
  const waits: number[] = [];
  const options: ClientOptions = {
    fetch: async (path, init) => {
      calls.push({
        method: init?.method ?? "GET",
        path: String(path),
        headers: new Headers(init?.headers),
        body: String(init?.body ?? ""),
      });
      const reply = replies[calls.length - 1] ?? replies.at(-1);
      if (reply === undefined) throw new TypeError("no network");
      return reply();
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
  };
  return { options, calls, waits };
}

const stream = (body: string) => () =>
  new Response(body, { headers: { "Content-Type": "text/event-stream", Location: `/v1/answers/${UUID}` } });
const json = (body: object, code = 200) => () => Response.json(body, { status: code });
const broken = () => {
  throw new TypeError("network error");
};

async function collect(snapshots: AsyncIterable<Snapshot>): Promise<Snapshot[]> {
  const seen: Snapshot[] = [];
  for await (const snapshot of snapshots) seen.push(snapshot);
  return seen;
}

const question = { question: "Why?" };

test("a question is posted with a rollback wish and a key, and its answer grows event by event", async () => {
  const { options, calls } = network(stream(wire(WHOLE)));
  const seen = await collect(ask(question, options));
  expect(seen).toHaveLength(WHOLE.length);
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ method: "POST", path: "/v1/answers" });
  expect(JSON.parse(calls[0]?.body ?? "")).toEqual({ question: "Why?", rollback: true });
  expect(calls[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
});

test("a cut after any event is resumed from the last one, without loss or repetition", async () => {
  for (let cut = 1; cut < WHOLE.length; cut += 1) {
    const { options, calls } = network(stream(wire(WHOLE.slice(0, cut))), stream(wire(WHOLE.slice(cut), cut + 1)));
    const seen = await collect(ask(question, options));
    expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
    expect(seen.filter(({ connection }) => connection === "reconnecting")).toHaveLength(1);
    expect(calls[1]).toMatchObject({ method: "GET", path: `/v1/answers/${UUID}/events` });
    expect(calls[1]?.headers.get("Last-Event-ID")).toBe(`1-${cut}`);
  }
});

test("a cut in the middle of an event loses nothing", async () => {
  const { options, calls } = network(stream(wire(WHOLE).slice(0, -20)), stream(wire(WHOLE.slice(-1), WHOLE.length)));
  const seen = await collect(ask(question, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
  expect(calls[1]?.headers.get("Last-Event-ID")).toBe("1-10");
});

test("a stream cut before its first event is resumed by the uuid of Location", async () => {
  const { options, calls } = network(stream(""), stream(wire(WHOLE)));
  await collect(ask(question, options));
  expect(calls[1]).toMatchObject({ method: "GET", path: `/v1/answers/${UUID}/events` });
  expect(calls[1]?.headers.has("Last-Event-ID")).toBe(false);
});

test("a question whose response got lost is asked again under the same key", async () => {
  const { options, calls } = network(broken, stream(wire(WHOLE)));
  await collect(ask(question, options));
  expect(calls.map(({ method }) => method)).toEqual(["POST", "POST"]);
  expect(calls[0]?.headers.get("Idempotency-Key")).toBe(calls[1]?.headers.get("Idempotency-Key"));
});

test("tries without a new event are bounded and wait longer and longer, with jitter", async () => {
  const { options, calls, waits } = network(broken);
  await expect(collect(ask(question, options))).rejects.toThrow(ConnectionLost);
  expect(calls).toHaveLength(8);
  expect(waits).toHaveLength(7);
  waits.forEach((waited, index) => expect(waited).toBeLessThanOrEqual(Math.min(400 * 2 ** index, 10_000)));
});

test("a new event makes the count of tries start again", async () => {
  const cuts = WHOLE.slice(0, -1).map((line, index) => stream(wire([line], index + 1)));
  const last = stream(wire(WHOLE.slice(-1), WHOLE.length));
  const { options, calls } = network(...cuts.flatMap((cut) => [cut, broken]), last);
  const seen = await collect(ask(question, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
  expect(calls).toHaveLength(2 * cuts.length + 1);
});

test("a lost answer can be followed from where it stood", async () => {
  const held = answerOf(WHOLE.slice(0, 5));
  const { options, calls } = network(stream(wire(WHOLE.slice(5), 6)));
  const seen = await collect(follow(held, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
  expect(calls[0]?.headers.get("Last-Event-ID")).toBe("1-5");
});

test("a refusal is thrown with its sentence, and is not tried again", async () => {
  const { options, calls } = network(json({ title: "Invalid", detail: "question: too long", code: "invalid_field" }, 422));
  const refusal = await collect(ask(question, options)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ status: 422, code: "invalid_field", message: "question: too long", retryable: false });
  expect(calls).toHaveLength(1);
});

test("a proxy's bare error becomes a refusal too", async () => {
  const { options } = network(() => new Response("<html>", { status: 500 }));
  await expect(collect(ask(question, options))).rejects.toMatchObject({ status: 500, message: "HTTP 500", retryable: true });
});

test("where a proxy says that the gateway is away, the question is sent again under its key", async () => {
  const { options, calls } = network(() => new Response("<html>", { status: 502 }), stream(wire(WHOLE)));
  const seen = await collect(ask(question, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
  expect(new Set(calls.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
});

test("a gateway that restarts while an answer is followed is tried again", async () => {
  const { options } = network(stream(wire(WHOLE.slice(0, 4))), json({ code: "unavailable" }, 503), stream(wire(WHOLE.slice(4), 5)));
  const seen = await collect(ask(question, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
});

test("a cursor past the journal's end starts again from the first event", async () => {
  const { options, calls } = network(
    stream(wire(WHOLE.slice(0, 4))),
    json({ code: "cursor_ahead" }, 400),
    stream(wire(WHOLE)),
  );
  const seen = await collect(ask(question, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
  expect(calls[2]?.headers.has("Last-Event-ID")).toBe(false);
});

test("a missing paragraph is fetched with the document", async () => {
  const short = [START, text("One."), counts(1, 1), done()];
  const { options, calls } = network(stream(wire(short)), json(DOCUMENT));
  const seen = await collect(ask(question, options));
  expect(calls[1]).toMatchObject({ method: "GET", path: `/v1/answers/${UUID}` });
  expect(seen.at(-1)?.answer).toMatchObject({ status: "finished", language: "en", paragraphs: [{ text: "One." }] });
});

test("when the document cannot be had, what arrived stays", async () => {
  const short = [START, text("One."), paragraph(0, "One."), counts(2, 0), done()];
  const { options } = network(stream(wire(short)), json({}, 500));
  const seen = await collect(ask(question, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(short));
});

test("an answer without citation events gets its references as a whole", async () => {
  const lines = [START, text("One."), counts(0, 0), done({ citationMode: "answer", isRefEmbedding: true })];
  const envelope = { success: true, data: [{ embeddingId: "e-1", text: "Water boils." }] };
  const { options, calls } = network(stream(wire(lines)), json(envelope));
  const seen = await collect(ask(question, options));
  expect(calls[1]?.path).toBe(`/conversation/message/embedding-ref/${UUID}`);
  expect(seen.at(-1)?.answer.references).toMatchObject([{ citationId: "e-1", passage: { text: "Water boils." } }]);
});

test("204 says that the end was seen: the document gives the answer", async () => {
  const { options } = network(() => new Response(null, { status: 204 }), json(DOCUMENT));
  const seen = await collect(follow({ ...EMPTY, answerUuid: UUID, lastId: "1-9", lastSeq: 9 }, options));
  expect(seen.at(-1)?.answer).toMatchObject({ status: "finished", text: "One." });
});

test("an event that breaks the protocol is treated as a cut", async () => {
  const { options } = network(stream(`${wire(WHOLE.slice(0, 3))}id: 1-4\nevent: [START]\ndata: {\n\n`), stream(wire(WHOLE.slice(3), 4)));
  const seen = await collect(ask(question, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
});

test("an abort ends the iteration without another try", async () => {
  const abort = new AbortController();
  const { options, calls } = network(stream(wire(WHOLE.slice(0, 3))));
  const run = async () => {
    for await (const { connection } of ask(question, { ...options, signal: abort.signal })) {
      if (connection === "reconnecting") abort.abort();
    }
  };
  await expect(run()).rejects.toThrow();
  expect(calls.length).toBeLessThanOrEqual(2);
});

test("the status is read with missing suggestions as empty lists", async () => {
  const { options } = network(
    json({ version: "1", provider: "extractive", model: null, documents: 3, passages: 40, suggestions: { en: ["A?"] } }),
  );
  expect(await status(options)).toMatchObject({ model: null, suggestions: { en: ["A?"], fr: [], zh: [] } });
});

test("a stream whose key no longer holds leaves the answer as it is, to be followed on after signing in", async () => {
  const seen = wire([START, text("Loans last ")]);
  const last = seen.match(/^id: (.*)$/gm)?.at(-1)?.slice(4) ?? "";
  const aside = `event: [ERROR]\ndata: {"seq":2,"code":"unauthorized","message":"No.","retryable":false}\n\n`;
  const refused = json({ code: "unauthorized", detail: "The session has ended; sign in again." }, 401);
  const { options, calls } = network(stream(seen + aside), refused, stream(wire(WHOLE)));
  const snapshots: Snapshot[] = [];
  const asking = (async () => {
    for await (const snapshot of ask(question, options)) snapshots.push(snapshot);
  })();
  await expect(asking).rejects.toMatchObject({ needsKey: true });
  const held = snapshots.at(-1)?.answer ?? EMPTY;
  expect(held).toMatchObject({ status: "running", text: "Loans last ", failure: null });
  expect(calls[1]?.headers.get("Last-Event-ID")).toBe(last);
  await collect(follow(held, options));
  expect(calls[2]?.headers.get("Last-Event-ID")).toBe(last);
});

test("the key, more headers and the application go with every request, and a base may end with a slash", async () => {
  const { options, calls } = network(stream(wire(WHOLE.slice(0, 4))), stream(wire(WHOLE.slice(4), 5)));
  const gateway = { ...options, base: "http://gateway.example/", key: "k", headers: { "X-Proxy": "1" }, callerApp: "desk" };
  await collect(ask(question, { ...gateway, idempotencyKey: "mine" }));
  expect(calls.map(({ path }) => path)).toEqual([
    "http://gateway.example/v1/answers",
    `http://gateway.example/v1/answers/${UUID}/events`,
  ]);
  expect(calls.map(({ headers }) => [headers.get("Authorization"), headers.get("X-Proxy")])).toEqual(Array(2).fill(["Bearer k", "1"]));
  expect(calls[0]?.headers.get("Idempotency-Key")).toBe("mine");
  expect(JSON.parse(calls[0]?.body ?? "")).toEqual({ question: "Why?", rollback: true, caller_app: "desk" });
});

test("each snapshot has the event that made it, and a cut has none", async () => {
  const { options } = network(stream(wire(WHOLE.slice(0, 2))), stream(wire(WHOLE.slice(2), 3)));
  const seen = await collect(ask(question, options));
  expect(seen.map(({ event }) => event?.type)).toEqual([
    "started",
    "state_changed",
    undefined,
    "text_added",
    "text_added",
    "reference_shown",
    "paragraph_finished",
    "text_added",
    "reference_shown",
    "paragraph_finished",
    "citations_finished",
    "finished",
  ]);
});

test("an answer is followed by its uuid alone", async () => {
  const { options, calls } = network(stream(wire(WHOLE)));
  const seen = await collect(follow(UUID, options));
  expect(seen.at(-1)?.answer).toEqual(answerOf(WHOLE));
  expect(calls[0]).toMatchObject({ method: "GET", path: `/v1/answers/${UUID}/events` });
});

test("the whole answer is waited for, and one that failed is an error that says why", async () => {
  const { options } = network(stream(wire(WHOLE)));
  expect(await answerTo(question, options)).toEqual(answerOf(WHOLE));
  const failed = network(stream(wire([START, ["[ERROR]", { code: "upstream_error", message: "No.", retryable: true }]])));
  const error = await answerTo(question, failed.options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AnswerFailed);
  expect(error).toMatchObject({ code: "upstream_error", message: "No.", retryable: true, answer: { answerUuid: UUID } });
});

test("a lost connection says where, why, and how to go on", async () => {
  const unreachable = () => {
    throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
  };
  const never = { ...network(unreachable).options, base: "http://gateway.example", tries: 2 };
  await expect(collect(ask(question, never))).rejects.toThrow(
    "The gateway at http://gateway.example did not answer in 2 tries (fetch failed: connect ECONNREFUSED). Ask again with the same idempotencyKey.",
  );
  const { options } = network(stream(wire(WHOLE.slice(0, 4))), broken);
  const error = (await collect(ask(question, { ...options, tries: 1 })).catch((caught: unknown) => caught)) as ConnectionLost;
  expect(error.message).toContain("Go on with follow(error.answer).");
  const again = network(stream(wire(WHOLE.slice(4), 5)));
  expect((await collect(follow(error.answer, again.options))).at(-1)?.answer).toEqual(answerOf(WHOLE));
});

test("what is no gateway is named at once, and a page of a proxy in between is a cut", async () => {
  const html = () => new Response("<p>Hello", { headers: { "Content-Type": "text/html" } });
  const wrong = network(html);
  await expect(collect(ask(question, wrong.options))).rejects.toThrow("answered with text/html where an event stream was asked for");
  expect(wrong.calls).toHaveLength(1);
  const { options } = network(stream(wire(WHOLE.slice(0, 4))), html, stream(wire(WHOLE.slice(4), 5)));
  expect((await collect(ask(question, options))).at(-1)?.answer).toEqual(answerOf(WHOLE));
});

test("an address that cannot be called is named at once, where there is no page to be relative to", async () => {
  for (const base of ["", "127.0.0.1:8000", "/gateway"]) {
    const words = `options.base has to be the gateway's whole address, such as http://127.0.0.1:8000; it is "${base}".`;
    await expect(collect(ask(question, { base }))).rejects.toThrow(words);
    await expect(collect(follow(UUID, { base }))).rejects.toThrow(words);
    await expect(status({ base })).rejects.toThrow(words);
  }
});
