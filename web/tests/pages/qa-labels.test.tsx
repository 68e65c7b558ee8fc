// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELLING } from "../../src/labels/labelling";
import { LABELS, LANGUAGES } from "../../src/labels";
import { LabelsDesk } from "../../src/pages/labels-desk";
import { chooseLanguage } from "../../src/pages/language";
import { QaLabels } from "../../src/pages/qa-labels";
import { locked } from "../../src/pages/session";
import { switchKeys } from "../../src/view/keys";
import { $, $$, draw, press } from "../view/page";

const item = (number: number, citation: string | null = null) => ({
  answer_uuid: `a${number}`,
  paragraph_index: number,
  citation_id: citation,
  question: `Question <b>${number}</b>?`,
  text: `Paragraph ${number}.`,
  passages: [
    {
      citation_id: "E1",
      type: "embedding",
      payload: { title: "Kiln", text: "It is fired at noon.", documentId: "d", embeddingId: "p", source: "", position: { start: 0, end: 20 } },
      evidence: [{ start: 6, end: 11 }],
    },
  ],
});

let waiting: ReturnType<typeof item>[];
let calls: string[];
let gone: boolean;

beforeEach(() => {
  [waiting, calls, gone] = [[item(1), item(2, "E1"), item(3)], [], false];
  locked.value = false;
  chooseLanguage("en");
  localStorage.setItem("citestream.labeller", "anna");
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    calls.push(`${method} ${path} ${init?.body ?? ""}`.trim());
    if (method === "POST") {
      waiting.shift();
      return gone ? Response.json({ code: "not_found", detail: "Deleted." }, { status: 404 }) : new Response(null, { status: 204 });
    }
    if (method === "DELETE") {
      waiting.unshift(item(1));
      return Response.json({ item: waiting[0] });
    }
    if (path.startsWith("/v1/status")) return Response.json({ role: "qa" });
    return Response.json({
      items: waiting,
      labelled: 3 - waiting.length,
      total: 3,
      agreement: [{ labellers: ["anna", "ben"], cases: 20, kappa: 0.714 }],
      contradictions: 2,
      runs: [{ run: "5b0d6b1c0f6e4f0fa3c1d2e4f5061728", set: "examples.jsonl", created_at: "2026-03-05T10:00:00.000Z" }],
    });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  switchKeys(true);
  history.replaceState(null, "", "/");
});

async function open(): Promise<HTMLElement> {
  const root = draw(<QaLabels desk={new LabelsDesk()} />);
  await settle();
  await vi.waitFor(() => expect($(root, ".remembered, [role=status]")).not.toBeNull());
  return root;
}

const settle = (): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve)));
const key = async (name: string): Promise<void> => {
  press(document, name);
  await settle();
};
const posted = () => calls.filter((call) => call.startsWith("POST"));
const main = (root: ParentNode) => $(root, "main")?.textContent ?? "";

test("a paragraph stands beside its passages, the evidence marked, everything as text", async () => {
  const root = await open();
  await vi.waitFor(() => expect($(root, "mark")?.textContent).toBe("fired"));
  expect($(root, ".remembered-text")?.textContent).toBe("Paragraph 1.");
  expect([$(root, "article h2")?.textContent, $(root, "h2 b")]).toEqual(["Question <b>1</b>?", null]);
  expect(main(root)).toContain("0 of 3 labelled");
  expect(main(root)).toContain("anna · ben: kappa 0.71 over 20 cases");
  expect(main(root)).toContain("2 contradictions");
  expect(document.activeElement).toBe($(root, "article h2"));
});

test("keys label, skip and take back; what was labelled is sent once", async () => {
  const root = await open();
  await key("k");
  expect(main(root)).toContain("Paragraph 2.");
  press(document, "n");
  press(document, "n"); // nobody has seen what comes next
  await settle();
  expect(posted()).toEqual([
    'POST /v1/labels {"labeller":"anna","run":"","answer_uuid":"a2","paragraph_index":2,"citation_id":"E1","verdict":"not"}',
  ]);
  expect(main(root)).toContain("1 of 3 labelled");
  expect($(root, ".outcome [role=status]")?.textContent).toBe("Labelled as not supported");
  await key("u");
  expect(calls.at(-1)).toBe("DELETE /v1/labels?labeller=anna");
  expect([$(root, ".remembered-text")?.textContent, main(root).includes("0 of 3 labelled")]).toEqual(["Paragraph 1.", true]);
});

test("after the last one the next are asked for, and then it says that all is done", async () => {
  const root = await open();
  for (const name of ["s", "p", "n"]) await key(name);
  expect(posted().map((call) => /"verdict":"(\w+)"/u.exec(call)?.[1])).toEqual(["supported", "partly", "not"]);
  await settle();
  expect(main(root)).toContain(LABELLING.en.done);
  expect(calls.filter((call) => call.startsWith("GET /v1/labels"))).toHaveLength(2);
});

test("an answer that was deleted meanwhile is passed over", async () => {
  const root = await open();
  gone = true;
  await key("s");
  expect([$(root, "[role=alert]"), $(root, ".remembered-text")?.textContent]).toEqual([null, "Paragraph 2."]);
});

test("without a name nothing is asked; a run is chosen and stays in the address", async () => {
  localStorage.clear();
  const root = draw(<QaLabels desk={new LabelsDesk()} />);
  await settle();
  expect(calls.filter((call) => call.includes("/v1/labels"))).toEqual([]);
  ($(root, "input[name=labeller]") as HTMLInputElement).value = " ben ";
  await act(async () => void $(root, "form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
  await settle();
  expect(calls.at(-1)).toBe("GET /v1/labels?labeller=ben");
  const choice = $(root, "select") as HTMLSelectElement;
  expect($$(choice, "option")[1]?.textContent).toContain("examples.jsonl");
  choice.value = "5b0d6b1c0f6e4f0fa3c1d2e4f5061728";
  await act(async () => void choice.dispatchEvent(new Event("change", { bubbles: true })));
  await settle();
  expect(calls.at(-1)).toBe("GET /v1/labels?labeller=ben&run=5b0d6b1c0f6e4f0fa3c1d2e4f5061728");
  expect(location.search).toBe("?run=5b0d6b1c0f6e4f0fa3c1d2e4f5061728");
});

test("keys can be switched off", async () => {
  const root = await open();
  switchKeys(false);
  await key("s");
  expect([posted(), $(root, ".remembered-text")?.textContent]).toEqual([[], "Paragraph 1."]);
});

test("every language has every word, and the name of the page", () => {
  for (const language of LANGUAGES) {
    const words = LABELLING[language];
    const texts = [words, words.judgements, words.did].flatMap((part) => Object.values(part)).filter((word) => typeof word === "string");
    expect(texts.filter((word) => word.trim() === "")).toEqual([]);
    expect([words.progress(3, 7), words.kappa("a", 0.5, 9), words.contradictions(4)].join()).toMatch(/3.*7.*9.*4/u);
    expect(words.kappa("a", null, 9)).not.toMatch(/null|NaN/u);
    expect(LABELS[language].pageNames.labels).not.toBe("");
  }
});
