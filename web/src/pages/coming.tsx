/** Stands where a conversation will stand, until it has come from the gateway; or says that there is none. */
import "../styles/notices.css";

import { useSignal } from "@preact/signals";
import type { Answer } from "citestream-client/protocol";
import { Refused } from "citestream-client/transport";
import { useEffect } from "preact/hooks";

import type { Labels } from "../labels";
import { CONVERSATIONS } from "../labels/conversations";
import { patientWait } from "../network";
import { comeBack } from "./come-back";
import type { Conversation } from "./conversation";
import { returnToPlace } from "./kept";
import { language } from "./language";
import { notice } from "./session";

const AGAIN_MS = 10_000;

interface ComingProps {
  readonly conversation: Conversation;
  readonly labels: Labels;
  readonly prepare: (answers: readonly Answer[]) => Promise<void>;
}

export function Coming({ conversation, labels, prepare }: ComingProps) {
  const words = CONVERSATIONS[language.value];
  const state = useSignal<"loading" | "waiting" | "gone">("loading");
  const { threadId } = conversation.kept.value;
  const isHere = conversation.turns.value.length > 0;

  useEffect(() => {
    const abort = new AbortController();
    const load = async (): Promise<void> => {
      try {
        await comeBack(conversation, prepare);
        if (abort.signal.aborted) return;
        conversation.coming.value = false;
        if (!isHere && !(await returnToPlace(threadId))) toLastQuestion();
      } catch (error) {
        if (abort.signal.aborted) return;
        notice(error);
        if (!(error instanceof Refused) || error.retryable) {
          state.value = "waiting";
          patientWait(AGAIN_MS, abort.signal).then(load, () => {});
        } else if (!error.needsKey) {
          if (isHere) conversation.coming.value = false;
          else state.value = "gone";
        }
      }
    };
    void load();
    return () => abort.abort();
  }, []);

  if (isHere) return null;
  return (
    <div class="coming">
      <h1 class={state.value === "gone" ? "" : "unseen"}>{state.value === "gone" ? words.gone : labels.conversation}</h1>
      {state.value === "gone" ? (
        <p>
          {words.goneHint} <a href="/">{labels.newConversation}</a>
        </p>
      ) : (
        <p role="status">{state.value === "loading" ? words.loading : labels.statusUnknown}</p>
      )}
    </div>
  );
}

function toLastQuestion(): void {
  [...document.querySelectorAll(".turn")].at(-1)?.scrollIntoView({ block: "start", behavior: "instant" });
}
