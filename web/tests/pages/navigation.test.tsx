// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";

import { LABELS } from "../../src/labels";
import { Navigation } from "../../src/pages/navigation";
import { $, $$, draw } from "../view/page";

afterEach(() => history.replaceState(null, "", "/"));

function links(role: string, address = "/"): string[] {
  history.replaceState(null, "", address);
  return $$(draw(<Navigation role={role} labels={LABELS.en} />), "a").map(
    (link) => `${link.textContent} ${link.getAttribute("aria-current") ?? ""}`.trim(),
  );
}

test("every reader sees what they may use, and nothing while that is not known", () => {
  const everybodys = ["Console page", "Sources"];
  expect(links("user")).toEqual(everybodys);
  expect(links("app")).toEqual(everybodys);
  expect(links("staff")).toEqual([...everybodys, "Memory", "Feedback", "Usage"]);
  expect(links("qa")).toEqual([...everybodys, "QA", "Labels", "Evaluation"]);
  expect(links("admin")).toEqual([...everybodys, "Memory", "QA", "Labels", "Evaluation", "Feedback", "Usage", "Keys", "Audit"]);
  expect($(draw(<Navigation role="" labels={LABELS.en} />), "nav")).toBeNull();
});

test("the open page is marked, and what it is part of", () => {
  expect(links("user", "/c/one")).toContain("Console page");
  expect(links("user", "/sources")).toContain("Sources page");
  expect(links("user", "/sources/d1")).toEqual(["Console", "Sources true"]);
  expect(links("user", "/answers/a1")).toEqual(["Console", "Sources"]);
  expect(links("staff", "/staff/memory")).toContain("Memory page");
  expect(links("qa", "/qa/a1")).toContain("QA true");
  expect(links("qa", "/qa/labels").slice(2)).toEqual(["QA", "Labels page", "Evaluation"]);
});
