// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { CONVERSATIONS } from "../../src/labels/conversations";
import { Conversation } from "../../src/pages/conversation";
import { Conversations } from "../../src/pages/conversations";
import { chooseLanguage } from "../../src/pages/language";
import { locked } from "../../src/pages/session";
import { sidebar, toggleSidebar } from "../../src/pages/sidebar";
import { plainName } from "../../src/view/plain";
import { $, $$, click, draw, press } from "../view/page";

const WORDS = CONVERSATIONS.en;
const NOW = new Date().toISOString();
const OLD = "2020-01-01T00:00:00.000Z";

const thread = (thread_id: string, title: string, more: object = {}) => ({
  thread_id,
  caller_app: "console",
  title,
  named: false,
  questions: 1,
  running: null,
  created_at: OLD,
  updated_at: NOW,
  ...more,
});

const HOSTILE = plainName("Loans <b>\u202ex");

let calls: string[];
let replies: Record<string, () => Response>;
let conversation: Conversation;

beforeEach(() => {
  calls = [];
  sidebar.value = "open";
  chooseLanguage("en");
  conversation = new Conversation();
  conversation.clear("a");
  replies = {
    "GET /v1/threads?caller_app=console": () =>
      Response.json({ threads: [thread("a", "Loans <b>\u202ex"), thread("b", "Cards", { updated_at: OLD, running: "u" })], next_cursor: "c" }),
    "GET /v1/threads?caller_app=console&cursor=c": () =>
      Response.json({ threads: [thread("b", "Cards", { updated_at: OLD }), thread("d", "Fees", { updated_at: OLD })], next_cursor: null }),
    "GET /v1/threads?caller_app=console&q=fee": () => Response.json({ threads: [thread("d", "Fees")], next_cursor: null }),
    "GET /v1/threads?caller_app=console&q=none": () => Response.json({ threads: [], next_cursor: null }),
    "PATCH /v1/threads/a?caller_app=console": () => Response.json(thread("a", "Lending", { named: true })),
    "DELETE /v1/threads/a?caller_app=console": () => new Response(null, { status: 204 }),
    "POST /v1/threads/a/restore?caller_app=console": () => Response.json(thread("a", "Loans")),
  };
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const call = `${init?.method ?? "GET"} ${path}`;
    calls.push(call);
    return replies[call]?.() ?? Response.json({ code: "internal", detail: "The gateway is away." }, { status: 500 });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function open(): Promise<HTMLElement> {
  const root = draw(<Conversations conversation={conversation} labels={LABELS.en} />);
  await shown(() => expect($$(root, ".thread-entry, .trouble, .thread-none").length).toBeGreaterThan(0));
  return root;
}

async function shown(check: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  }, { interval: 5 });
}

function write(root: HTMLElement, selector: string, words: string): void {
  const field = $(root, selector) as HTMLInputElement;
  field.value = words;
  act(() => void field.dispatchEvent(new Event("input", { bubbles: true })));
}

const titles = (root: HTMLElement) => $$(root, ".thread-entry a").map((link) => link.textContent);
const told = (root: HTMLElement) => $(root, "[role=status]")?.textContent;

test("conversations stand under their days, the open one and the one being answered are marked", async () => {
  const root = await open();
  expect($$(root, "h3").map((heading) => heading.textContent)).toEqual([WORDS.today, WORDS.earlier]);
  expect(titles(root)).toEqual([HOSTILE, `Cards · ${WORDS.writing}`]);
  expect($$(root, "a").map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")])).toEqual([
    ["/c/a", "page"],
    ["/c/b", null],
  ]);
});

test("a search is told what it found, and more are shown where the list goes on", async () => {
  const root = await open();
  click($$(root, "button").at(-1));
  await shown(() => expect(titles(root)).toHaveLength(3));
  expect([document.activeElement?.textContent, $$(root, "button").at(-1)?.textContent]).toEqual(["Fees", "×"]);
  write(root, ".thread-search", "fee");
  await shown(() => expect(told(root)).toBe(WORDS.found(1, false)));
  expect(titles(root)).toEqual(["Fees"]);
  write(root, ".thread-search", "none");
  await shown(() => expect($(root, ".thread-none")?.textContent).toBe(WORDS.noneFound));
  expect(told(root)).toBe(WORDS.noneFound);
});

test("a link opens its conversation here, and with a key held down where the browser says", async () => {
  const root = await open();
  const link = $$(root, "a")[1] as HTMLElement;
  const held = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
  link.addEventListener("click", (event) => expect(event.defaultPrevented).toBe(false), { once: true, capture: true });
  act(() => void link.dispatchEvent(held));
  expect(conversation.kept.value.threadId).toBe("a");
  click(link);
  expect([conversation.kept.value.threadId, conversation.coming.value]).toEqual(["b", true]);
});

test("a name is changed in place; Escape leaves it", async () => {
  const root = await open();
  click($(root, ".rename"));
  expect(document.activeElement).toBe($(root, ".thread-name input"));
  press($(root, ".thread-name input") as HTMLElement, "Escape");
  expect(document.activeElement).toBe($(root, ".rename"));
  click($(root, ".rename"));
  ($(root, ".thread-name input") as HTMLInputElement).value = " Lending ";
  act(() => void $(root, ".thread-name")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
  await shown(() => expect(titles(root)[0]).toBe("Lending"));
  expect([told(root), document.activeElement, conversation.title.value]).toEqual([
    WORDS.renamed("Lending"),
    $(root, ".rename"),
    "Lending",
  ]);
});

test("a deleted conversation leaves the page, and its undo brings it back with the focus where it was", async () => {
  const root = await open();
  click($$(root, "[data-thread-id=a] .bare")[1]);
  await shown(() => expect($(root, ".thread-removed")?.textContent).toBe(WORDS.removed(HOSTILE)));
  expect([told(root), document.activeElement?.textContent]).toEqual([WORDS.removed(HOSTILE), WORDS.undo]);
  expect(conversation.kept.value.threadId).not.toBe("a");
  click(document.activeElement as HTMLElement);
  await shown(() => expect(titles(root)[0]).toBe("Loans"));
  expect([told(root), document.activeElement?.textContent]).toEqual([WORDS.restored("Loans"), "Loans"]);
});

test("what goes wrong is said in the gateway's words, and the list stays", async () => {
  const root = await open();
  delete replies["DELETE /v1/threads/a?caller_app=console"];
  click($$(root, "[data-thread-id=a] .bare")[1]);
  await shown(() => expect($(root, "[role=alert]")?.textContent).toBe("The gateway is away."));
  expect(titles(root)).toHaveLength(2);
  replies = { "GET /v1/threads?caller_app=console&q=x": () => Response.json({ code: "unauthorized" }, { status: 401 }) };
  write(root, ".thread-search", "x");
  await shown(() => expect(locked.value).toBe(true));
  locked.value = false;
});

test("a wide window remembers that the conversations stand beside the page", () => {
  sidebar.value = "closed";
  toggleSidebar();
  expect([sidebar.value, localStorage.getItem("citestream.conversations")]).toEqual(["opened", "open"]);
  toggleSidebar();
  expect([sidebar.value, localStorage.getItem("citestream.conversations")]).toEqual(["closed", null]);
});
