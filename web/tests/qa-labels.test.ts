import { expect, test } from "vitest";

import { LANGUAGES } from "../src/labels";
import { QA } from "../src/labels/qa";

test("no label of the recorded answers is empty, and those that name a number hold it", () => {
  for (const language of LANGUAGES) {
    const { sources, results, parts, events, wanted, endings, marks, ...labels } = QA[language];
    const words = [sources, results, parts, events, wanted, endings, labels].flatMap((part) => Object.values(part));
    expect(words.filter((found) => typeof found === "string" && found.trim() === "")).toEqual([]);
    expect(Object.keys(parts)).toEqual(Object.keys(QA.en.parts));
    for (const name of ["shown", "differences", "paragraph", "from", "process", "candidates"] as const) {
      expect(labels[name](7)).toContain("7");
    }
    expect(Object.values(marks).every((say) => /[57]/u.test(say(7, 5)))).toBe(true);
    expect(labels.ranAgain(3, 4, 2)).toMatch(/3.*4.*2/u);
    expect(labels.position(3, 4, 5, "X")).toMatch(/3.*4.*5.*X/u);
  }
});

test("times are written as the language writes them, as precise as they are read", () => {
  const times = [0, 846, 1940, 12_340, 83_000];
  expect(times.map((time) => QA.en.lasts(time).replace("\u00a0", " "))).toEqual(["0 ms", "846 ms", "1.94 s", "12.3 s", "83 s"]);
  expect(QA.fr.lasts(1940)).toBe("1,94\u00a0s");
  expect(QA.zh.lasts(846)).toBe("846\u00a0毫秒");
});
