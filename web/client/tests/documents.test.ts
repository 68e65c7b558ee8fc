import { expect, test } from "vitest";

import { addFile, addText, documents } from "../src/documents.js";

function gateway(more: object = {}) {
  const calls: [path: string, body: unknown][] = [];
  const fetch = async (path: unknown, init?: RequestInit) => {
    calls.push([String(path), init?.body]);
    return Response.json({ documents: [{ document_id: "d", status: "ready", title: "A", passages: 2 }], ...more }, { status: 201 });
  };
  return { calls, options: { fetch: fetch as typeof globalThis.fetch } };
}
const ADDED = { documentId: "d", status: "ready", title: "A", passages: 2, error: "", note: "", leftOut: [] };

test("a text becomes a document", async () => {
  const { calls, options } = gateway();
  expect(await addText({ title: "A", text: "One.", workspace: "w" }, options)).toEqual(ADDED);
  expect(calls).toEqual([["/v1/documents", '{"title":"A","text":"One.","workspace":"w"}']]);
});

test("a file becomes one under its name, its fields in front of it", async () => {
  const { calls, options } = gateway();
  expect(await addFile(new Blob(["One."]), "a.txt", { workspace: "w" }, options)).toEqual(ADDED);
  const form = calls[0]?.[1] as FormData;
  expect([...form.keys()]).toEqual(["workspace", "file"]);
  expect((form.get("file") as File).name).toBe("a.txt");
});

test("what changes for searches is told", async () => {
  const { options } = gateway({ warnings: ["Searches exclude the sample."] });
  expect(await addText({ title: "A", text: "One." }, options)).toEqual({ ...ADDED, warnings: ["Searches exclude the sample."] });
});

test("what of a file is not in its text is told", async () => {
  const told = { note: "Left out of a.xlsx: 3 hidden rows.", left_out: [{ kind: "hidden_row", count: 3, text: "3 hidden rows" }] };
  const document = { document_id: "d", title: "A", workspace: "w", size: 1, passages: 1, cited: 0, updated_at: "", ...told };
  const fetch = async () => Response.json({ documents: [document], next_cursor: null });
  const { items } = await documents({}, "", { fetch: fetch as unknown as typeof globalThis.fetch });
  expect(items).toMatchObject([{ note: told.note, leftOut: told.left_out }]);
});

test("a filter names only what it wants", async () => {
  const asked: string[] = [];
  const fetch = async (path: unknown) => {
    asked.push(String(path));
    return Response.json({ documents: [], next_cursor: null });
  };
  await documents({}, "", { fetch: fetch as typeof globalThis.fetch });
  await documents({ words: " loans ", sort: "cited" }, "", { fetch: fetch as typeof globalThis.fetch });
  expect(asked).toEqual(["/v1/documents?", "/v1/documents?q=loans&sort=cited"]);
});
