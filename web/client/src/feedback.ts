/** What this reader thinks of an answer and of its citations (`/v1/answers/{uuid}/feedback`). */
import { asList, asObject, asText, asWhole, type Json, optional } from "./protocol/shape.js";
import { type ClientOptions, getJson, request, sendJson } from "./transport.js";

export type Verdict = "helpful" | "not_helpful";

/** A citation where it stands. */
export interface Cited {
  readonly paragraphIndex: number;
  readonly citationId: string;
}

/** A citation that was called wrong, and why; `comment` is empty where that was not told. */
export interface Wrong extends Cited {
  readonly comment: string;
}

export interface Opinions {
  /** Of the whole answer; null where nothing was said. */
  readonly verdict: Verdict | null;
  /** What was said beside that verdict; empty for nothing. */
  readonly comment: string;
  /** The citations that were called wrong. */
  readonly wrong: readonly Wrong[];
}

/** How a verdict is given: with words of the reader, at most 2,000 characters; absent for none. */
export interface Judging extends ClientOptions {
  readonly comment?: string;
}

/**
 * What this reader has said of the answer. Throws what `getJson` throws.
 *
 * @example const { verdict } = await readOpinions(answer.answerUuid, gateway);
 */
export async function readOpinions(answerUuid: string, options: ClientOptions = {}): Promise<Opinions> {
  return readAll(await getJson(address(answerUuid), options));
}

/**
 * Says whether the answer helped, in place of what was said before; null takes it back.
 *
 * @example await judgeAnswer(answer.answerUuid, "helpful", gateway);
 */
export async function judgeAnswer(answerUuid: string, verdict: Verdict | null, options: Judging = {}): Promise<void> {
  if (verdict === null) await request(address(answerUuid), { method: "DELETE" }, options);
  else await sendJson(address(answerUuid), { verdict, ...said(options) }, options);
}

/**
 * Says that a citation is wrong, or takes that back.
 *
 * @example await judgeCitation(answer.answerUuid, { paragraphIndex: 0, citationId: "E1" }, true, gateway);
 */
export async function judgeCitation(answerUuid: string, cited: Cited, isWrong: boolean, options: Judging = {}): Promise<void> {
  const named = { paragraph_index: cited.paragraphIndex, citation_id: cited.citationId };
  if (isWrong) {
    await sendJson(address(answerUuid), { verdict: "wrong_citation", ...named, ...said(options) }, options);
    return;
  }
  const query = new URLSearchParams({ ...named, paragraph_index: String(cited.paragraphIndex) });
  await request(`${address(answerUuid)}?${query}`, { method: "DELETE" }, options);
}

/**
 * Whether two citations are the same one.
 *
 * @example const known = wrong.some((one) => isSameCitation(one, cited));
 */
export function isSameCitation(one: Cited, other: Cited): boolean {
  return one.citationId === other.citationId && one.paragraphIndex === other.paragraphIndex;
}

function said({ comment = "" }: Judging): Json {
  return comment === "" ? {} : { comment };
}

function address(answerUuid: string): string {
  return `/v1/answers/${encodeURIComponent(answerUuid)}/feedback`;
}

function readAll(data: Json): Opinions {
  const all = asList(data.feedback, "feedback").map((value) => asObject(value, "feedback"));
  const words = ({ comment }: Json): string => optional(comment, "comment", asText) ?? "";
  const whole = all.find(({ verdict }) => verdict === "helpful" || verdict === "not_helpful");
  return {
    verdict: (whole?.verdict as Verdict | undefined) ?? null,
    comment: whole === undefined ? "" : words(whole),
    wrong: all
      .filter(({ verdict }) => verdict === "wrong_citation")
      .map((opinion) => ({
        paragraphIndex: optional(opinion.paragraph_index, "paragraph_index", asWhole) ?? 0,
        citationId: asText(opinion.citation_id, "citation_id"),
        comment: words(opinion),
      })),
  };
}
