/** A turn for as long as what draws answers is not there: the network may go before it has come. */
import "../styles/turn.css";

import type { Labels } from "../labels";
import { online, tryNow } from "../network";
import { StateLine, type Waiting } from "../view/state-line";
import type { Turn } from "./conversation";

interface QuestionAloneProps {
  readonly turn: Turn;
  readonly labels: Labels;
}

export function QuestionAlone({ turn, labels }: QuestionAloneProps) {
  const { answer, connection } = turn.snapshot.value;
  return (
    <article class="turn">
      <h2 class="question" dir="auto">
        <span class="unseen">{labels.you}: </span>
        {turn.question}
      </h2>
      <StateLine answer={answer} waiting={online.value && connection === "live" ? null : waiting()} labels={labels} />
    </article>
  );
}

/** What a connection that is lost waits for. */
export function waiting(): Waiting {
  return { what: online.value ? "gateway" : "network", onTryNow: tryNow };
}
