import { expect, test } from "vitest";

import { addressOf } from "../../src/protocol/address.js";
import { addressed, readReference } from "../../src/protocol/events.js";

const ID = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10";
const OURS = { documentId: ID, embeddingId: "8f14e45f", source: "https://example.org/page" };

test.each([
  [OURS, "", `/sources/${ID}#8f14e45f`],
  [OURS, "http://127.0.0.1:8000/", `http://127.0.0.1:8000/sources/${ID}#8f14e45f`],
  [{ ...OURS, embeddingId: 'a"b' }, "", `/sources/${ID}`],
  [{ ...OURS, documentId: "wiki/7" }, "http://127.0.0.1:8000", "https://example.org/page"],
  [{ source: "javascript:alert(1)" }, "", ""],
  [{ vertices: [], edges: [] }, "http://127.0.0.1:8000", ""],
])("%j opens at its page, else where the source gave an address", (payload, base, url) => {
  expect(addressOf(payload, base)).toBe(url);
});

test("a reference names its passage and its address", () => {
  const reference = readReference("E1", "embedding", OURS);
  expect([reference.passageId, reference.url]).toEqual(["8f14e45f", `/sources/${ID}#8f14e45f`]);
  expect(addressed(reference, "http://a").url).toBe(`http://a/sources/${ID}#8f14e45f`);
});
