/** Where a key is entered. What the page shows is asked for afterwards, with the session it opens. */
import "../styles/sign-in.css";

import { useSignal } from "@preact/signals";
import { Refused } from "citestream-client/transport";

import type { Labels } from "../labels";

interface SignInProps {
  readonly labels: Labels;
  readonly onKey: (key: string) => Promise<void>;
}

export function SignIn({ labels, onKey }: SignInProps) {
  const key = useSignal("");
  const trouble = useSignal("");
  const busy = useSignal(false);
  const canSend = !busy.value && key.value.trim() !== "";

  const submit = async (): Promise<void> => {
    if (!canSend) return;
    busy.value = true;
    trouble.value = "";
    try {
      await onKey(key.value.trim());
    } catch (error) {
      trouble.value = error instanceof Refused && error.needsKey ? labels.wrongKey : labels.unexpected;
    } finally {
      busy.value = false;
    }
  };

  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>{labels.signIn}</h1>
      <label for="key">{labels.key}</label>
      <div class="sign-in-line">
        <input
          id="key"
          type="password"
          autocomplete="current-password"
          maxLength={200}
          value={key.value}
          aria-invalid={trouble.value !== ""}
          aria-describedby="key-note"
          onInput={(event) => (key.value = event.currentTarget.value)}
        />
        <button type="submit" class="ask" disabled={!canSend}>
          {labels.signIn}
        </button>
      </div>
      <p id="key-note" role={trouble.value === "" ? undefined : "alert"}>
        {trouble.value === "" ? labels.keyHint : trouble.value}
      </p>
    </form>
  );
}
