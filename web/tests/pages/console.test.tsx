// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { Console, TurnView } from "../../src/pages/console";
import { Conversation } from "../../src/pages/conversation";
import { chooseLanguage, language } from "../../src/pages/language";
import { tryNow } from "../../src/network";
import { $, $$, click, draw, press } from "../view/page";
import { counts, done, outline, paragraph, START, UUID, wire, WHOLE } from "../../client/tests/wire";

await TurnView.load();

const STATUS = {
  version: "1",
  provider: "extractive",
  model: null,
  documents: 3,
  passages: 40,
  suggestions: { en: ["Why?", "How?", "When?", "Never shown?"], fr: ["Pourquoi ?"], zh: ["为什么？"] },
};

let status: object | null;
let answers: (() => Response | Promise<Response>)[];
let asked: string[];

const stream = (body: string) => () =>
  new Response(body, { headers: { "Content-Type": "text/event-stream", Location: `/v1/answers/${UUID}` } });

beforeEach(() => {
  status = STATUS;
  answers = [];
  asked = [];
  chooseLanguage("en");
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path === "/v1/status") return status === null ? Response.error() : Response.json(status);
    if (init?.method === "POST") asked.push(JSON.parse(String(init.body)).question as string);
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("no network");
    return answer();
  });
});

afterEach(() => vi.unstubAllGlobals());

let conversation: Conversation;

/** Waits until no answer runs and the page shows it. */
async function settle(): Promise<void> {
  await vi.waitFor(() => expect(conversation.running.value).toBe(false), { interval: 5 });
  await act(async () => undefined);
}

async function open(): Promise<HTMLElement> {
  conversation = new Conversation({ wait: async () => undefined });
  const root = draw(<Console conversation={conversation} />);
  await vi.waitFor(() => expect($(root, ".status")?.textContent).not.toBe(""), { interval: 5 });
  return root;
}

test("the empty page says what is loaded and who answers, and offers three questions", async () => {
  const root = await open();
  expect($(root, ".status")?.textContent).toContain("3 documents, 40 passages loaded");
  expect($(root, ".status")?.textContent).toContain("No model configured: quoted sentences");
  expect($$(root, ".suggestion").map((button) => button.textContent)).toEqual(["Why?", "How?", "When?"]);
});

test("a model is named", async () => {
  status = { ...STATUS, provider: "openai", model: "small-1" };
  expect($(await open(), ".status")?.textContent).toContain("Answers by small-1");
});

test("why no model answers is told to those who can mend it", async () => {
  status = { ...STATUS, role: "admin", model_problem: "To connect a model, set OLLAMA_HOST instead of OLLAMA_URL." };
  expect($(await open(), ".status")?.textContent).toContain("set OLLAMA_HOST");
  status = { ...STATUS, role: "user", model_problem: "To connect a model, set OLLAMA_HOST instead of OLLAMA_URL." };
  expect($(await open(), ".status")?.textContent).not.toContain("set OLLAMA_HOST");
});

test("an empty knowledge base leads to the page where documents are added", async () => {
  status = { ...STATUS, documents: 0, passages: 0, suggestions: {} };
  const root = await open();
  expect($(root, ".status a")?.outerHTML).toBe('<a href="/sources">Add documents</a>');
  expect($(root, ".suggestions")).toBeNull();
});

test("sample documents that are not searched any more are told once there are others", async () => {
  expect($(await open(), ".status")?.textContent).not.toContain(LABELS.en.sampleLeftOut);
  status = { ...STATUS, sample_left_out: true, suggestions: {} };
  expect($(await open(), ".status")?.textContent).toContain(LABELS.en.sampleLeftOut);
});

test("a gateway that does not answer is named, and the page can be used", async () => {
  status = null;
  const root = await open();
  expect($(root, ".status")?.textContent).toBe(LABELS.en.statusUnknown);
  expect($(root, "textarea")).not.toBeNull();
  status = STATUS;
  tryNow();
  await vi.waitFor(() => expect($(root, ".status")?.textContent).toContain("3 documents"), { interval: 5 });
});

test("the language switch changes words, questions and the page's own language, and is remembered", async () => {
  const root = await open();
  click($(root, ".languages button[lang=zh-Hans]"));
  expect($(root, "h1")?.textContent).toBe(LABELS.zh.headline);
  expect($(root, ".suggestion")?.textContent).toBe("为什么？");
  expect($(root, ".status")?.textContent).toContain("未配置模型");
  expect(document.documentElement.lang).toBe("zh-Hans");
  expect([language.value, localStorage.getItem("citestream.language")]).toEqual(["zh", "zh"]);
});

