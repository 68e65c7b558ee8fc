// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";

import { LANGUAGES } from "../src/labels";
import { LIMITS_LABELS } from "../src/labels/limits";
import { LIMITS, setKeyLimits, setTenantLimits, shownIn, tenantLimits, typed, usedNow } from "../src/limits";
import { LimitsDesk } from "../src/pages/limits-desk";

const NONE = { requests_per_minute: 0, running_answers: 0, viewers: 0, tokens_per_day: 0, stored_bytes: 0 };
const TENANT = { own: { viewers: 3 }, given: NONE, effective: { ...NONE, viewers: 3 }, each_key: { ...NONE, viewers: 2 } };
const USED = { tenant: { ...NONE, viewers: 2 }, keys: [{ key: "k", ...NONE, viewers: 1 }, { key: null, ...NONE, stored_bytes: 5 }] };
const seen: string[] = [];

function answer(bodies: Readonly<Record<string, readonly [body: unknown, status?: number]>>): void {
  seen.length = 0;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    seen.push(`${init?.method ?? "GET"} ${path} ${typeof init?.body === "string" ? init.body : ""}`.trim());
    const [body, status = 200] = bodies[path] ?? [{}, 404];
    return Response.json(body, { status });
  });
}

afterEach(() => vi.unstubAllGlobals());

test("limits of the tenant are read and set as a whole", async () => {
  answer({ "/admin/limits": [TENANT] });
  expect(await tenantLimits()).toEqual({ own: { viewers: 3 }, given: NONE, effective: TENANT.effective, eachKey: TENANT.each_key });
  await setTenantLimits({ viewers: 4 });
  expect(seen).toEqual(["GET /admin/limits", 'PUT /admin/limits {"viewers":4}']);
});

test("a key's limits are all of its limits", async () => {
  answer({ "/admin/keys/k": [{ limits: { viewers: 1, unheard_of: 2 } }] });
  expect(await setKeyLimits("k", { viewers: 1 })).toEqual({ viewers: 1 });
  expect(seen).toEqual(['PATCH /admin/keys/k {"limits":{"viewers":1}}']);
});

test("what is used is told by key", async () => {
  answer({ "/admin/limits/used": [USED] });
  const used = await usedNow();
  expect([used.tenant.viewers, used.keys.get("k")?.viewers, used.keys.get("")?.stored_bytes]).toEqual([2, 1, 5]);
});

test("bytes are megabytes in their field, and come back exactly; an empty field sets nothing", () => {
  for (const bytes of [0, 1, 1_000_000, 10 ** 9 + 7, 5 * 1024 ** 3]) {
    const fields = new FormData();
    fields.set("stored_bytes", shownIn("stored_bytes", bytes));
    fields.set("viewers", " ");
    fields.set("tokens_per_day", "0");
    expect(typed(fields)).toEqual({ tokens_per_day: 0, stored_bytes: bytes });
  }
  expect(shownIn("viewers", undefined)).toBe("");
});

test("who may not know what the tenant uses still sees limits", async () => {
  answer({ "/admin/limits": [TENANT], "/admin/limits/used": [{ detail: "whole tenant" }, 403] });
  const desk = new LimitsDesk();
  await desk.load("");
  expect([desk.tenant.value?.own, desk.used.value, desk.trouble.value]).toEqual([{ viewers: 3 }, null, ""]);
});

test("what was saved of a key is shown of it, and a refusal is told", async () => {
  answer({ "/admin/keys/k": [{ limits: { viewers: 9 } }], "/admin/limits": [{ detail: "Only the whole tenant." }, 403] });
  const desk = new LimitsDesk();
  await desk.save("k", { viewers: 9 });
  expect([desk.saved.value, desk.about.value, desk.changed.value.get("k")]).toEqual([true, "k", { viewers: 9 }]);
  await desk.save("", {});
  expect([desk.saved.value, desk.about.value, desk.trouble.value]).toEqual([false, "", "Only the whole tenant."]);
});

test("every limit has its words in every language", () => {
  for (const language of LANGUAGES) {
    const words = LIMITS_LABELS[language];
    for (const name of LIMITS) {
      expect(words.names[name].trim()).not.toBe("");
      expect(words.used[name]("X7")).toContain("X7");
    }
    expect(words.of("A", words.most("B"))).toMatch(/A.*B/u);
    expect(Object.values(words).filter((found) => typeof found === "string" && found.trim() === "")).toEqual([]);
  }
});
