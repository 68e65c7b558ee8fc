/** A question that is asked anew in other words; what was asked before stays where it is. */
import "../styles/edit-question.css";

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import type { Labels, Language } from "../labels";
import { ROW } from "../labels/row";

/** The gateway takes no longer question. */
const MAX_CHARACTERS = 8000;

interface EditQuestionProps {
  readonly question: string;
  readonly labels: Labels;
  readonly language: Language;
  readonly canAsk: boolean;
  readonly onAsk: (question: string) => void;
  readonly onCancel: () => void;
}

export function EditQuestion({ question, labels, language, canAsk, onAsk, onCancel }: EditQuestionProps) {
  const text = useSignal(question);
  const field = useRef<HTMLTextAreaElement>(null);
  const words = ROW[language];
  const written = text.value.trim();
  const isAskable = canAsk && written !== "" && Array.from(written).length <= MAX_CHARACTERS;

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(question.length, question.length);
  }, []);

  const submit = (): void => {
    if (isAskable) onAsk(written);
  };

  return (
    <form
      class="edit-question"
      lang={labels.htmlLanguage}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.isComposing) onCancel();
      }}
    >
      <textarea
        ref={field}
        rows={2}
        value={text.value}
        aria-label={words.editing}
        dir="auto"
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <p>
        <button type="submit" class="quiet" aria-disabled={!isAskable}>
          {labels.ask}
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          {words.cancel}
        </button>
      </p>
    </form>
  );
}
