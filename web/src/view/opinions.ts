/** What the reader has said of an answer: asked of the gateway when it is first wanted, shown at once when it changes. */
import { useSignal } from "@preact/signals";
import { type Cited, isSameCitation, type Opinions, readOpinions, type Wrong } from "citestream-client/feedback";
import { useRef } from "preact/hooks";

const NOTHING: Opinions = { verdict: null, comment: "", wrong: [] };

export type Outcome = "thanks" | "takenBack" | "commentNoted" | "notStored";

export function useOpinions(answerUuid: string, onError: (error: unknown) => void, say: (outcome: Outcome) => void) {
  const opinions = useSignal(NOTHING);
  const learned = useRef<Promise<void> | null>(null);
  const learn = (): void => {
    if (answerUuid === "") return;
    learned.current ??= readOpinions(answerUuid).then(
      (known) => {
        if (opinions.value === NOTHING) opinions.value = known;
      },
      (error: unknown) => {
        learned.current = null;
        onError(error);
      },
    );
  };
  const judge = (next: Opinions, outcome: Outcome, send: () => Promise<void>): void => {
    const before = opinions.value;
    opinions.value = next;
    send().then(
      () => say(outcome),
      (error: unknown) => {
        if (opinions.value === next) opinions.value = before;
        say("notStored");
        onError(error);
      },
    );
  };
  return { opinions: opinions.value, learn, judge };
}

/** The citations that are called wrong when this one is, with that comment, or is no longer (null). */
export function changed(wrong: readonly Wrong[], citation: Cited, comment: string | null): Wrong[] {
  const others = wrong.filter((other) => !isSameCitation(other, citation));
  return comment === null ? others : [...others, { ...citation, comment }];
}
