/** The answers of the open conversation as the page holds them, kept in this tab over a reload, so that the page stands
 * at once as it stood; and where its reader was. */

import type { Status } from "citestream-client";
import { type Answer, EMPTY } from "citestream-client/protocol";

import { scrolled } from "./lasting";

export const ANSWERS = "citestream.answers";
export const STATUS = "citestream.status";
export const PLACE = "citestream.place.";

/** By uuid. Answers that do not fit the browser's storage are fetched again after a reload. */
export function keepAnswers(answers: readonly Answer[]): void {
  const known = answers.filter(({ answerUuid }) => answerUuid !== "");
  store(ANSWERS, known.length === 0 ? null : JSON.stringify({ shape: SHAPE, answers: known }));
}

/** What the gateway last said of itself: the line below the composer is as high as it was. */
export function keepStatus(status: Status | null): void {
  store(STATUS, status === null ? null : JSON.stringify(status));
}

/** Where the page is scrolled to in a conversation, in pixels. */
export function keepPlace(threadId: string): void {
  store(PLACE + threadId, String(scrolled()));
}

/** What an answer of this version of the page is made of: what another version kept is not read. */
export const SHAPE = Object.keys(EMPTY).join();

function store(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    try {
      sessionStorage.removeItem(key); // What is too long is not kept, and neither is what stood there before.
    } catch {
      // Storage is forbidden.
    }
  }
}
