// @vitest-environment happy-dom
import { Refused } from "citestream-client/transport";
import { afterEach, expect, test, vi } from "vitest";

import { sendFile } from "../src/upload";

/** A request that ends as it is told to, once it is sent. */
class Request {
  static end: (request: Request) => void = () => {};
  static sent: FormData | null = null;
  upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  onload = (): void => {};
  onerror = (): void => {};
  status = 201;
  responseText = "";
  open(): void {}
  setRequestHeader(): void {}
  send(form: FormData): void {
    Request.sent = form;
    Request.end(this);
  }
}

afterEach(() => vi.unstubAllGlobals());

function send(end: (request: Request) => void, onShare: (share: number) => void = () => {}) {
  Request.end = end;
  vi.stubGlobal("XMLHttpRequest", Request);
  return sendFile(new File(["text"], "a.md"), { source: "papers/a.md", workspace: "hall" }, onShare);
}

test("fields go before the file, how much has gone is told, and what became of it is read", async () => {
  const shares: number[] = [];
  const saved = send((request) => {
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    request.upload.onload?.();
    request.responseText = JSON.stringify({ documents: [{ document_id: null, title: "A", status: "failed", passages: 0, error: "No." }] });
    request.onload();
  }, (share) => shares.push(share));
  expect(await saved).toMatchObject({ status: "failed", title: "A", passages: 0, error: "No." });
  expect([...(Request.sent?.keys() ?? [])]).toEqual(["source", "workspace", "file"]);
  expect(shares).toEqual([0.25, 1]);
});

test("a refusal and a lost network are told apart", async () => {
  const refused = send((request) => {
    request.status = 413;
    request.responseText = JSON.stringify({ code: "too_large", detail: "At most 50 MB." });
    request.onload();
  });
  await expect(refused).rejects.toMatchObject({ name: "Refused", status: 413, message: "At most 50 MB." });
  const unread = send((request) => {
    request.status = 502;
    request.responseText = "<html>";
    request.onload();
  });
  await expect(unread).rejects.toBeInstanceOf(Refused);
  await expect(send((request) => request.onerror())).rejects.toBeInstanceOf(TypeError);
});
