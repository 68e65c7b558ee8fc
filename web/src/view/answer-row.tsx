/** A quiet row under an answer: take it along, ask again, say what it is worth. */
import "../styles/answer-row.css";
import "../styles/print.css";

import { useSignal } from "@preact/signals";
import { judgeAnswer, judgeCitation, type Verdict } from "citestream-client/feedback";
import type { Answer } from "citestream-client/protocol";
import { useRef } from "preact/hooks";

import type { Labels, Language } from "../labels";
import { ROW } from "../labels/row";
import { copy } from "./clipboard";
import { Comment } from "./comment";
import { EditQuestion } from "./edit-question";
import { answerLink, asFile, asMarkdown, fileName, footnotes } from "./footnotes";
import { isUnsourced } from "./honesty";
import { changed, useOpinions } from "./opinions";
import { Printed } from "./printed";
import { WrongCitations } from "./wrong-citations";

interface AnswerRowProps {
  readonly question: string;
  readonly answer: Answer;
  readonly labels: Labels;
  readonly language: Language;
  /** No answer runs. */
  readonly canAsk: boolean;
  readonly onAsk: (question: string, afresh?: boolean) => void;
  /** Hears of calls to the gateway that failed. */
  readonly onError: (error: unknown) => void;
}

export function AnswerRow(props: AnswerRowProps) {
  const { question, answer, labels, language, canAsk, onAsk, onError } = props;
  const words = ROW[language];
  const message = useSignal("");
  const isChoosing = useSignal(false);
  const isEditing = useSignal(false);
  const isCommenting = useSignal(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { opinions, learn, judge } = useOpinions(answer.answerUuid, onError, (outcome) => (message.value = words[outcome]));
  const hasText = answer.text !== "";
  const canJudge = answer.status === "finished" && hasText;
  const cited = answer.paragraphs.some((paragraph) => (paragraph?.citations.length ?? 0) > 0);
  const { verdict } = opinions;

  const take = (text: string, done: string): void => {
    void copy(text).then((isCopied) => (message.value = isCopied ? done : words.notCopied));
  };
  const judgeAs = (chosen: Verdict) => ({
    "aria-pressed": verdict === chosen,
    onClick: () => {
      const next = verdict === chosen ? null : chosen;
      isCommenting.value = next !== null;
      judge({ ...opinions, verdict: next, comment: "" }, next === null ? "takenBack" : "thanks", () =>
        judgeAnswer(answer.answerUuid, next),
      );
    },
  });

  return (
    <div class="answer-row" lang={labels.htmlLanguage} onPointerEnter={learn} onFocusIn={learn}>
      <div class="acts" role="group" aria-label={words.row}>
        {hasText && (
          <>
            <button type="button" onClick={() => take(asMarkdown(answer, labels, words, location.origin), words.copied)}>
              {words.copy}
            </button>
            {answer.answerUuid !== "" && (
              <button type="button" onClick={() => take(answerLink(answer.answerUuid, location.origin), words.linkCopied)}>
                {words.copyLink}
              </button>
            )}
            <button
              type="button"
              onClick={() => {
                save(fileName(question), asFile(question, answer, labels, words, location.origin));
                message.value = words.exported;
              }}
            >
              {words.exportFile}
            </button>
            <button type="button" onClick={() => print()}>
              {words.print}
            </button>
          </>
        )}
        {hasText && !isUnsourced(answer) && (
          <button type="button" aria-disabled={!canAsk} onClick={() => canAsk && onAsk(question, true)}>
            {words.askAgain}
          </button>
        )}
        <button type="button" ref={edit} onClick={() => (isEditing.value = true)}>
          {words.edit}
        </button>
        {canJudge && (
          <>
            <button type="button" {...judgeAs("helpful")}>
              {words.helpful}
            </button>
            <button type="button" {...judgeAs("not_helpful")}>
              {words.notHelpful}
            </button>
            {verdict !== null && (
              <button
                type="button"
                aria-expanded={isCommenting.value}
                onClick={() => (isCommenting.value = !isCommenting.value)}
              >
                {words.comment}
              </button>
            )}
            {cited && (
              <button type="button" aria-expanded={isChoosing.value} onClick={() => (isChoosing.value = !isChoosing.value)}>
                {words.wrongCitation}
              </button>
            )}
          </>
        )}
      </div>
      <p class="act-message" role="status">
        {message}
      </p>
      {isEditing.value && (
        <EditQuestion
          question={question}
          labels={labels}
          language={language}
          canAsk={canAsk}
          onAsk={(changed) => {
            isEditing.value = false;
            onAsk(changed);
          }}
          onCancel={() => {
            isEditing.value = false;
            edit.current?.focus();
          }}
        />
      )}
      {isCommenting.value && verdict !== null && (
        <Comment
          key={verdict}
          question={verdict === "helpful" ? words.whatHelped : words.whatLacked}
          stored={opinions.comment}
          language={language}
          onSend={(comment) =>
            judge({ ...opinions, comment }, "commentNoted", () => judgeAnswer(answer.answerUuid, verdict, { comment }))
          }
        />
      )}
      {isChoosing.value && (
        <WrongCitations
          answer={answer}
          labels={labels}
          words={words}
          wrong={opinions.wrong}
          language={language}
          onJudge={(citation, isWrong) =>
            judge(
              { ...opinions, wrong: changed(opinions.wrong, citation, isWrong ? "" : null) },
              isWrong ? "thanks" : "takenBack",
              () => judgeCitation(answer.answerUuid, citation, isWrong),
            )
          }
          onComment={(citation, comment) =>
            judge({ ...opinions, wrong: changed(opinions.wrong, citation, comment) }, "commentNoted", () =>
              judgeCitation(answer.answerUuid, citation, true, { comment }),
            )
          }
        />
      )}
      <Printed notes={footnotes(answer, labels, location.origin)} words={words} />
    </div>
  );
}

/** Hands the text over as a file. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/markdown;charset=utf-8" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
