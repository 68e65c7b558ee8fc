/** Where a question is written. Enter sends, Shift and Enter begins a new line; an input method's Enter does neither. */
import "../styles/composer.css";

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";

/** The gateway takes 1 to 8,000 characters after trimming. */
const MAX_CHARACTERS = 8000;

interface ComposerProps {
  readonly labels: Labels;
  readonly busy: boolean;
  /** What has been written and not been sent. */
  readonly draft?: Signal<string> | undefined;
  /** Something is being written. */
  readonly onBegin?: () => void;
  readonly onAsk: (question: string) => void;
  /** Takes a question while an answer runs; absent: none can be sent then. */
  readonly onQueue?: ((question: string) => void) | undefined;
  readonly onStop: () => void;
  /** Chooses where questions look. */
  readonly onScope?: () => void;
}

export function Composer({ labels, busy, draft, onBegin, onAsk, onQueue, onStop, onScope }: ComposerProps) {
  const own = useSignal("");
  const text = draft ?? own;
  const field = useRef<HTMLTextAreaElement>(null);
  const length = Array.from(text.value.trim()).length;
  const isTooLong = length > MAX_CHARACTERS;
  const send = busy ? onQueue : onAsk;
  const canAsk = send !== undefined && length > 0 && !isTooLong;

  useEffect(() => {
    // On a touch screen the keyboard would come up and cover the answer.
    // And who is in the list of conversations stays there.
    if (matchMedia("(pointer: fine)").matches && !document.activeElement?.closest(".conversations")) field.current?.focus({ preventScroll: true });
  }, []);

  const submit = (): void => {
    if (!canAsk) return;
    send(text.value.trim());
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
      {onScope && (
        <button type="button" class="scope-button" aria-haspopup="dialog" aria-label={labels.whereToLook} title={labels.whereToLook} onClick={onScope}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2 4h12M4 8h8M6 12h4" />
          </svg>
        </button>
      )}
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
        onInput={(event) => {
          text.value = event.currentTarget.value;
          onBegin?.();
        }}
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
