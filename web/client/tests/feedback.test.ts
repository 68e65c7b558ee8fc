import { expect, test } from "vitest";

import { judgeAnswer, judgeCitation, readOpinions } from "../src/feedback.js";
import { UUID } from "./wire.js";

function gateway(reply: () => Response) {
  const sent: string[] = [];
  const options = {
    fetch: async (path: unknown, init?: RequestInit) => {
      sent.push([init?.method ?? "GET", String(path), String(init?.body ?? "")].join(" ").trim());
      return reply();
    },
  };
  return { sent, options };
}

const ALL = { feedback: [
  { verdict: "not_helpful", paragraph_index: null, citation_id: null, comment: "Too short." },
  { verdict: "wrong_citation", paragraph_index: 2, citation_id: "E1" },
  { verdict: "of a newer gateway", paragraph_index: null, citation_id: null },
] };

test("what was said of the answer and of its citations is read", async () => {
  const { sent, options } = gateway(() => Response.json(ALL));
  expect(await readOpinions(UUID, options)).toEqual({
    verdict: "not_helpful",
    comment: "Too short.",
    wrong: [{ paragraphIndex: 2, citationId: "E1", comment: "" }],
  });
  expect(sent).toEqual([`GET /v1/answers/${UUID}/feedback`]);
});

test("a verdict is given and taken back", async () => {
  const { sent, options } = gateway(() => Response.json({ feedback: [] }));
  await judgeAnswer(UUID, "helpful", options);
  await judgeAnswer(UUID, "helpful", { ...options, comment: "Thanks." });
  await judgeAnswer(UUID, null, options);
  await judgeCitation(UUID, { paragraphIndex: 0, citationId: "E2" }, true, options);
  await judgeCitation(UUID, { paragraphIndex: 0, citationId: "E2" }, false, options);
  const path = `/v1/answers/${UUID}/feedback`;
  expect(sent).toEqual([
    `POST ${path} {"verdict":"helpful"}`,
    `POST ${path} {"verdict":"helpful","comment":"Thanks."}`,
    `DELETE ${path}`,
    `POST ${path} {"verdict":"wrong_citation","paragraph_index":0,"citation_id":"E2"}`,
    `DELETE ${path}?paragraph_index=0&citation_id=E2`,
  ]);
});

test("a refusal is thrown", async () => {
  const { options } = gateway(() => Response.json({ code: "not_found" }, { status: 404 }));
  await expect(judgeAnswer(UUID, "helpful", options)).rejects.toMatchObject({ status: 404 });
});
