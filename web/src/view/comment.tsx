/** What a reader adds to a verdict in words of their own. */
import "../styles/edit-question.css";

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";

import type { Language } from "../labels";
import { ROW } from "../labels/row";

/** The gateway takes no longer comment. */
const MAX_CHARACTERS = 2000;

interface CommentProps {
  /** What is asked. */
  readonly question: string;
  /** What the gateway has; empty for nothing. */
  readonly stored: string;
  readonly language: Language;
  readonly onSend: (comment: string) => void;
}

export function Comment({ question, stored, language, onSend }: CommentProps) {
  const words = ROW[language];
  const text = useSignal(stored);
  const id = useId();
  const written = text.value.trim();
  const isTooLong = Array.from(written).length > MAX_CHARACTERS;
  const canSend = written !== stored && !isTooLong;
  return (
    <form
      class="edit-question"
      data-comment
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend(written);
      }}
    >
      <label for={id}>{question}</label>
      <textarea
        id={id}
        rows={2}
        value={text.value}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? `${id}-trouble` : undefined}
        dir="auto"
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      {isTooLong && (
        <p id={`${id}-trouble`} class="too-long" role="alert">
          {words.commentTooLong(MAX_CHARACTERS)}
        </p>
      )}
      <p>
        <button type="submit" class="quiet" aria-disabled={!canSend}>
          {words.sendComment}
        </button>
      </p>
    </form>
  );
}
