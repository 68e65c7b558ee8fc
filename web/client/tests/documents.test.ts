import { expect, test } from "vitest";

import { addFile, addText } from "../src/documents.js";

function gateway() {
  const calls: [path: string, body: unknown][] = [];
  const fetch = async (path: unknown, init?: RequestInit) => {
    calls.push([String(path), init?.body]);
    return Response.json({ documents: [{ document_id: "d", status: "ready", title: "A", passages: 2 }] }, { status: 201 });
  };
  return { calls, options: { fetch: fetch as typeof globalThis.fetch } };
}
const ADDED = { documentId: "d", status: "ready", title: "A", passages: 2, error: "" };

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
