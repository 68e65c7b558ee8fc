// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { pageAt } from "../../src/pages/routes";

test("an address is one page, with or without a last stroke, and every other is the console's", () => {
  expect(pageAt("/staff/memory/")).toBe(pageAt("/staff/memory"));
  expect(pageAt("/staff/memory")).not.toBe(pageAt("/"));
  expect(pageAt("/staff")).toBe(pageAt("/staff/memory"));
  expect(new Set(["/", "/staff", "/sources", "/qa"].map(pageAt)).size).toBe(4);
  for (const part of ["feedback", "usage", "keys", "audit"]) expect(pageAt(`/staff/${part}`)).toBe(pageAt("/staff"));
  expect(pageAt("/staff/nothing")).toBe(pageAt("/"));
  expect(pageAt("/sources/")).toBe(pageAt("/sources"));
  expect(pageAt("/sources")).not.toBe(pageAt("/"));
  expect(pageAt("/qa/98c009d158ac4e618f89e872d1f2073e")).toBe(pageAt("/qa"));
  expect(pageAt("/qa")).not.toBe(pageAt("/"));
  expect(new Set(["/", "/qa", "/qa/labels", "/qa/evaluations"].map(pageAt)).size).toBe(4);
  expect(pageAt("/nowhere")).toBe(pageAt("/"));
});
