/** What a question is sent with of the conversation before it, so that the model can follow it. */

/** One question and the text of its answer; empty where there is none. */
import type { Message } from "citestream-client";

export interface Exchange {
  readonly question: string;
  readonly answer: string;
  /** The gateway knows by it which sources the answer has shown. */
  readonly answerUuid: string;
}

const MOST_MESSAGES = 20;
/** The gateway takes a message of 32,000 characters and a body of 256 KB, question included. */
const MOST_CHARACTERS = 32_000;
const MOST_BYTES = 200_000;

/** The newest exchanges, oldest first, as far as the gateway takes them. A question without an answer is left out. */
export function history(exchanges: readonly Exchange[]): Message[] {
  const kept: Message[] = [];
  let bytes = 0;
  for (const { question, answer, answerUuid } of exchanges.filter((exchange) => exchange.answer.trim() !== "").reverse()) {
    const pair: Message[] = [
      { role: "user", content: question },
      { role: "assistant", content: Array.from(answer).slice(0, MOST_CHARACTERS).join(""), ...(answerUuid === "" ? {} : { answer_uuid: answerUuid }) },
    ];
    bytes += new TextEncoder().encode(JSON.stringify(pair)).length;
    if (bytes > MOST_BYTES || kept.length + pair.length > MOST_MESSAGES) break;
    kept.unshift(...pair);
  }
  return kept;
}
