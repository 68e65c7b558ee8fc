import { expect, test } from "vitest";

import { LANGUAGES } from "../src/labels";
import { LIBRARY } from "../src/labels/library";

test("no label of the page of the documents is empty", () => {
  for (const language of LANGUAGES) {
    const { kinds, orders, did, ...labels } = LIBRARY[language];
    const words = [...Object.values(kinds), ...Object.values(orders), ...Object.values(labels)];
    expect(words.filter((found) => typeof found === "string" && found.trim() === "")).toEqual([]);
    expect(Object.values(did).map((say) => say("X")).every((sentence) => sentence.includes("X"))).toBe(true);
  }
});

test("sizes are written as the language writes them", () => {
  expect([0, 12, 4096, 2_500_000].map(LIBRARY.en.size)).toEqual(["0 kB", "1 kB", "4 kB", "2.4 MB"]);
  expect(LIBRARY.fr.size(2_500_000)).toMatch(/^2,4\sMo$/);
});
