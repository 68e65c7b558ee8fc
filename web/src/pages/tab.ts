/**
 * What this tab keeps of the open conversation, so that a reload draws it at once, in mid-answer too.
 */
export interface KeptTurn {
  readonly question: string;
  /** Empty where the gateway had not taken the question yet. */
  readonly answerUuid: string;
}

export interface Kept {
  readonly threadId: string;
  readonly turns: readonly KeptTurn[];
}

export const KEY = "citestream.conversation";

export function keep(conversation: Kept): void {
  try {
    if (conversation.turns.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(conversation));
  } catch {
    // The conversation then lasts until the next reload.
  }
}
