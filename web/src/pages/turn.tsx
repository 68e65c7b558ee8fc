/** One question and what came of it. */
import { useEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";
import type { Section } from "../protocol/events";
import { AnswerView } from "../view/answer";
import { Understood } from "../view/remarks";
import { isSame, offered } from "../view/sections";
import type { Trouble, Turn } from "./conversation";

interface TurnProps {
  readonly turn: Turn;
  readonly labels: Labels;
  /** No answer runs. */
  readonly canAsk: boolean;
  /** The sections that ids such as S2 mean now. */
  readonly outline: readonly Section[];
  readonly onAsk: (question: string, afresh?: boolean) => void;
  readonly onRetry: (turn: Turn) => void;
}

export function TurnView({ turn, labels, canAsk, outline, onAsk, onRetry }: TurnProps) {
  const root = useRef<HTMLElement>(null);
  const { answer, connection } = turn.snapshot.value;
  const trouble = turn.trouble.value;

  useEffect(() => root.current?.scrollIntoView({ block: "start", behavior: "smooth" }), []);

  return (
    <article class="turn" ref={root} aria-busy={turn.running.value}>
      <h2 class="question" dir="auto">
        <span class="unseen">{labels.you}: </span>
        {turn.question}
      </h2>
      {answer.meta !== null && <Understood meta={answer.meta} labels={labels} />}
      {(turn.running.value || answer.status === "finished" || answer.text !== "") && (
        <AnswerView
          answer={answer}
          isRunning={turn.running.value}
          reconnecting={connection === "reconnecting"}
          labels={labels}
          onAskSection={canAsk && isSame(offered(answer), outline) ? onAsk : null}
          onAfresh={canAsk ? () => onAsk(turn.question, true) : null}
        />
      )}
      {trouble !== null && (
        <TroubleView trouble={trouble} labels={labels} canRetry={canAsk} onRetry={() => onRetry(turn)} />
      )}
    </article>
  );
}

interface TroubleProps {
  readonly trouble: Trouble;
  readonly labels: Labels;
  readonly canRetry: boolean;
  readonly onRetry: () => void;
}

function TroubleView({ trouble, labels, canRetry, onRetry }: TroubleProps) {
  const own = trouble.sessionOver === true ? labels.sessionOver : labels.unexpected;
  const words = trouble.words ?? (trouble.kind === "lost" ? labels.connectionLost : own);
  return (
    <div class="trouble" role="alert">
      <p class="trouble-title">{labels.failed}</p>
      <p dir="auto">{words}</p>
      {trouble.retryable && (
        <button type="button" class="quiet" disabled={!canRetry} onClick={onRetry}>
          {trouble.kind === "lost" ? labels.reconnect : labels.retry}
        </button>
      )}
    </div>
  );
}