test("several questions stand below each other, and a new conversation clears them", async () => {
  answers = [stream(wire(WHOLE)), stream(wire(WHOLE))];
  const root = await open();
  click($(root, ".suggestion"));
  await settle();
  act(() => void conversation.ask("And why not?"));
  await settle();
  expect($$(root, ".question").map((heading) => heading.lastChild?.textContent)).toEqual(["Why?", "And why not?"]);
  expect(asked).toEqual(["Why?", "And why not?"]);
  expect($$(root, "[data-paragraph-index]")).toHaveLength(4);
  click($(root, `.top [aria-label="${LABELS.en.newConversation}"]`));
  expect([$(root, ".turn"), $(root, ".hero") !== null]).toEqual([null, true]);
});

test("a refused question shows the gateway's sentence, and no retry where it cannot help", async () => {
  answers = [() => Response.json({ detail: "question: too long", code: "invalid_field" }, { status: 422 })];
  const root = await open();
  click($(root, ".suggestion"));
  await settle();
  expect($(root, ".trouble")?.textContent).toContain("question: too long");
  expect($(root, ".trouble button")).toBeNull();
});

test("a failed answer shows its message and can be tried again in place", async () => {
  const failed = wire([START, ["[ERROR]", { code: "upstream_error", message: "The model is away.", retryable: true }]]);
  answers = [stream(failed), stream(wire(WHOLE))];
  const root = await open();
  click($(root, ".suggestion"));
  await settle();
  expect($(root, ".trouble")?.textContent).toContain("The model is away.");
  click($(root, ".trouble button"));
  await settle();
  expect([$(root, ".trouble"), $$(root, ".turn").length, $$(root, "[data-paragraph-index]").length]).toEqual([null, 1, 2]);
});

test("an answer lost in the middle keeps its text and goes on where it was", async () => {
  answers = [stream(wire(WHOLE.slice(0, 6)))];
  const root = await open();
  click($(root, ".suggestion"));
  await settle();
  expect($(root, ".trouble")?.textContent).toContain(LABELS.en.connectionLost);
  expect($$(root, "[data-paragraph-index]")).toHaveLength(1);
  answers = [stream(wire(WHOLE.slice(6), 7))];
  click($(root, ".trouble button"));
  await settle();
  expect([$(root, ".trouble"), $$(root, "[data-paragraph-index]").length, asked.length]).toEqual([null, 2, 1]);
});

test("a section can be asked about until a newer outline takes its id", async () => {
  const summary = (title: string) =>
    wire([START, paragraph(0, "One."), outline([{ id: "S1", title }]), counts(1, 0), done()]);
  answers = [stream(summary("Water")), stream(wire(WHOLE)), stream(summary("Salt"))];
  const root = await open();
  click($(root, ".suggestion"));
  await settle();
  click($(root, "[data-section-id=S1]"));
  await settle();
  expect(asked).toEqual(["Why?", "Tell me more about S1"]);
  act(() => void conversation.ask("Sum up salt"));
  await settle();
  const chips = $$(root, "[data-section-id]") as HTMLButtonElement[];
  expect(chips.map((chip) => [chip.textContent, chip.disabled])).toEqual([["S1 Water", true], ["S1 Salt", false]]);
});

test("the page is named after what is open, and a conversation has a heading of its own", async () => {
  const root = await open();
  expect(document.title).toBe("Ask your documents · Citestream");
  answers = [stream(wire(WHOLE))];
  click($(root, ".suggestion"));
  await settle();
  expect(document.title).toBe("Why? · Citestream");
  expect($$(root, "h1").map((heading) => heading.textContent)).toEqual(["Conversation: Why?"]);
});

test("the buttons of languages are called what they show", async () => {
  const root = await open();
  for (const button of $$(root, ".languages button")) {
    const [shown] = [...button.childNodes].map((node) => node.textContent?.trim());
    expect([button.getAttribute("aria-label"), button.textContent?.startsWith(shown ?? "?")]).toEqual([null, true]);
  }
});

