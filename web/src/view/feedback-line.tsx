/** What one reader said, with the paragraph and the citation that it is about, and what staff do with it. */
import type { Answer } from "citestream-client/protocol";

import type { Feedback, State } from "../feedback-list";
import { type Labels } from "../labels";
import type { Language } from "../labels/language";
import { shortDay } from "../labels/library/numbers";
import type { FeedbackLabels } from "../labels/staff/en";
import { Action } from "./action";
import { CitedParagraph, RememberedAnswer } from "./memory-entry";
import { plainName } from "./plain";

interface FeedbackLineProps {
  readonly feedback: Feedback;
  readonly isOpen: boolean;
  readonly answer: Answer | null;
  readonly busy: boolean;
  readonly labels: Labels;
  readonly words: FeedbackLabels;
  readonly language: Language;
  readonly onToggle: () => void;
  readonly onChange: (change: { readonly state: State; readonly note?: string }) => void;
}

export function FeedbackLine(props: FeedbackLineProps) {
  const { feedback, isOpen, answer, busy, labels, words, language, onToggle, onChange } = props;
  const { question, verdict, comment, state, paragraph, answerUuid } = feedback;
  const about = plainName(question, 80);
  return (
    <li class="feedback-line" data-feedback={feedback.id} data-state={state}>
      <h2 tabIndex={-1}>
        <bdi>{question}</bdi>
      </h2>
      <p class="entry-note">
        <span class="verdict" data-verdict={verdict}>
          {words.verdicts[verdict]}
        </span>
        {words.about(shortDay(language, new Date(feedback.createdAt)), feedback.source, plainName(feedback.model))}
        {state === "handled" && ` · ${words.states.handled}`}
      </p>
      {comment !== "" && (
        <blockquote dir="auto">
          <p>{comment}</p>
        </blockquote>
      )}
      {paragraph !== null && !isOpen && (
        <div class="entry-body">
          <CitedParagraph feedback={feedback} text={paragraph} labels={labels} words={words} />
        </div>
      )}
      {isOpen && (
        <div class="entry-body">
          {answer !== null && <RememberedAnswer answer={answer} text={answer.text} labels={labels} marked={feedback.paragraphIndex} />}
          <Note key={feedback.note} stored={feedback.note} words={words} onStore={(note) => onChange({ state, note })} />
        </div>
      )}
      {!isOpen && feedback.note !== "" && <p class="entry-note" dir="auto">{feedback.note}</p>}
      <p class="line-actions">
        <Action
          name={`${state === "open" ? words.handle : words.reopen}: ${about}`}
          off={busy}
          act={() => onChange({ state: state === "open" ? "handled" : "open" })}
        >
          {state === "open" ? words.handle : words.reopen}
        </Action>
        <button type="button" class="quiet" aria-expanded={isOpen} aria-label={`${words.wholeAnswer}: ${about}`} onClick={onToggle}>
          {words.wholeAnswer}
        </button>
        <a href={`/answers/${answerUuid}`} aria-label={`${words.openAnswer}: ${about}`}>
          {words.openAnswer}
        </a>
      </p>
    </li>
  );
}

interface NoteProps {
  readonly stored: string;
  readonly words: FeedbackLabels;
  readonly onStore: (note: string) => void;
}

function Note({ stored, words, onStore }: NoteProps) {
  return (
    <form
      class="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        onStore(String(new FormData(event.currentTarget).get("note") ?? "").trim());
      }}
    >
      <label>
        {words.note}
        <input name="note" maxLength={2000} defaultValue={stored} dir="auto" />
      </label>
      <button type="submit" class="quiet">
        {words.saveNote}
      </button>
    </form>
  );
}
