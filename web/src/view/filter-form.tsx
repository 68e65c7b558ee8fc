/** What a list is filtered by: words, sent with a button, and choices, which hold at once. */
import type { ComponentChildren } from "preact";

interface FilterFormProps {
  /** The label of the field for words; absent: there is none. */
  readonly search?: string;
  readonly find?: string;
  /** What stands in the field. */
  readonly words?: string;
  readonly onWords?: (words: string) => void;
  readonly children?: ComponentChildren;
}

export function FilterForm({ search, find, words, onWords, children }: FilterFormProps) {
  return (
    <form
      class="desk-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onWords?.(String(new FormData(event.currentTarget).get("words") ?? ""));
      }}
    >
      {search !== undefined && (
        <label>
          {search}
          <input type="search" name="words" maxLength={200} defaultValue={words} />
        </label>
      )}
      {find !== undefined && (
        <button type="submit" class="quiet">
          {find}
        </button>
      )}
      {children}
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** What stands for no choice; absent: one has to be made. */
  readonly all?: string;
  readonly children: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}

export function Choice({ label, value, all, children, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {children.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
