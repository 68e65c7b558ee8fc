/** One conversation in the list: its link, its name to change, and where it was when it is deleted. */
import { useSignal } from "@preact/signals";
import type { Thread } from "citestream-client/threads";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { ConversationsLabels } from "../labels/conversations";
import { plainName } from "./plain";

const LONGEST = 200;

interface ThreadEntryProps {
  readonly thread: Thread;
  readonly words: ConversationsLabels;
  readonly isOpen: boolean;
  readonly isRemoved: boolean;
  readonly onOpen: () => void;
  readonly onRename: (title: string) => void;
  readonly onRemove: () => void;
  readonly onRestore: () => void;
}

export function ThreadEntry(props: ThreadEntryProps) {
  const { thread, words, isOpen, isRemoved, onOpen, onRename, onRemove, onRestore } = props;
  const isNaming = useSignal(false);
  const host = useRef<HTMLLIElement>(null);
  const before = useRef({ isRemoved, isNaming: false });
  const title = plainName(thread.title, 120);

  useLayoutEffect(() => {
    const focus = (selector: string): void => host.current?.querySelector<HTMLElement>(selector)?.focus();
    if (before.current.isRemoved !== isRemoved) focus(isRemoved ? "button" : "a");
    else if (before.current.isNaming && !isNaming.value) focus(".rename");
    before.current = { isRemoved, isNaming: isNaming.value };
  }, [isRemoved, isNaming.value]);

  const named = (name: string | null): void => {
    isNaming.value = false;
    if (name !== null && name !== "" && name !== thread.title) onRename(name);
  };

  return (
    <li class="thread-entry" ref={host} data-thread-id={thread.threadId}>
      {isRemoved ? (
        <>
          <span class="thread-removed">{words.removed(title)}</span>
          <button type="button" class="quiet" aria-label={`${words.undo}: ${title}`} onClick={onRestore}>
            {words.undo}
          </button>
        </>
      ) : isNaming.value ? (
        <NameForm title={thread.title} words={words} onNamed={named} />
      ) : (
        <>
          <a
            href={`/c/${encodeURIComponent(thread.threadId)}`}
            dir="auto"
            aria-current={isOpen ? "page" : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
              event.preventDefault();
              event.currentTarget.blur();
              onOpen();
            }}
          >
            {title}
            {thread.running !== "" && <span class="thread-running"> · {words.writing}</span>}
          </a>
          <button
            type="button"
            class="bare rename"
            title={words.rename}
            aria-label={`${words.rename}: ${title}`}
            onClick={() => (isNaming.value = true)}
          >
            <span aria-hidden="true">✎</span>
          </button>
          <button type="button" class="bare" title={words.remove} aria-label={`${words.remove}: ${title}`} onClick={onRemove}>
            <span aria-hidden="true">×</span>
          </button>
        </>
      )}
    </li>
  );
}

interface NameFormProps {
  readonly title: string;
  readonly words: ConversationsLabels;
  /** Null where the name stays. */
  readonly onNamed: (name: string | null) => void;
}

function NameForm({ title, words, onNamed }: NameFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <form
      class="thread-name"
      onSubmit={(event) => {
        event.preventDefault();
        onNamed(field.current?.value.trim() ?? null);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault(); // The drawer stays open.
        onNamed(null);
      }}
    >
      <input ref={field} defaultValue={title} maxLength={LONGEST} aria-label={words.name} dir="auto" />
      <button type="submit" class="quiet">
        {words.save}
      </button>
      <button type="button" class="quiet" onClick={() => onNamed(null)}>
        {words.cancel}
      </button>
    </form>
  );
}
