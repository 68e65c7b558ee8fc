/** The session that the page's address names: its round, its workflow, and the way on when it is over. */
import "../styles/notices.css";
import "../styles/session.css";

import { useSignal } from "@preact/signals";
import { Refused } from "citestream-client/transport";
import { useEffect } from "preact/hooks";

import type { Labels } from "../labels";
import { type Context, context as loadContext, createSession } from "../sessions";
import { plainName } from "../view/plain";
import type { Conversation } from "./conversation";
import { language } from "./language";
import { locked, notice } from "./session";
import { nameSession } from "./address";

interface SessionBarProps {
  readonly conversation: Conversation;
  readonly labels: Labels;
}

export function SessionBar({ conversation, labels }: SessionBarProps) {
  const known = useSignal<Context | null>(null);
  const trouble = useSignal("");
  const sessionId = conversation.sessionId.value;
  const isRunning = conversation.running.value;
  const asked = conversation.turns.value.length;

  useEffect(() => {
    if (sessionId === null || isRunning || locked.value) return undefined;
    const abort = new AbortController();
    loadContext(sessionId, { signal: abort.signal }).then(
      (context) => {
        known.value = context;
        trouble.value = "";
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        trouble.value = error instanceof Refused && !error.retryable && !error.needsKey ? error.message : "";
        notice(error);
      },
    );
    return () => abort.abort();
  }, [sessionId, asked, isRunning, locked.value]);

  if (sessionId === null) return null;
  const context = known.value?.sessionId === sessionId ? known.value : null;
  const end = over(conversation, context, labels) || trouble.value;

  const renew = async (): Promise<void> => {
    try {
      const next = successor(conversation) ?? (await createSession(language.value)).sessionId;
      nameSession(next);
      conversation.enter(next);
      trouble.value = "";
    } catch (error) {
      trouble.value = error instanceof Refused ? (error.needsKey ? "" : error.message) : labels.statusUnknown;
      notice(error);
    }
  };

  return (
    <>
      {end !== "" && (
        <div class="banner session-over" role="status">
          <p dir="auto">{end}</p>
          <button type="button" class="quiet" disabled={isRunning} onClick={() => void renew()}>
            {labels.newSession}
          </button>
        </div>
      )}
      {context !== null && <Place context={context} labels={labels} />}
    </>
  );
}

function Place({ context, labels }: { readonly context: Context; readonly labels: Labels }) {
  return (
    <div class="session" data-session={context.status}>
      <span>{labels.round(context.round, context.maxRounds)}</span>
      {context.workflows.length > 0 && (
        <nav aria-label={labels.workflow}>
          <ol class="workflow">
            {context.workflows.map((name, level) => (
              <li key={level} aria-current={level === context.workflows.length - 1 ? "step" : undefined}>
                <bdi>{plainName(name)}</bdi>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </div>
  );
}

/** Why the session takes no more questions, in words; empty while it does. */
function over(conversation: Conversation, context: Context | null, labels: Labels): string {
  const last = conversation.turns.value.at(-1);
  const round = last?.snapshot.value.answer.meta?.session;
  if (context?.status === "full") return context.notice || labels.sessionFull;
  if (round?.isFull && round.sessionId === conversation.sessionId.value) return round.notice || labels.sessionFull;
  const isOver = context?.status === "expired" || context?.status === "ended" || last?.trouble.value?.sessionOver;
  return isOver === true ? labels.sessionOver : "";
}

/** The session that the gateway named when it refused a question. */
function successor(conversation: Conversation): string | null {
  return conversation.turns.value.at(-1)?.trouble.value?.newSessionId ?? null;
}
