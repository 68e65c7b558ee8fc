// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LANGUAGES } from "../../src/labels";
import { EVALUATIONS } from "../../src/labels/evaluations";
import { EvaluationsDesk } from "../../src/pages/evaluations-desk";
import { chooseLanguage } from "../../src/pages/language";
import { QaEvaluations } from "../../src/pages/qa-evaluations";
import { locked } from "../../src/pages/session";
import { $, $$, draw } from "../view/page";

const run = (name: string, more = {}) => ({
  run: name, set: `<b>${name}</b>.jsonl`, target: "", state: "done", confirmed: false, repeat: 1, outcomes: 20,
  created_at: "2026-03-05T10:00:00.000Z", finished_at: null, ...more,
});
const weak = { value: 0.4, low: 0.2, high: 0.6, cases: 20 };
const judged = { value: 0, low: 0, high: 0.1, cases: 9, by: "verifier" };
const report = {
  about: run("after", { target: "https://there.example/" }), cases: 21, failed: 1,
  pooled: { weak_rate: weak, hallucination_rate: judged, total_ms: { value: 912.4, low: 900, high: 1000, cases: 20, p50: 900, p95: 990 }, cost: { value: null, why: "no price" } },
  by: { language: { en: { weak_rate: weak }, fr: { weak_rate: { value: null, why: "none" } } }, kind: { plain: { weak_rate: weak } } },
  worst: { weak_rate: [{ id: "a1", answer_uuid: "x1", value: 1, question: "How <i>long</i>?" }], total_ms: [] },
  failures: [{ id: "a9", question: "Why?", failure: "provider_error" }],
  lines: [{ line: 7, problem: "It is not JSON." }],
};
const difference = { a: 0, b: 0.4, difference: 0.4, low: 0.2, high: 0.6, better: 0, worse: 8, p: 0.01, p_adjusted: 0.01, cases: 20, regression: true, higher_is_better: false };
const comparison = {
  a: run("before"), b: run("after"), margin: 0.02, regressions: ["weak_rate"], only_a: [], only_b: [],
  figures: { weak_rate: difference, cost: { difference: null, why: "no price" } },
  changed: [{ id: "a1", question: "How?", answer_a: "x0", answer_b: "x1", worse: ["weak_rate"], better: [] }],
};
let drifting: string[];
let isIdle: boolean;
let calls: string[];

