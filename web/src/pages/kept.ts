/**
 * What a tab keeps (`tab.ts`, `kept-answers.ts`), written and read again: loaded where the address names a conversation,
 * else when there is a first answer. Until then the gateway knows all that a reload needs.
 */
import { effect, type ReadonlySignal } from "@preact/signals";
import type { Status } from "citestream-client";
import { type Answer, asList, asObject, asText, EMPTY } from "citestream-client/protocol";

import { allDrawn } from "../view/slices";
import type { Conversation } from "./conversation";
import { ANSWERS, keepAnswers, keepPlace, keepStatus, PLACE, SHAPE, STATUS } from "./kept-answers";
import { lastPlace } from "./lasting";
import { keep, KEY, type Kept } from "./tab";

export { keepPlace } from "./kept-answers";

/** Keeps the conversation as it goes on, and when the page is left its answers, its place and the status. */
export function remember(conversation: Conversation, status: ReadonlySignal<Status | string>): void {
  effect(() => keep(conversation.kept.value));
  addEventListener("pagehide", () => {
    keepAnswers(conversation.turns.value.map(({ snapshot }) => snapshot.value.answer));
    keepStatus(typeof status.value === "string" ? null : status.value);
    keepPlace(conversation.kept.value.threadId);
  });
}

/** The conversation of this id as the tab keeps it; null when the tab keeps none or another. */
export function kept(threadId: string | null): Kept | null {
  try {
    const written = sessionStorage.getItem(KEY);
    if (written === null) return null;
    const value = asObject(JSON.parse(written), "conversation");
    const turns = asList(value.turns, "turns").map((item) => {
      const turn = asObject(item, "turn");
      return { question: asText(turn.question, "question"), answerUuid: asText(turn.answerUuid, "answerUuid") };
    });
    return value.threadId === threadId ? { threadId: asText(threadId, "threadId"), turns } : null;
  } catch {
    return null; // Storage may be forbidden, or hold what an older page wrote.
  }
}

/** Finds the kept answer of a uuid, else one that holds nothing yet. */
export function keptAnswers(): (answerUuid: string) => Answer {
  const answers = read();
  return (answerUuid) => answers.get(answerUuid) ?? { ...EMPTY, answerUuid };
}

/** What the gateway said of itself before the reload. */
export function keptStatus(): Status | null {
  try {
    return JSON.parse(load(STATUS) ?? "null") as Status | null;
  } catch {
    return null;
  }
}

/** Scrolls to where the reader was in the conversation when all of it is drawn, and hides it until then; false where
 * this browser does not know. */
export async function returnToPlace(threadId: string): Promise<boolean> {
  const page = document.getElementById("content");
  if (page !== null) page.style.opacity = "0"; // All that it holds would get its style anew from what is inherited, such as `visibility`.
  await allDrawn();
  if (page !== null) page.style.opacity = "";
  const place = load(PLACE + threadId) ?? lastPlace(threadId);
  if (place !== null) scrollTo({ top: Number(place), behavior: "instant" });
  return place !== null;
}

function read(): Map<string, Answer> {
  try {
    const kept = JSON.parse(load(ANSWERS) ?? "{}") as { shape?: string; answers?: Answer[] };
    if (kept.shape !== SHAPE) return new Map();
    return new Map((kept.answers ?? []).map((answer) => [answer.answerUuid, answer]));
  } catch {
    return new Map();
  }
}

function load(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
