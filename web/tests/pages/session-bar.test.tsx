// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { Console, TurnView } from "../../src/pages/console";
import { Conversation } from "../../src/pages/conversation";
import { chooseLanguage } from "../../src/pages/language";
import { locked } from "../../src/pages/session";
import { $, $$, click, draw } from "../view/page";
import { counts, done, paragraph, START, UUID, wire } from "../../client/tests/wire";

await TurnView.load();

const STATUS = { version: "1", provider: "extractive", model: null, documents: 3, passages: 40, suggestions: {} };
const CONTEXT = {
  session_id: "old",
  status: "active",
  round: 3,
  max_rounds: 50,
  workflow_stack: ["allowance_group_card", "<b>recommendation</b>"],
  notice: null,
};

let contexts: Record<string, object>;
let refusal: object | null;
let sent: { path: string; body: string }[];

beforeEach(() => {
  contexts = { old: CONTEXT, new: { ...CONTEXT, session_id: "new", round: 0, workflow_stack: [] } };
  refusal = null;
  sent = [];
  locked.value = false;
  chooseLanguage("en");
  history.replaceState(null, "", "/?session=old");
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (init?.method === "POST") sent.push({ path, body: String(init.body) });
    if (path === "/v1/status") return Response.json(STATUS);
    if (path === "/context/create_session") return Response.json(contexts.new, { status: 201 });
    if (path.startsWith("/context/")) {
      const found = contexts[path.split("/")[2] ?? ""];
      return found ? Response.json(found) : Response.json({ detail: "There is no such session." }, { status: 404 });
    }
    const { session_id } = JSON.parse(String(init?.body)) as { session_id: string };
    if (refusal !== null && session_id === "old") return Response.json(refusal, { status: 410 });
    const body = wire([START, paragraph(0, "One."), counts(1, 0), done({}, { session: { sessionId: session_id, round: 4 } })]);
    return new Response(body, { headers: { "Content-Type": "text/event-stream", Location: `/v1/answers/${UUID}` } });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

let conversation: Conversation;

async function open(sessionId: string | null = "old"): Promise<HTMLElement> {
  conversation = new Conversation({ wait: async () => undefined }, sessionId);
  return draw(<Console conversation={conversation} />);
}

const shows = async (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  }, { interval: 5 });

test("a page without a session shows nothing of one and sends none", async () => {
  const root = await open(null);
  await act(() => conversation.ask("Why?"));
  expect([$(root, ".session"), $(root, ".session-over")]).toEqual([null, null]);
  expect(JSON.parse(sent[0]?.body ?? "").session_id).toBeUndefined();
});

test("the session of the address shows its round and its workflow, again after each answer", async () => {
  const root = await open();
  await shows(() => expect($(root, ".session")?.textContent).toContain("Round 3 of 50"));
  expect($$(root, ".workflow li").map((step) => step.textContent)).toEqual(CONTEXT.workflow_stack);
  expect($(root, ".workflow [aria-current]")?.textContent).toBe("<b>recommendation</b>");
  contexts.old = { ...CONTEXT, round: 4 };
  await act(() => conversation.ask("Why?"));
  expect(JSON.parse(sent[0]?.body ?? "").session_id).toBe("old");
  await shows(() => expect($(root, ".session")?.textContent).toContain("Round 4 of 50"));
});

test("a question to a session that is over is asked in the one that takes its place", async () => {
  refusal = { code: "session_expired", detail: "It is over.", new_session_id: "new", previous_session_id: "old" };
  const root = await open();
  await act(() => conversation.ask("Why?"));
  expect($(root, ".trouble")?.textContent).toContain(LABELS.en.sessionOver);
  expect($(root, ".session-over")?.textContent).toContain(LABELS.en.sessionOver);
  click($(root, ".session-over button"));
  await shows(() => expect($$(root, "[data-paragraph-index]")).toHaveLength(1));
  expect($(root, ".session-over")).toBeNull();
  expect(location.search).toBe("?session=new");
  const asked = sent.map(({ path, body }) => [path, JSON.parse(body)]);
  expect(asked.map(([path, body]) => [path, body.question, body.session_id])).toEqual([
    ["/v1/answers", "Why?", "old"],
    ["/v1/answers", "Why?", "new"],
  ]);
  expect(asked[0]?.[1].thread_id).not.toBe(asked[1]?.[1].thread_id);
});

test("a full session says the gateway's sentence and offers a new one", async () => {
  contexts.old = { ...CONTEXT, status: "full", round: 50, notice: "Please begin a new session." };
  const root = await open();
  await shows(() => expect($(root, ".session-over")?.textContent).toContain("Please begin a new session."));
  click($(root, ".session-over button"));
  await shows(() => expect($(root, ".session")?.textContent).toContain("Round 0 of 50"));
  expect([sent[0]?.path, location.search]).toEqual(["/context/create_session", "?session=new"]);
});

test("an unknown session says so", async () => {
  contexts = { new: contexts.new ?? {} };
  const root = await open();
  await shows(() => expect($(root, ".session-over")?.textContent).toContain("There is no such session."));
});
