/** The conversations of whoever reads, beside the page; below 60 rem as a drawer above it. */
import "../styles/conversations.css";

import { useSignal } from "@preact/signals";
import type { Thread } from "citestream-client/threads";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";
import { CONVERSATIONS, type ConversationsLabels } from "../labels/conversations";
import { byDay } from "../view/by-day";
import { plainName } from "../view/plain";
import { ThreadEntry } from "../view/thread-entry";
import type { Conversation } from "./conversation";
import { language } from "./language";
import { sidebar, toggleSidebar, WIDE } from "./sidebar";
import { ThreadList } from "./thread-list";

/** Between two letters of a search. */
const PAUSE_MS = 200;

interface ConversationsProps {
  readonly conversation: Conversation;
  readonly labels: Labels;
}

export function Conversations({ conversation, labels }: ConversationsProps) {
  const words = CONVERSATIONS[language.value];
  const list = useRef<ThreadList>(null);
  list.current ??= new ThreadList();
  const { entries, removed, cursor, isLoaded, outcome, trouble } = list.current;
  const threads = list.current;
  const host = useRef<HTMLDivElement>(null);
  const kept = conversation.kept.value;

  useEffect(() => {
    const timer = setTimeout(() => void threads.load(), isLoaded.peek() ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [threads.words.value, kept, conversation.running.value]);

  const open = ({ threadId }: Thread): void => {
    if (!matchMedia(WIDE).matches) {
      toggleSidebar();
      document.getElementById("content")?.focus();
    }
    if (threadId === kept.threadId) return;
    conversation.sessionId.value = null;
    conversation.clear(threadId);
  };
  const rename = async (thread: Thread, title: string): Promise<void> => {
    await threads.rename(thread, title);
    const now = outcome.value?.thread;
    if (thread.threadId === conversation.kept.value.threadId && now?.title === title) conversation.title.value = title;
  };
  const remove = async (thread: Thread): Promise<void> => {
    await threads.remove(thread);
    if (thread.threadId === conversation.kept.value.threadId && removed.value.has(thread.threadId)) conversation.clear();
  };
  const more = async (): Promise<void> => {
    const first = await threads.more();
    const entry = [...(host.current?.querySelectorAll<HTMLElement>("[data-thread-id]") ?? [])];
    entry.find(({ dataset }) => dataset.threadId === first)?.querySelector("a")?.focus();
  };

  return (
    <Frame words={words} labels={labels}>
      <div ref={host}>
        <input
          type="search"
          class="thread-search"
          value={threads.words.value}
          placeholder={words.search}
          aria-label={words.search}
          maxLength={200}
          dir="auto"
          onInput={(event) => threads.search(event.currentTarget.value)}
        />
        <p class="unseen" role="status">
          {happened(threads, words)}
        </p>
        {trouble.value !== "" && (
          <p class="trouble" role="alert" dir="auto">
            {trouble.value === "unexpected" ? labels.statusUnknown : trouble.value}
          </p>
        )}
        {byDay(entries.value, ({ updatedAt }) => updatedAt, new Date()).map(([day, group]) => (
          <section key={day} aria-labelledby={`conversations-${day}`}>
            <h3 id={`conversations-${day}`}>{words[day]}</h3>
            <ul>
              {group.map((thread) => (
                <ThreadEntry
                  key={thread.threadId}
                  thread={thread}
                  words={words}
                  isOpen={thread.threadId === kept.threadId}
                  isRemoved={removed.value.has(thread.threadId)}
                  onOpen={() => open(thread)}
                  onRename={(title) => void rename(thread, title)}
                  onRemove={() => void remove(thread)}
                  onRestore={() => void threads.restore(thread)}
                />
              ))}
            </ul>
          </section>
        ))}
        {isLoaded.value && entries.value.length === 0 && (
          <p class="thread-none">{threads.words.value.trim() === "" ? words.none : words.noneFound}</p>
        )}
        {cursor.value !== "" && (
          <button type="button" class="quiet" onClick={() => void more()}>
            {words.more}
          </button>
        )}
      </div>
    </Frame>
  );
}

/** What a screen reader is told: what became of a conversation, else how many a search has found. */
function happened({ outcome, words: searched, entries, isLoaded, cursor }: ThreadList, words: ConversationsLabels): string {
  const now = outcome.value;
  if (now !== null) {
    const title = plainName(now.thread.title, 120);
    return now.did === "rename" ? words.renamed(title) : now.did === "remove" ? words.removed(title) : words.restored(title);
  }
  if (searched.value.trim() === "" || !isLoaded.value) return "";
  return entries.value.length === 0 ? words.noneFound : words.found(entries.value.length, cursor.value !== "");
}

interface FrameProps {
  readonly words: ConversationsLabels;
  readonly labels: Labels;
  readonly children: ComponentChildren;
}

/** A landmark beside the page, or a dialog above it. */
function Frame({ words, labels, children }: FrameProps) {
  const isWide = useSignal(matchMedia(WIDE).matches);
  const dialog = useRef<HTMLDialogElement>(null);
  const side = useRef<HTMLElement>(null);

  useEffect(() => {
    const media = matchMedia(WIDE);
    const measure = (): void => void (isWide.value = media.matches);
    media.addEventListener("change", measure);
    return () => media.removeEventListener("change", measure);
  }, []);
  useEffect(() => {
    if (!isWide.value) dialog.current?.showModal();
    else if (sidebar.peek() === "opened") side.current?.querySelector("input")?.focus();
  }, [isWide.value]);

  const close = (): void => {
    if (sidebar.peek() !== "closed") toggleSidebar();
    document.getElementById("conversations-button")?.focus();
  };
  const head = (
    <div class="conversations-head">
      <h2 id="conversations-title">{words.title}</h2>
      <button type="button" class="bare" title={labels.close} aria-label={labels.close} onClick={close}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
  if (isWide.value) {
    return (
      <aside class="conversations" aria-labelledby="conversations-title" ref={side}>
        {head}
        {children}
      </aside>
    );
  }
  return (
    <dialog
      class="conversations"
      aria-labelledby="conversations-title"
      ref={dialog}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      {head}
      {children}
    </dialog>
  );
}