beforeEach(() => {
  [drifting, isIdle, calls] = [["weak_rate"], false, []];
  locked.value = false;
  chooseLanguage("en");
  vi.stubGlobal("fetch", async (path: string) => {
    calls.push(path);
    if (path.startsWith("/v1/status")) return Response.json({ role: "qa" });
    if (path.startsWith("/v1/quality")) {
      const figures = isIdle ? {} : { weak_rate: weak };
      const rates = [{ model: "m", prompt_version: "p1", figures }];
      return Response.json({ days: 7, pooled: figures, rates, confirmed: { run: "before", set: "s", figures: { weak_rate: weak } }, drifting });
    }
    if (path.includes("/comparison")) return Response.json(comparison);
    if (path.endsWith("/gone")) return Response.json({ code: "not_found", detail: "There is no such run." }, { status: 404 });
    return Response.json(path === "/v1/evaluations" ? { runs: [run("after"), run("before", { confirmed: true, state: "running" })] } : report);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

const settle = (): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve)));

async function open(query = ""): Promise<HTMLElement> {
  history.replaceState(null, "", `/qa/evaluations${query}`);
  const root = draw(<QaEvaluations desk={new EvaluationsDesk()} />);
  await settle();
  await vi.waitFor(() => expect($(root, "table, .trouble")).not.toBeNull());
  return root;
}

const texts = (root: ParentNode, selector: string) => $$(root, selector).map((each) => each.textContent);
const row = (root: ParentNode, name: string) => texts($$(root, "tr").find((each) => texts(each, "code").includes(name))!, "td");

test("runs are listed, and live rates stand beside the baseline with what drifts", async () => {
  const root = await open();
  expect(texts(root, "tbody a")).toEqual(["<b>after</b>.jsonl", "<b>before</b>.jsonl"]);
  expect($(root, "tbody a")?.getAttribute("href")).toBe("?run=after");
  expect($(root, "main")?.textContent).toContain("not finished, baseline");
  expect($(root, "[role=status]")?.textContent).toBe("Worse than the baseline: weak_rate");
  expect(row(root, "weak_rate")).toEqual(["40.0% (20)", "40.0% (20)", "40.0% (20)"]);
  expect(texts(root, "th[scope=col]")).toContain("m, prompts p1");
});

test("live rates of another period are asked for; nothing drifts, or nobody asked", async () => {
  drifting = [];
  const root = await open();
  expect($(root, "[role=status]")?.textContent).toBe("No figure is worse than the baseline.");
  isIdle = true;
  const period = $(root, "select") as HTMLSelectElement;
  period.value = "30";
  act(() => void period.dispatchEvent(new Event("change", { bubbles: true })));
  await settle();
  expect(calls.at(-1)).toBe("/v1/quality?days=30");
  expect($(root, "main")?.textContent).toContain("No model answered in this period.");
});

test("a run shows its figures with charts, groups, worst cases, failures and lines, everything as text", async () => {
  const root = await open("?run=after");
  expect($(root, "main")?.textContent).toContain("21 cases, 1 failed");
  expect(row(root, "weak_rate")).toEqual(["40.0%", "", "20.0% – 60.0%", "20"]);
  expect(row(root, "total_ms")).toEqual(["912 ms", "p50 900 ms, p95 990 ms", "900 ms – 1,000 ms", "20"]);
  expect($(root, "th .entry-note")?.textContent).toBe("by the verifier");
  const circle = $(root, "svg circle");
  expect(Number(circle?.getAttribute("cx"))).toBeCloseTo(65);
  expect(texts(root, "summary")).toEqual(["By language", "Not computed", "weak_rate (1)"]);
  expect($(root, "details li")?.textContent).toBe("cost: no price");
  const link = $(root, 'a[href="https://there.example/qa/x1"]');
  expect([link?.textContent, link?.closest("tr")?.textContent]).toEqual(["a1", "a1How <i>long</i>?100.0%"]);
  expect($(root, "main")?.textContent).toMatch(/provider_error.*7It is not JSON\./su);
});

test("a comparison marks regressions, points to the worse side and names the cases that changed", async () => {
  const root = await open("?run=after");
  const other = $(root, "select") as HTMLSelectElement;
  other.value = "before";
  act(() => void other.dispatchEvent(new Event("change", { bubbles: true })));
  await settle();
  expect([calls.at(-1), location.search]).toEqual(["/v1/evaluations/after/comparison?with=before", "?run=after&with=before"]);
  expect($(root, "[role=status]")?.textContent).toBe("Regressions beyond 2.0%: weak_rate");
  const bad = $(root, "[data-bad=true]")!;
  expect(bad.textContent).toContain("regression");
  expect($(bad, "td")?.textContent).toBe("+40.0%");
  expect(Number($(bad, "circle")?.getAttribute("cx"))).toBeLessThan(80);
  expect($$(root, "a").map((each) => each.getAttribute("href"))).toEqual(expect.arrayContaining(["/qa/x0", "/qa/x1"]));
  other.value = "";
  act(() => void other.dispatchEvent(new Event("change", { bubbles: true })));
  await settle();
  expect([location.search, $(root, "[data-bad=true] .verdict")]).toEqual(["?run=after", null]);
});

test("an unknown run is a sentence", async () => {
  const root = await open("?run=gone");
  expect($(root, ".trouble")?.textContent).toBe("There is no such run.");
});

test("no label is empty, and those that name something hold it", () => {
  for (const language of LANGUAGES) {
    const { by, ...labels } = EVALUATIONS[language];
    expect([...Object.values(labels), ...Object.values(by)].filter((each) => typeof each === "string" && each.trim() === "")).toEqual([]);
    expect(labels.asked(7, 3)).toMatch(/7.*3/u);
    for (const name of ["comparison", "regressions", "writer"] as const) expect(labels[name]("X", "Y")).toMatch(/X.*Y|Y.*X/u);
    expect([labels.drifting("X"), labels.noRegression("X"), labels.days(7)].join()).toMatch(/X.*X.*7/u);
  }
});
