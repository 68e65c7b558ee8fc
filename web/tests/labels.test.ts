import { expect, test } from "vitest";

import { CONVERSATIONS } from "../src/labels/conversations";
import { STAFF } from "../src/labels/staff";
import { LABELS, LANGUAGES, preferredLanguage } from "../src/labels";

test.each([
  [["fr-CA", "en"], "fr"],
  [["de", "zh-Hant-TW"], "zh"],
  [["de", "it"], "en"],
  [[], "en"],
])("of %j the page speaks %s", (tags, language) => {
  expect(preferredLanguage(tags)).toBe(language);
});

test("no label is empty and every reason has words in each language", () => {
  const reasons = Object.keys(LABELS.en.reasons).sort();
  for (const language of LANGUAGES) {
    const labels = LABELS[language];
    expect(Object.keys(labels.reasons).sort()).toEqual(reasons);
    for (const words of Object.values(labels)) if (typeof words === "string") expect(words.trim()).not.toBe("");
  }
});

test("no label of the staff pages is empty", () => {
  for (const language of LANGUAGES) {
    const { statuses, feedback, usage, keys, ...labels } = STAFF[language];
    const { verdicts, states, ...rest } = feedback;
    const tables = [statuses, verdicts, states, rest, usage, labels].flatMap((table): unknown[] => Object.values(table));
    const words = [...tables, ...keys.flat()];
    expect([labels.told("validate", 1, "Why?"), labels.told("undo", 2, ""), feedback.told("note", "Why?")].join()).toMatch(/Why\?.*2.*Why\?/u);
    expect(words.filter((one) => typeof one === "string" && one.trim() === "")).toEqual([]);
  }
});

test("no label of conversations is empty", () => {
  for (const language of LANGUAGES) {
    const words = Object.values(CONVERSATIONS[language]).map((one) => (typeof one === "string" ? one : one("2" as never, false)));
    expect(words.filter((one) => one.trim() === "")).toEqual([]);
  }
});

test("the question behind a section's chip holds its id", () => {
  for (const language of LANGUAGES) expect(LABELS[language].askSection("S3")).toMatch(/\bS3$/);
});

test("numbers are written as the language writes them", () => {
  expect(LABELS.en.loaded(1, 1200)).toBe("1 document, 1,200 passages loaded");
  expect(LABELS.fr.loaded(0, 1)).toBe("0 document, 1 passage en base");
  expect(LABELS.zh.loaded(2, 5)).toContain("2 篇文档");
});
