/** How much was asked, and what nobody could answer, as staff see it (`/v1/usage`, `/v1/unanswered`). */
import type { PageOf } from "citestream-client/documents";
import { asList, asObject, asText, asWhole, type Json, optional } from "citestream-client/protocol";
import { type ClientOptions, getJson } from "citestream-client/transport";

import { pageOf, query } from "./page-of";

export const COUNTED = ["questions", "refused", "doubtful", "fromMemory", "questionTokens", "answerTokens"] as const;
export type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;

/** What one application asked on one day (UTC, `2026-03-05`). `app` null: not known any more. */
export interface DayCounts extends Counts {
  readonly day: string;
  readonly app: string | null;
}

export interface Unanswered {
  readonly question: string;
  readonly wordings: readonly string[];
  readonly count: number;
  readonly refused: number;
  readonly doubtful: number;
  readonly lastAt: string;
  readonly answerUuid: string;
}

export const PERIODS = [7, 30, 90, 366] as const;

/** The figures of the last days, the latest day first. */
export async function usage(days: number, options: ClientOptions = {}): Promise<DayCounts[]> {
  const data = await getJson(`/v1/usage?days=${days}&by=app`, options);
  return asList(data.by_day, "by_day").map((value) => {
    const row = asObject(value, "row");
    return { day: asText(row.day, "day"), app: optional(row.name, "name", asText) ?? null, ...readCounts(row) };
  });
}

/** What found nothing or was doubted, the most frequent first; `cursor` names the page. */
export async function unanswered(days: number, cursor: string, options: ClientOptions = {}): Promise<PageOf<Unanswered>> {
  const data = await getJson(`/v1/unanswered?${query({ days: String(days), limit: "20", cursor })}`, options);
  return pageOf(data, "questions", (value) => {
    const row = asObject(value, "question");
    return {
      question: asText(row.question, "question"),
      wordings: asList(row.wordings, "wordings").map((one) => asText(one, "wording")),
      count: asWhole(row.count, "count"),
      refused: asWhole(row.refused, "refused"),
      doubtful: asWhole(row.doubtful, "doubtful"),
      lastAt: asText(row.last_at, "last_at"),
      answerUuid: asText(row.answer_uuid, "answer_uuid"),
    };
  });
}

export function sum(rows: readonly Counts[]): Counts {
  const of = (name: keyof Counts): number => rows.reduce((total, row) => total + row[name], 0);
  return {
    questions: of("questions"),
    refused: of("refused"),
    doubtful: of("doubtful"),
    fromMemory: of("fromMemory"),
    questionTokens: of("questionTokens"),
    answerTokens: of("answerTokens"),
  };
}

/** The last days up to `today`, the earliest first; a day without a question has zeros. */
export function everyDay(rows: readonly DayCounts[], days: number, today: Date): (Counts & { readonly day: string })[] {
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, ...sum(rows.filter((row) => row.day === day)) };
  });
}

const DAY_MS = 86_400_000;

function readCounts(row: Json): Counts {
  return {
    questions: asWhole(row.questions, "questions"),
    refused: asWhole(row.refused, "refused"),
    doubtful: asWhole(row.doubtful, "doubtful"),
    fromMemory: asWhole(row.from_memory, "from_memory"),
    questionTokens: asWhole(row.question_tokens, "question_tokens"),
    answerTokens: asWhole(row.answer_tokens, "answer_tokens"),
  };
}
