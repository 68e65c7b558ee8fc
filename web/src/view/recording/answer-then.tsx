/** The answer as a reader saw it at the moment where the player stands. */
import type { Labels } from "../../labels";
import type { QaLabels } from "../../labels/qa";
import type { Player } from "../../pages/player";
import { lazy } from "../lazy";

/** What draws answers stays one file. */
export const AnswerView = lazy(() => import("../../pages/turn").then((module) => module.AnswerView));

interface AnswerThenProps {
  readonly player: Player;
  readonly labels: Labels;
  readonly words: QaLabels;
}

export function AnswerThen({ player, labels, words }: AnswerThenProps) {
  const answer = player.answer.value;
  const { failure } = answer;
  return (
    <section class="answer-then" aria-labelledby="answer-then">
      <h2 id="answer-then">{words.answer}</h2>
      {answer.lastSeq === 0 ? (
        <p class="recording-note">{words.nothingYet}</p>
      ) : (
        <AnswerView
          answer={answer}
          isRunning={answer.status === "running"}
          quotes={answer.meta?.provider === "extractive"}
          labels={labels}
        />
      )}
      {failure !== null && (
        <p class="trouble" dir="auto">
          {failure.message} ({failure.code})
        </p>
      )}
    </section>
  );
}
