/** Where a question is written. Enter sends, Shift and Enter begins a new line; an input method's Enter does neither. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";

/** The gateway takes 1 to 8,000 characters after trimming. */
const MAX_CHARACTERS = 8000;

interface ComposerProps {
  readonly labels: Labels;
  readonly busy: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

export function Composer({ labels, busy, onAsk, onStop }: ComposerProps) {
  const text = useSignal("");
  const field = useRef<HTMLTextAreaElement>(null);
  const length = Array.from(text.value.trim()).length;
  const isTooLong = length > MAX_CHARACTERS;
  const canAsk = !busy && length > 0 && !isTooLong;

  useEffect(() => {
    // On a touch screen the keyboard would come up and cover the answer.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);

  const submit = (): void => {
    if (!canAsk) return;
    onAsk(text.value.trim());
    text.value = "";
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        value={text.value}
        placeholder={labels.placeholder}
        aria-label={labels.placeholder}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? "too-long" : undefined}
        enterkeyhint="send"
        dir="auto"
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      {busy && (
        <button
          type="button"
          class="stop"
          aria-label={labels.stop}
          title={labels.stop}
          onClick={() => {
            onStop();
            field.current?.focus({ preventScroll: true });
          }}
        >
          <span aria-hidden="true" />
        </button>
      )}
      <button type="submit" class="ask" disabled={!canAsk}>
        {labels.ask}
      </button>
      {isTooLong && (
        <p id="too-long" class="composer-note" role="alert">
          {labels.tooLong(MAX_CHARACTERS)}
        </p>
      )}
    </form>
  );
}
