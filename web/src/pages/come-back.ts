/** Brings a conversation back that the gateway keeps: in another tab, by "back", after the browser was closed. */
import { type ClientOptions, follow } from "citestream-client";
import { type Answer, EMPTY } from "citestream-client/protocol";
import { thread, type ThreadTurn } from "citestream-client/threads";

import type { Conversation } from "./conversation";
import type { KeptTurn } from "./tab";

/**
 * Fetches what the gateway knows of the conversation and puts it on the page, where that knows less. `prepare` loads what
 * the answers are drawn with. Throws what `thread` throws; resolves early when its reader has gone on to another.
 */
export async function comeBack(
  conversation: Conversation,
  prepare: (answers: readonly Answer[]) => Promise<void>,
): Promise<void> {
  const { threadId } = conversation.kept.value;
  const isLeft = (): boolean => conversation.kept.value.threadId !== threadId;
  const found = await thread(threadId, conversation.options);
  if (isLeft()) return;
  if (found.isNamed) conversation.title.value = found.title;
  const here = conversation.kept.value.turns;
  const turns = together(here, found.turns);
  if (turns === null || conversation.running.value) return;
  const known = new Map(conversation.turns.value.map((turn) => [turn.answerUuid.value, turn.snapshot.value.answer]));
  const missing = turns.map(({ answerUuid }) => answerUuid).filter((uuid) => uuid !== found.running && !known.has(uuid));
  for (const answer of await Promise.all(missing.map((uuid) => wholeAnswer(uuid, conversation.options)))) {
    known.set(answer.answerUuid, answer);
  }
  await prepare([...known.values()]);
  if (isLeft() || conversation.running.value) return;
  void conversation.resume({ threadId, turns }, (uuid) => known.get(uuid) ?? { ...EMPTY, answerUuid: uuid });
}

/**
 * The questions that are here with those that only the gateway knows; null where it knows no more. A question that had
 * not arrived when the page was left, and did, is no second one.
 */
export function together(here: readonly KeptTurn[], there: readonly ThreadTurn[]): KeptTurn[] | null {
  const known = new Set(here.map(({ answerUuid }) => answerUuid));
  const more = there.filter(({ answerUuid, earlier }) => ![answerUuid, ...earlier].some((uuid) => known.has(uuid)));
  if (more.length === 0) return null;
  const arrived = new Set(more.map(({ question }) => question));
  return [
    ...here.filter(({ question, answerUuid }) => answerUuid !== "" || !arrived.has(question)),
    ...more.map(({ question, answerUuid }) => ({ question, answerUuid })),
  ];
}

/** A finished answer as its events tell it; what cannot be fetched holds nothing. */
async function wholeAnswer(answerUuid: string, options: ClientOptions): Promise<Answer> {
  let answer: Answer = { ...EMPTY, answerUuid };
  try {
    for await (const snapshot of follow(answer, options)) answer = snapshot.answer;
  } catch {
    // The turn on the page tries again, and says what is wrong.
  }
  return answer;
}
