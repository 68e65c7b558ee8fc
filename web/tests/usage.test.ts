import { expect, test } from "vitest";

import { everyDay, sum, usage } from "../src/usage";

const row = (day: string, name: string | null, questions: number) => ({
  day,
  name,
  label: "",
  questions,
  refused: 1,
  doubtful: 0,
  from_memory: 0,
  question_tokens: 10,
  answer_tokens: 20,
});

test("days without a question are told with zeros, and applications of one day are added up", async () => {
  const by_day = [row("2026-03-05", "a", 2), row("2026-03-05", null, 3), row("2026-03-03", "a", 4)];
  const rows = await usage(3, { fetch: async () => Response.json({ days: 3, total: {}, by_day }) });
  expect(rows.map(({ app }) => app)).toEqual(["a", null, "a"]);
  const days = everyDay(rows, 3, new Date("2026-03-05T23:59:00Z"));
  expect(days.map(({ day, questions }) => [day, questions])).toEqual([
    ["2026-03-03", 4],
    ["2026-03-04", 0],
    ["2026-03-05", 5],
  ]);
  expect(sum(rows)).toEqual({ questions: 9, refused: 3, doubtful: 0, fromMemory: 0, questionTokens: 30, answerTokens: 60 });
});
