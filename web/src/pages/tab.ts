/**
 * What this tab keeps: the open conversation, for as long as the page stays. A reload goes on with it, in mid-answer
 * too; whoever comes to the page anew, by an address, a link or "back", begins a conversation.
 */
import { asList, asObject, asText } from "../protocol/shape";

export interface KeptTurn {
  readonly question: string;
  /** Empty where the gateway had not taken the question yet. */
  readonly answerUuid: string;
}

export interface Kept {
  readonly threadId: string;
  readonly turns: readonly KeptTurn[];
}

const KEY = "citestream.conversation";

/** The conversation from before a reload; null when there is none, or the page was left in between. */
export function kept(isReload: boolean = wasReloaded()): Kept | null {
  try {
    const written = isReload ? sessionStorage.getItem(KEY) : null;
    if (written === null) return null;
    const value = asObject(JSON.parse(written), "conversation");
    const turns = asList(value.turns, "turns").map((item) => {
      const turn = asObject(item, "turn");
      return { question: asText(turn.question, "question"), answerUuid: asText(turn.answerUuid, "answerUuid") };
    });
    return { threadId: asText(value.threadId, "threadId"), turns };
  } catch {
    return null; // Storage may be forbidden, or hold what an older page wrote.
  }
}

export function keep(conversation: Kept): void {
  try {
    if (conversation.turns.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(conversation));
  } catch {
    // The conversation then lasts until the next reload.
  }
}

/** The session that the page's address names (`?session=`). */
export function namedSession(): string | null {
  return new URLSearchParams(location.search).get("session") || null;
}

export function nameSession(sessionId: string): void {
  const address = new URL(location.href);
  address.searchParams.set("session", sessionId);
  history.replaceState(history.state, "", address);
}

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && (entry as PerformanceNavigationTiming).type === "reload";
}
