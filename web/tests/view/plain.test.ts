import { expect, test } from "vitest";

import { plainName } from "../../src/view/plain";

test("zero-width and direction controls become visible", () => {
  expect(plainName("invoice\u202efdp.exe\u200b")).toBe("invoice\ufffdfdp.exe\ufffd");
});

test("line breaks become spaces and a long name is cut at a whole character", () => {
  expect(plainName(" a\n\tb ")).toBe("a b");
  const cut = Array.from(plainName("🌊".repeat(300)));
  expect([cut.length, cut.at(-2), cut.at(-1)]).toEqual([160, "🌊", "…"]);
});

test("names in any script stay as they are", () => {
  for (const name of ["用户指南", "Élève à l’école", "دليل المستخدم"]) expect(plainName(name)).toBe(name);
});
