import { expect, test } from "vitest";

import { documentAddress, documentHead, fileAddress, isOurs, passages, sourcesNow } from "../src/passages.js";

const ID = "1679091c-5a88-4faf-a0b4-2e7d9c3f5b10";

/** A gateway that answers everything with one body, and what it was asked. */
function gateway(body: object) {
  const asked: string[] = [];
  const fetch = (url: string): Promise<Response> => {
    asked.push(url);
    return Promise.resolve(Response.json(body));
  };
  return { asked, options: { fetch: fetch as typeof globalThis.fetch } };
}

test("a page of passages is asked for around one, behind a cursor or from the beginning", async () => {
  const passage = { passage_id: "p", text: "Words.", heading: "Head", page: 3, page_end: 4, position: 0, start: 0, end: 6, boxes: [{ page: 3, left: 1, bottom: 2, right: 3.5, top: 4, start: 0, end: 6 }] };
  const { asked, options } = gateway({ passages: [passage], around: 0, previous_cursor: null, next_cursor: "n" });
  const page = await passages(ID, { around: "p" }, 7, options);
  expect(page).toEqual({ passages: [{ id: "p", text: "Words.", heading: "Head", page: 3, pageEnd: 4, start: 0, end: 6, boxes: passage.boxes }], previous: "", next: "n" });
  await passages(ID, { cursor: "n" }, 7, options);
  await passages(ID, {}, 7, options);
  const door = `/v1/documents/${ID}/passages`;
  expect(asked).toEqual([`${door}?around=p&limit=7`, `${door}?cursor=n&limit=7`, `${door}?limit=7`]);
});

test("what became of sources is known by citation, and a document without a file name has none", async () => {
  const sources = [
    { citation_id: "E1", document_id: ID, state: "changed", passage_id: "p" },
    { citation_id: "E2", document_id: ID, state: "deleted", passage_id: null },
  ];
  const found = await sourcesNow("a/b", gateway({ sources }).options);
  expect([...found]).toEqual([["E1", { state: "changed", passageId: "p" }], ["E2", { state: "deleted", passageId: "" }]]);
  const { options } = gateway({ title: "T", file_name: null, media_type: "text/markdown" });
  expect(await documentHead(ID, options)).toMatchObject({ title: "T", fileName: "", mediaType: "text/markdown", note: "", date: "", author: "" });
});

test("addresses of documents and files", () => {
  expect([documentAddress(ID, "p"), documentAddress(ID, ""), documentAddress(ID, "p", "a/b")]).toEqual([
    `/sources/${ID}#p`,
    `/sources/${ID}`,
    `/sources/${ID}?answer=a%2Fb#p`,
  ]);
  expect(fileAddress(ID, "text/markdown", undefined)).toBe(`/v1/documents/${ID}/content`);
  expect(fileAddress(ID, "application/pdf", 4)).toBe(`/v1/documents/${ID}/content?disposition=inline#page=4`);
  expect([isOurs(ID), isOurs("loans"), isOurs(`${ID}/..`)]).toEqual([true, false, false]);
});
