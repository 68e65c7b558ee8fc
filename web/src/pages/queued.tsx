/** The question that is asked when the answer under way has ended. */
import "../styles/scope-bar.css";

import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

import type { Labels } from "../labels";
import { ROW } from "../labels/row";
import { plainName } from "../view/plain";
import type { Conversation } from "./conversation";
import { draftOf } from "./drafts";
import { language } from "./language";

interface QueuedProps {
  readonly conversation: Conversation;
  readonly queued: Signal<string>;
  /** Where it goes when it is not to be asked yet. */
  readonly draft: Signal<string>;
  readonly labels: Labels;
}

/** It waits on where the answer before it went wrong, until that was tried again. */
export function Queued({ conversation, queued, draft, labels }: QueuedProps) {
  const words = ROW[language.value];
  const last = conversation.turns.value.at(-1);
  const isNext = !conversation.running.value && last !== undefined && last.trouble.value === null;
  useEffect(() => {
    if (!isNext) return;
    const afresh = draftOf(`${conversation.kept.value.threadId}.afresh`);
    void conversation.ask(queued.value, afresh.value !== "");
    queued.value = afresh.value = "";
  }, [isNext]);
  const back = (): void => {
    draft.value = [queued.value, draft.value].filter((text) => text !== "").join("\n");
    queued.value = "";
    document.querySelector<HTMLElement>(".composer textarea")?.focus({ preventScroll: true });
  };
  return (
    <p class="scope" role="status" lang={labels.htmlLanguage} data-queued>
      <span class="scope-chip">
        <bdi>{words.queued(plainName(queued.value, 60))}</bdi>
        <button type="button" aria-label={words.unqueue} title={words.unqueue} onClick={back}>
          ×
        </button>
      </span>
    </p>
  );
}
