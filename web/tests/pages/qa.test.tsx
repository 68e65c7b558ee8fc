// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { QA } from "../../src/labels/qa";
import { chooseLanguage } from "../../src/pages/language";
import { QaPage } from "../../src/pages/qa";
import { RecordingsDesk } from "../../src/pages/recordings-desk";
import { locked } from "../../src/pages/session";
import { $, $$, click, draw } from "../view/page";

const answer = (id: string, more: object = {}) => ({
  answer_uuid: id,
  question: `Why <b>${id}</b>\u202e?`,
  asked_at: "2026-03-05T10:00:00.000Z",
  finished_at: "2026-03-05T10:00:02.000Z",
  state: "done",
  source: "model",
  complete: true,
  degraded_reason: null,
  has_citation_error: false,
  provider: "openai",
  model: "small",
  first_text_ms: 846,
  total_ms: 2500,
  has_pieces: true,
  ...more,
});

let calls: string[];
let reply: (path: string) => Response;

beforeEach(() => {
  calls = [];
  locked.value = false;
  chooseLanguage("en");
  history.replaceState(null, "", "/qa");
  reply = () => Response.json({ answers: [answer("a")], next_cursor: null });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/v1/status") return Response.json({ role: "qa" });
    calls.push(path);
    return reply(path);
  });
});

afterEach(() => vi.unstubAllGlobals());

const settle = (): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve)));

async function open(): Promise<HTMLElement> {
  const root = draw(<QaPage desk={new RecordingsDesk()} />);
  await settle();
  return root;
}

async function choose(root: HTMLElement, at: number, value: string): Promise<void> {
  const choice = $$(root, "select")[at] as HTMLSelectElement;
  choice.value = value;
  act(() => void choice.dispatchEvent(new Event("change", { bubbles: true })));
  await settle();
}

const notes = (root: HTMLElement) => $$(root, "[data-line] .recording-note").map(({ textContent }) => textContent.replaceAll("\u00a0", " "));

test("answers are listed with what became of them, and lead to their recordings", async () => {
  const flawed = { source: "gate", complete: false, has_citation_error: true, has_pieces: false, first_text_ms: null, total_ms: null };
  const answers = [answer("a"), answer("b", flawed), answer("c", { state: "failed", model: null, source: "model" })];
  reply = () => Response.json({ answers, next_cursor: null });
  const root = await open();
  const link = $(root, "[data-line=a] a");
  expect([link?.getAttribute("href"), link?.textContent]).toEqual(["/qa/a", "Why <b>a</b>\ufffd?"]);
  const [first, second, third] = notes(root).map((note) => note.replace(/^.*? · /u, ""));
  expect(first).toBe("small · first text after 846 ms · 2.5 s in all");
  expect(second).toBe("not found ended early citations incomplete cannot be run again");
  expect(third).toBe("model · first text after 846 ms · 2.5 s in all failed");
  expect($(root, "main > [role=status]")?.textContent).toBe("3 answers shown");
  expect($$(root, "nav a").map((link) => link.getAttribute("href"))).toEqual(["/", "/sources", "/qa", "/qa/labels", "/qa/evaluations"]);
  expect($(root, "nav [aria-current=page]")?.getAttribute("href")).toBe("/qa");
  expect(document.title).toBe(`${QA.en.title} · Citestream`);
});

test("what the list is filtered by is asked of the gateway, and stands in the address", async () => {
  const root = await open();
  ($(root, "input[type=search]") as HTMLInputElement).value = " a & b ";
  click($(root, "[type=submit]"));
  await settle();
  await choose(root, 0, "memory");
  await choose(root, 1, "early");
  expect(calls.at(-1)).toBe("/v1/answers?q=a+%26+b&source=memory&ended=early");
  expect(location.search).toBe("?q=a+%26+b&source=memory&result=early");
  await choose(root, 1, "errors");
  expect(calls.at(-1)).toBe("/v1/answers?q=a+%26+b&source=memory&errors=true");

  calls = [];
  const again = await open();
  expect(calls).toEqual(["/v1/answers?q=a+%26+b&source=memory&errors=true"]);
  expect([($(again, "input[type=search]") as HTMLInputElement).value, ($$(again, "select")[0] as HTMLSelectElement).value]).toEqual(["a & b", "memory"]);
  history.replaceState(null, "", "/qa?source=film&result=well");
  expect(new RecordingsDesk().filter.value).toEqual({ words: "", source: "", result: "" });
});

test("more come by the cursor, and the focus goes to the first of them", async () => {
  reply = (path) => Response.json(path.includes("cursor=c") ? { answers: [answer("z")], next_cursor: null } : { answers: [answer("a")], next_cursor: "c" });
  const root = await open();
  const more = $$(root, "main > button").at(-1);
  click(more);
  await settle();
  expect($$(root, "[data-line]").map(({ dataset }) => dataset.line)).toEqual(["a", "z"]);
  expect(document.activeElement).toBe($(root, "[data-line=z] a"));
  expect($$(root, "main > button")).toEqual([]);
});

test("all that are shown are run again one after the other, and it can be stopped", async () => {
  let go: (() => void)[] = [];
  const differences = (number: number) => Array.from({ length: number }, () => ({ what: "", part: "text", paragraph: 0, citation_id: null, was: "a", now: "b" }));
  const listed = ["a", "b", "c"].map((id) => answer(id, { has_pieces: id !== "b" }));
  vi.stubGlobal("fetch", async (path: string) => {
    calls.push(path);
    if (!path.endsWith("/again")) return Response.json(path === "/v1/status" ? { role: "qa" } : { answers: listed, next_cursor: null });
    await new Promise<void>((resolve) => go.push(resolve));
    return Response.json({ answer_uuid: "x", differences: differences(path.includes("/c/") ? 2 : 0), events: [] });
  });
  const next = async (): Promise<void> => {
    go.splice(0).forEach((resolve) => resolve());
    await settle();
  };
  const root = await open();
  const button = $(root, ".run-all button");
  click(button);
  await settle();
  expect([button?.textContent, calls.filter((path) => path.endsWith("/again"))]).toEqual([QA.en.stop, ["/v1/answers/a/recording/again"]]);
  await next();
  expect($(root, ".run-all [role=status]")?.textContent).toBe("");
  await next();
  expect([button?.textContent, $(root, ".run-all [role=status]")?.textContent]).toEqual([QA.en.againAll, "2 of 2 run again, 1 with differences"]);
  expect($$(root, "[data-line]").map((line) => $$(line, ".flaw").at(-1)?.textContent)).toEqual(["the same again", QA.en.noPieces, "2 differences"]);

  click(button);
  await settle();
  click(button);
  await next();
  expect($(root, ".differs")).toBeNull();
  expect([button?.textContent, go]).toEqual([QA.en.againAll, []]);
});

test("an empty list says why, and what went wrong is said", async () => {
  reply = () => Response.json({ answers: [], next_cursor: null });
  const root = await open();
  expect(root.textContent).toContain(QA.en.empty);
  await choose(root, 0, "gate");
  expect(root.textContent).toContain(QA.en.none);
  reply = () => Response.json({ detail: "This key may not do that." }, { status: 403 });
  await choose(root, 0, "");
  expect($(root, "[role=alert]")?.textContent).toBe("This key may not do that.");
  reply = () => Response.json({ answers: "none" });
  await choose(root, 0, "model");
  expect($(root, "[role=alert]")?.textContent).toContain("Something went wrong");
});
