// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LABELS } from "../../src/labels";
import { Conversation } from "../../src/pages/conversation";
import { namedScope, scope } from "../../src/pages/scope";
import { ScopeBar } from "../../src/pages/scope-bar";
import { $$, click, draw } from "../view/page";

const open = (address: string): void => {
  history.replaceState(null, "", address);
  scope.value = namedScope();
};

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string) =>
    path.includes("/known") ? Response.json({ title: "Loans" }) : Response.json({}, { status: 404 }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  open("/");
});

test("the address names a workspace and documents; what it leaves empty limits nothing", () => {
  open("/?workspace=rules&document=a&document=b&session=s");
  expect(scope.value).toEqual({ workspace: "rules", document_ids: ["a", "b"] });
  open("/?workspace=&document=");
  expect(scope.value).toEqual({});
});

test("a question is sent with what it is limited to", async () => {
  open("/?workspace=rules&document=a");
  const sent: unknown[] = [];
  const conversation = new Conversation({
    tries: 1,
    fetch: async (_path, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json({}, { status: 400 });
    },
  });
  await conversation.ask("Why?");
  expect(sent).toMatchObject([{ question: "Why?", workspace: "rules", document_ids: ["a"] }]);
});

test("workspace and documents are chips by their names, and leave the address when they are removed", async () => {
  open("/?workspace=rules&document=known&document=unknown&session=s");
  const root = draw(<ScopeBar labels={LABELS.en} />);
  const names = (): (string | null)[] => $$(root, ".scope-chip bdi").map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(names()).toEqual(["Workspace rules", "Loans", "unknown"]));
  const buttons = $$(root, "button");
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Remove: Workspace rules",
    "Remove: Loans",
    "Remove: unknown",
  ]);
  click(buttons[0]);
  click($$(root, "button")[1]);
  expect([names(), location.search]).toEqual([["Loans"], "?session=s&document=known"]);
});