test("the end of an answer is announced once, outside of the answer, with its number of sources", async () => {
  answers = [stream(wire(WHOLE)), stream(wire([START, paragraph(0, "One."), counts(1, 0), done()]))];
  const root = await open();
  const said: string[] = [];
  const announcer = $(root, "[data-announcer]");
  new MutationObserver(() => said.push(announcer?.textContent ?? "")).observe(announcer as Node, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  click($(root, ".suggestion"));
  await settle();
  await vi.waitFor(() => expect(said.filter((words) => words !== "")).toEqual([LABELS.en.finished(2)]), { interval: 5 });
  expect([announcer?.closest(".turn"), $(root, "[aria-busy] [aria-live]")]).toEqual([null, null]);
  act(() => void conversation.ask("And?"));
  await settle();
  await vi.waitFor(() => expect(announcer?.textContent).toBe(LABELS.en.finished(0)), { interval: 5 });
});

test("the first link leads to the content", async () => {
  const root = await open();
  click($(root, "a[href], button"));
  expect([$(root, "a")?.textContent, document.activeElement?.id]).toEqual([LABELS.en.skip, "content"]);
});

test("a refusal over an empty knowledge base does not send its reader for other words", async () => {
  status = { ...STATUS, documents: 0, passages: 0, suggestions: {} };
  answers = [stream(wire([START, paragraph(0, "Nothing."), counts(1, 0), done({ source: "gate" })]))];
  const root = await open();
  act(() => void conversation.ask("Why?"));
  await settle();
  expect($(root, ".refusal-hint")?.textContent).toBe(LABELS.en.notFoundEmpty);
});

test("an answer without a source says so above its text, can be asked again, and what was not cited can be looked for", async () => {
  const bare = wire([START, paragraph(0, "One."), counts(1, 0), done()]);
  answers = [stream(bare), () => Response.json(FOUND), stream(wire(WHOLE))];
  const root = await open();
  click($(root, ".suggestion"));
  await settle();
  const note = $(root, "[data-unsourced]");
  expect(note?.textContent).toContain(LABELS.en.noSources);
  expect(note?.compareDocumentPosition($(root, ".paragraphs") as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const [again, look] = $$(root, "[data-unsourced] button");
  click(look);
  await vi.waitFor(() => expect($(root, "[data-found='1'] .source-line-place")?.textContent).toBe("Water"), { interval: 5 });
  expect($(root, ".found .source-document-title")?.textContent).toBe("Cooking");
  click(again);
  await settle();
  expect(asked).toEqual(["Why?", undefined, "Why?"]);
  expect($$(root, "[data-unsourced]")).toHaveLength(1);
});

test("a search that fails does not say that nothing was found", async () => {
  answers = [stream(wire([START, paragraph(0, "One."), counts(1, 0), done()]))];
  const root = await open();
  click($(root, ".suggestion"));
  await settle();
  click($$(root, "[data-unsourced] button")[1]);
  await vi.waitFor(() => expect($(root, ".found")?.textContent).toBe(LABELS.en.statusUnknown), { interval: 5 });
});

const FOUND = {
  passages: [{ document_id: "d", passage_id: "p", title: "Cooking", heading: "Water", text: "Water boils.", position: {} }],
};

test("under half an answer it does not say that there is none", async () => {
  answers = [stream(wire(WHOLE.slice(0, 6)))];
  const root = await open();
  click($(root, ".suggestion"));
  await settle();
  expect($(root, ".trouble-title")?.textContent).toBe(LABELS.en.cutShort);
});

function write(root: HTMLElement, text: string): void {
  const field = $(root, ".composer textarea") as HTMLTextAreaElement;
  field.value = text;
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  press(field, "Enter");
}

test("a question that is sent while an answer runs is asked when that has ended well, also after another try", async () => {
  const failed = wire([START, ["[ERROR]", { code: "upstream_error", message: "The model is away.", retryable: true }]]);
  let arrive: (response: Response) => void = () => undefined;
  answers = [() => new Promise<Response>((resolve) => (arrive = resolve)), stream(wire(WHOLE)), stream(wire(WHOLE))];
  const root = await open();
  click($(root, ".suggestion"));
  write(root, "And then?");
  await vi.waitFor(() => expect($(root, "[data-queued]")?.textContent).toContain("Next: And then?"), { interval: 5 });
  expect(asked).toEqual(["Why?"]);
  arrive(stream(failed)());
  await settle();
  expect([asked, $(root, "[data-queued]") !== null]).toEqual([["Why?"], true]);
  click($(root, ".trouble button"));
  await vi.waitFor(() => expect(asked).toEqual(["Why?", "Why?", "And then?"]), { interval: 5 });
  await settle();
  expect([$$(root, ".turn").length, $(root, "[data-queued]")]).toEqual([2, null]);
});

test("a question that waits can be taken back to be written again", async () => {
  answers = [() => new Promise<Response>(() => undefined)];
  const root = await open();
  click($(root, ".suggestion"));
  write(root, "And then?");
  await vi.waitFor(() => expect($(root, "[data-queued]")).not.toBeNull(), { interval: 5 });
  click($(root, "[data-queued] button"));
  expect([$(root, "[data-queued]"), ($(root, ".composer textarea") as HTMLTextAreaElement).value]).toEqual([null, "And then?"]);
  act(() => conversation.clear());
});
