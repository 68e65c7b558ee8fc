/** One question and what came of it. */
import "../styles/notices.css";

import { useSignal } from "@preact/signals";
import type { Reference, Section } from "citestream-client/protocol";
import { useEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";
import { AnswerView } from "../view/answer";
import { lazy } from "../view/lazy";
import { scrolling } from "../view/motion";
import { Understood } from "../view/remarks";
import { isSame, offered } from "../view/sections";
import type { Trouble, Turn } from "./conversation";
import { waiting } from "./question-alone";
import { language } from "./language";
import { scope } from "./scope";
import { notice } from "./session";

export { loadFormulas } from "../view/markdown/formula";
export { ParagraphView, Prose } from "../view/paragraph";
export { SourceCard } from "../view/source";
export { shown } from "../view/shown";
export { allEvidence } from "../view/sources";
export { AnswerView, SourcePanel } from "../view/answer";

export const AnswerRow = lazy(() => import("../view/answer-row").then((module) => module.AnswerRow));
const Found = lazy(() => import("../view/found").then((module) => module.Found));

export interface TurnProps {
  readonly turn: Turn;
  readonly labels: Labels;
  /** No answer runs. */
  readonly canAsk: boolean;
  /** Who writes answers here, as far as that is known; `extractive` quotes. */
  readonly provider: string;
  readonly isEmptyBase: boolean;
  /** The sections that ids such as S2 mean now. */
  readonly outline: readonly Section[];
  readonly onAsk: (question: string, afresh?: boolean) => void;
  readonly onRetry: (turn: Turn) => void;
}

export function TurnView({ turn, labels, canAsk, provider, isEmptyBase, outline, onAsk, onRetry }: TurnProps) {
  const root = useRef<HTMLElement>(null);
  const found = useSignal<readonly Reference[] | "searching" | "failed" | "none">("none");
  const { answer, connection } = turn.snapshot.value;
  const trouble = turn.trouble.value;
  const isRunning = turn.running.value;

  useEffect(() => {
    if (turn.isNew) root.current?.scrollIntoView({ block: "start", behavior: scrolling() });
  }, []);

  const look = (): void => {
    found.value = "searching";
    import("citestream-client/search").then(({ search }) => search(turn.question, scope.value)).then(
      (passages) => (found.value = passages),
      (error: unknown) => {
        found.value = "failed";
        notice(error);
      },
    );
  };

  return (
    <article class="turn" ref={root} data-running={isRunning}>
      <h2 class="question" dir="auto">
        <span class="unseen">{labels.you}: </span>
        {turn.question}
      </h2>
      {answer.meta !== null && <Understood meta={answer.meta} labels={labels} />}
      {(isRunning || answer.status === "finished" || answer.text !== "") && (
        <AnswerView
          answer={answer}
          isRunning={isRunning}
          waiting={connection === "live" ? null : waiting()}
          labels={labels}
          quotes={(answer.meta?.provider ?? provider) === "extractive"}
          isEmptyBase={isEmptyBase}
          onAskSection={canAsk && isSame(offered(answer), outline) ? onAsk : null}
          onAfresh={canAsk ? () => onAsk(turn.question, true) : null}
          onSearch={found.value === "searching" ? null : look}
        />
      )}
      {!isRunning && (
        <AnswerRow
          question={turn.question}
          answer={answer}
          labels={labels}
          language={language.value}
          canAsk={canAsk}
          onAsk={onAsk}
          onError={notice}
        />
      )}
      {found.value !== "none" && (
        <Found passages={found.value} labels={labels} />
      )}
      {trouble !== null && (
        <TroubleView
          trouble={trouble}
          isCut={answer.text !== ""}
          labels={labels}
          canRetry={canAsk}
          onRetry={() => onRetry(turn)}
        />
      )}
    </article>
  );
}

interface TroubleProps {
  readonly trouble: Trouble;
  /** Something of the answer is there. */
  readonly isCut: boolean;
  readonly labels: Labels;
  readonly canRetry: boolean;
  readonly onRetry: () => void;
}

function TroubleView({ trouble, isCut, labels, canRetry, onRetry }: TroubleProps) {
  const isBroken = trouble.kind === "lost" || trouble.kind === "signed-out";
  return (
    <div class="trouble" role="alert">
      <p class="trouble-title">{isCut ? labels.cutShort : labels.failed}</p>
      <p dir="auto">{trouble.words ?? ownWords(trouble, labels)}</p>
      {trouble.retryable && (
        <button type="button" class="quiet" disabled={!canRetry} onClick={onRetry}>
          {isBroken ? labels.reconnect : labels.retry}
        </button>
      )}
    </div>
  );
}

function ownWords({ kind, sessionOver }: Trouble, labels: Labels): string {
  if (kind === "lost") return labels.connectionLost;
  if (kind === "signed-out") return labels.signedOut;
  return sessionOver === true ? labels.sessionOver : labels.unexpected;
}
