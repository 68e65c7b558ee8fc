// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { ROW } from "../../src/labels/row";
import { chooseLanguage } from "../../src/pages/language";
import { namedScope, scope } from "../../src/pages/scope";
import { ScopePicker } from "../../src/pages/scope-picker";
import { $, $$, click, draw } from "../view/page";

const entry = (id: string, workspace: string) => ({
  document_id: id, title: `Title ${id}`, file_name: "", workspace, source: "", external_id: null, size: 1, kind: "text", passages: 1, cited: 0,
  updated_at: "2026-01-01T00:00:00Z", status: "ready",
});

let asked: string[];
let isAway: boolean;

beforeEach(() => {
  [asked, isAway] = [[], false];
  chooseLanguage("en");
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (isAway) throw new TypeError("no network");
    if (path === "/v1/workspaces") return Response.json({ workspaces: [{ workspace: "rules" }, { workspace: "town" }] });
    const isRules = path.includes("workspace=rules");
    return Response.json({ documents: [entry("a", "rules"), ...(isRules ? [] : [entry("b", "town")])], next_cursor: isRules ? null : "more" });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
  scope.value = namedScope();
});

async function open(onClose = () => undefined): Promise<HTMLElement> {
  const root = draw(<ScopePicker labels={LABELS.en} onClose={onClose} />);
  await vi.waitFor(() => expect($$(root, "li").length + $$(root, "[role=status]:not(:empty)").length).toBeGreaterThan(0), { interval: 5 });
  await act(async () => undefined);
  return root;
}

test("documents and a workspace are chosen, and the address is in step", async () => {
  history.replaceState(null, "", "/?session=s");
  const root = await open();
  expect($(root, "[role=status]")?.textContent).toBe(ROW.en.titlesFound(2, true));
  for (const box of $$(root, "li input")) click(box);
  expect([scope.value, location.search]).toEqual([{ document_ids: ["a", "b"] }, "?session=s&document=a&document=b"]);
  click($$(root, "li input")[0]);
  expect(location.search).toBe("?session=s&document=b");
  const select = $(root, "select") as HTMLSelectElement;
  select.value = "rules";
  act(() => void select.dispatchEvent(new Event("change", { bubbles: true })));
  expect(location.search).toBe("?session=s&workspace=rules");
  await vi.waitFor(() => expect($(root, "[role=status]")?.textContent).toBe("1 document"), { interval: 5 });
  click($$(root, "button").find(({ textContent }) => textContent === ROW.en.everywhere));
  expect([scope.value, location.search]).toEqual([{}, "?session=s"]);
});

test("titles are searched, and a gateway that is away is told", async () => {
  const root = await open();
  const field = $(root, "input[type=search]") as HTMLInputElement;
  field.value = "loan";
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  await vi.waitFor(() => expect(asked.at(-1)).toContain("q=loan"), { interval: 5 });
  isAway = true;
  field.value = "loans";
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  await vi.waitFor(() => expect($(root, "[role=status]")?.textContent).toBe(LABELS.en.statusUnknown), { interval: 5 });
});
