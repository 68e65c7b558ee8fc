/** The form that makes a key, and the key, shown once. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { type MadeKey, type NewKey, type Role, ROLES } from "../keys";
import type { AdminLabels } from "../labels/admin";
import { copy } from "./clipboard";

interface NewKeyFormProps {
  readonly busy: boolean;
  /** Chosen at first. */
  readonly role: Role;
  readonly words: AdminLabels;
  readonly onMake: (wanted: NewKey) => Promise<boolean>;
}

export function NewKeyForm({ busy, role, words, onMake }: NewKeyFormProps) {
  return (
    <form
      class="desk-form"
      aria-label={words.make}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        const form = event.currentTarget;
        const given = new FormData(form);
        const text = (name: string): string => String(given.get(name) ?? "");
        const chosen = ROLES.find((known) => known === text("role")) ?? role;
        const wanted = { role: chosen, label: text("label"), workspaces: text("workspaces"), days: text("days") };
        void onMake(wanted).then((isMade) => isMade && form.reset());
      }}
    >
      <label>
        {words.role}
        <select name="role" key={role} defaultValue={role}>
          {ROLES.map((name) => (
            <option key={name} value={name} selected={name === role}>
              {words.roles[name]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.label}
        <input name="label" maxLength={200} placeholder={words.labelHint} autocomplete="off" />
      </label>
      <label>
        {words.workspaces}
        <input name="workspaces" maxLength={2000} placeholder="handbook, prices" autocomplete="off" />
      </label>
      <label>
        {words.days}
        <input name="days" type="number" min={1} max={36_500} step={1} inputMode="numeric" />
      </label>
      <button type="submit" class="quiet" aria-disabled={busy}>
        {words.create}
      </button>
    </form>
  );
}

interface ShownKeyProps {
  readonly made: MadeKey;
  readonly words: AdminLabels;
  readonly onDone: () => void;
}

/** Takes the focus, so that nobody who cannot see it misses it. */
export function ShownKey({ made, words, onDone }: ShownKeyProps) {
  const message = useSignal("");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    message.value = "";
  }, [made]);
  return (
    <section class="made-key" aria-labelledby="made-key">
      <h2 id="made-key" tabIndex={-1} ref={heading}>
        {words.made}
      </h2>
      <p>{words.onlyNow}</p>
      <p>
        <code class="secret" tabIndex={0}>
          {made.secret}
        </code>
      </p>
      <p class="entry-verdicts">
        <button
          type="button"
          class="quiet"
          onClick={() => void copy(made.secret).then((isCopied) => (message.value = isCopied ? words.copied : words.notCopied))}
        >
          {words.copy}
        </button>
        <button type="button" class="quiet" onClick={onDone}>
          {words.done}
        </button>
        <span class="entry-note" role="status">
          {message}
        </span>
      </p>
    </section>
  );
}
