// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

import { start } from "../../src/pages/staff";

const drawn: string[] = [];
const page = (name: string) => ({ start: () => void drawn.push(name) });
vi.mock("../../src/pages/staff-memory", () => page("memory"));
vi.mock("../../src/pages/staff-feedback", () => page("feedback"));
vi.mock("../../src/pages/staff-usage", () => page("usage"));
vi.mock("../../src/pages/staff-keys", () => page("keys"));
vi.mock("../../src/pages/staff-audit", () => page("audit"));

beforeEach(() => drawn.splice(0));

test.each(["memory", "feedback", "usage", "keys", "audit"])("the address of %s draws it", async (part) => {
  history.pushState(null, "", `/staff/${part}`);
  await start(document.body);
  expect(drawn).toEqual([part]);
});

test("without a part it is the memory", async () => {
  history.pushState(null, "", "/staff/");
  await start(document.body);
  expect(drawn).toEqual(["memory"]);
});
