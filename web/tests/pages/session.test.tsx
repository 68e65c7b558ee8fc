// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { Console, TurnView } from "../../src/pages/console";
import { Conversation } from "../../src/pages/conversation";
import { chooseLanguage } from "../../src/pages/language";
import { locked } from "../../src/pages/session";
import { $, $$, click, draw } from "../view/page";
import { UUID, wire, WHOLE } from "../../client/tests/wire";

await TurnView.load();

const STATUS = { version: "1", provider: "extractive", model: null, documents: 3, passages: 40, suggestions: {} };
const NO_KEY = { code: "unauthorized", detail: "Send a key." };

let session: boolean;
let calls: string[];
let reachable: boolean;

/** A gateway that knows one key. */
beforeEach(() => {
  session = false;
  calls = [];
  reachable = true;
  locked.value = false;
  chooseLanguage("en");
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? "GET"} ${path}`);
    if (!reachable) throw new TypeError("no network");
    if (path === "/sign-in") session = JSON.parse(String(init?.body)).key === "cs_good";
    if (path === "/sign-out") session = false;
    else if (!session) return Response.json(NO_KEY, { status: 401 });
    if (path.startsWith("/sign-")) return new Response(null, { status: 204 });
    if (path === "/v1/status") return Response.json({ ...STATUS, signed_in: true });
    const headers = { "Content-Type": "text/event-stream", Location: `/v1/answers/${UUID}` };
    return new Response(wire(WHOLE), { headers });
  });
});

afterEach(() => vi.unstubAllGlobals());

async function open(conversation = new Conversation({ wait: async () => undefined })): Promise<HTMLElement> {
  const root = draw(<Console conversation={conversation} />);
  await vi.waitFor(() => expect($(root, ".sign-in, .status span")).not.toBeNull(), { interval: 5 });
  return root;
}

/** Types a key and sends it; waits for the answer. */
async function enter(root: HTMLElement, key: string): Promise<void> {
  const field = $(root, "#key") as HTMLInputElement;
  act(() => {
    field.value = key;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const before = calls.length;
  click($(root, ".sign-in button"));
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(before), { interval: 5 });
  await act(async () => undefined);
}

test("without a session the page asks for a key, shows nothing else, and loads with the session", async () => {
  const root = await open();
  expect([$(root, "textarea"), $(root, ".hero"), $$(root, ".sign-in h1").length]).toEqual([null, null, 1]);
  expect(($(root, "#key") as HTMLInputElement).type).toBe("password");
  expect(($(root, ".sign-in button") as HTMLButtonElement).disabled).toBe(true);
  await enter(root, "  cs_good ");
  await vi.waitFor(() => expect($(root, ".status")?.textContent).toContain("3 documents"), { interval: 5 });
  expect($(root, "textarea")).not.toBeNull();
});

test("a wrong key and a gateway that is away are told apart", async () => {
  const root = await open();
  await enter(root, "cs_bad");
  await vi.waitFor(() => expect($(root, "[role=alert]")?.textContent).toBe(LABELS.en.wrongKey), { interval: 5 });
  expect($(root, "#key")?.getAttribute("aria-invalid")).toBe("true");
  reachable = false;
  await enter(root, "cs_good");
  await vi.waitFor(() => expect($(root, "[role=alert]")?.textContent).toBe(LABELS.en.unexpected), { interval: 5 });
});

test("a session that ends meanwhile asks for the key, and what was asked goes on by itself", async () => {
  session = true;
  const conversation = new Conversation({ wait: async () => undefined });
  const root = await open(conversation);
  session = false;
  await act(() => conversation.ask("Why?"));
  expect([$(root, ".thread"), $$(root, ".sign-in").length]).toEqual([null, 1]);
  await enter(root, "cs_good");
  await vi.waitFor(() => expect($$(root, "[data-paragraph-index]")).toHaveLength(2), { interval: 5 });
  expect($(root, ".question")?.textContent).toContain("Why?");
});

test("signing out ends the session and clears what was said", async () => {
  session = true;
  const conversation = new Conversation({ wait: async () => undefined });
  const root = await open(conversation);
  const button = $$(root, ".top .quiet").find((one) => one.textContent === LABELS.en.signOut);
  await act(() => conversation.ask("Why?"));
  click(button);
  await vi.waitFor(() => expect($(root, ".sign-in")).not.toBeNull(), { interval: 5 });
  expect([calls.includes("POST /sign-out"), conversation.turns.value.length, session]).toEqual([true, 0, false]);
});

test("where nobody signs in, nobody can sign out", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ ...STATUS, signed_in: false }));
  const root = await open();
  expect($$(root, ".top .quiet").map(({ id }) => id)).toEqual(["conversations-button"]);
});

test("whoever is no longer signed in is told so in the page's words, not in those for programs", async () => {
  session = true;
  const conversation = new Conversation({ wait: async () => undefined });
  await open(conversation);
  session = false;
  await act(() => conversation.ask("Why?"));
  expect(conversation.turns.value[0]?.trouble.value).toMatchObject({ kind: "signed-out", words: null });
});
