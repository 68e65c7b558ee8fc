// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";

import { deedLines, deeds, keys, makeKey, revokeKey } from "../src/keys";

const KEY = {
  id: "0123456789abcdef",
  prefix: "cs_aaaaa",
  role: "user",
  label: "desk",
  workspaces: ["red"],
  state: "valid",
  created_at: "2026-11-23T10:00:00.000Z",
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  limits: {},
};
const DEED = { id: 3, at: KEY.created_at, actor: "local", role: null, user_ref: null, action: "key.created", target: KEY.id, detail: { role: "user" } };
const seen: string[] = [];

function answer(body: unknown, status = 200): void {
  seen.length = 0;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    seen.push(`${init?.method ?? "GET"} ${path} ${typeof init?.body === "string" ? init.body : ""}`.trim());
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  });
}

afterEach(() => vi.unstubAllGlobals());

test("keys are listed page by page", async () => {
  answer({ keys: [KEY, { ...KEY, state: "unheard-of", expires_at: KEY.created_at }], next_cursor: "c" });
  const { items, cursor } = await keys("a b");
  expect(seen).toEqual(["GET /admin/keys?cursor=a%20b"]);
  expect(cursor).toBe("c");
  expect(items[0]).toEqual({
    id: KEY.id,
    prefix: "cs_aaaaa",
    role: "user",
    label: "desk",
    workspaces: ["red"],
    state: "valid",
    createdAt: KEY.created_at,
    expiresAt: "",
    lastUsedAt: "",
    limits: {},
  });
  expect(items[1]?.state).toBe("revoked");
});

test("a key is made of what was filled in", async () => {
  answer({ key: "cs_secret", ...KEY }, 201);
  const { secret, key } = await makeKey({ role: "user", label: " desk ", workspaces: "red, , blue ", days: "" });
  expect(seen).toEqual(['POST /admin/keys {"role":"user","label":"desk","workspaces":["red","blue"]}']);
  expect([secret, key.id]).toEqual(["cs_secret", KEY.id]);
  await makeKey({ role: "qa", label: "", workspaces: "", days: "30" });
  expect(seen[1]).toContain('"expires_days":30');
});

test("a key is revoked by its id", async () => {
  answer(null, 204);
  await revokeKey(KEY.id);
  expect(seen).toEqual([`DELETE /admin/keys/${KEY.id}`]);
});

test("deeds are asked for by what is not empty", async () => {
  answer({ events: [DEED], next_cursor: null });
  const { items, cursor } = await deeds({ action: "key.", actor: " ", target: "" }, "");
  expect(seen).toEqual(["GET /admin/audit?action=key."]);
  expect([items[0]?.role, items[0]?.userRef, items[0]?.detail, cursor]).toEqual(["", "", { role: "user" }, ""]);
  expect((await deedLines({ action: "", actor: "local", target: "" })).size).toBeGreaterThan(0);
  expect(seen[1]).toBe("GET /admin/audit?actor=local");
});
