/** Tells a screen reader, once, that an answer has come to its end, and with how many sources. It stands outside of the
 * answers, and is there before it says anything. */
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";

import type { Labels } from "../labels";
import type { Turn } from "./conversation";

interface AnnouncerProps {
  readonly turns: readonly Turn[];
  readonly labels: Labels;
}

export function Announcer({ turns, labels }: AnnouncerProps) {
  const words = useSignal("");
  const last = turns.at(-1);
  const isRunning = last?.running.value ?? false;

  useEffect(() => {
    const answer = last?.snapshot.peek().answer;
    const hasEnded = last !== undefined && last.isNew && !isRunning && answer?.status === "finished";
    words.value = hasEnded ? labels.finished(answer?.references.length ?? 0) : "";
  }, [last?.key, isRunning]);

  return (
    <p class="unseen" role="status" data-announcer>
      {words}
    </p>
  );
}
