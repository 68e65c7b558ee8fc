// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { STAFF } from "../../src/labels/staff";
import { UsageChart } from "../../src/view/usage-chart";
import { $, $$, draw } from "../view/page";

const day = (day: string, questions: number, refused: number, fromMemory: number) => ({
  day,
  questions,
  refused,
  fromMemory,
  doubtful: 0,
  questionTokens: 0,
  answerTokens: 0,
});

test("bars stand upon each other and are as high as the day's questions against the busiest day", () => {
  const root = draw(<UsageChart days={[day("a", 10, 2, 3), day("b", 0, 0, 0), day("c", 5, 0, 0)]} words={STAFF.en.usage} />);
  const bars = $$(root, "rect").map((bar) => ["data-part", "y", "height"].map((name) => bar.getAttribute(name)));
  expect(bars).toEqual([
    ["refused", "80", "20"],
    ["memory", "50", "30"],
    ["others", "0", "50"],
    ["others", "50", "50"],
  ]);
  expect($(root, "svg")?.getAttribute("aria-label")).toContain("at most 10 a day");
});
