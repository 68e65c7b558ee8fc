/** A button that does something which cannot be undone by clicking again: it keeps the focus where it cannot be used, and
 * the second click of a double one does not count. */
import type { ComponentChildren, RefObject } from "preact";

interface ActionProps {
  readonly children: ComponentChildren;
  /** Its name where the words alone do not tell it from others; begins with them. */
  readonly name?: string;
  readonly off?: boolean;
  /** The key that does the same. */
  readonly keys?: string;
  readonly button?: RefObject<HTMLButtonElement | null>;
  readonly act: () => void;
}

export function Action({ children, name, off = false, keys, button, act }: ActionProps) {
  return (
    <button
      type="button"
      class="quiet"
      ref={button ?? null}
      aria-label={name}
      aria-disabled={off}
      aria-keyshortcuts={keys}
      onClick={({ detail }) => {
        if (!off && detail < 2) act();
      }}
    >
      {children}
    </button>
  );
}
