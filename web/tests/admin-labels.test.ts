import { expect, test } from "vitest";

import { LANGUAGES } from "../src/labels";
import { ADMIN } from "../src/labels/admin";

test("no label of the administrators' pages is empty, and those that name something hold it", () => {
  for (const language of LANGUAGES) {
    const { roles, states, subjects, ...labels } = ADMIN[language];
    const words = [roles, states, subjects, labels].flatMap((part) => Object.values(part));
    expect(words.filter((found) => typeof found === "string" && found.trim() === "")).toEqual([]);
    for (const [name, told] of Object.entries(roles)) expect(told).toContain(name);
    for (const name of ["created", "expires", "expired", "used", "revokeKey"] as const) expect(labels[name]("X7")).toContain("X7");
    expect(labels.shown(7)).toContain("7");
    expect(labels.day(new Date(2026, 10, 23))).toContain("2026");
  }
});
