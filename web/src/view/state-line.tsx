/** Where the next text will appear: what the gateway is doing, or what a lost connection waits for. */
import "../styles/state.css";

import { type Answer, openText } from "citestream-client/protocol";

import type { Labels } from "../labels";

export interface Waiting {
  readonly what: "network" | "gateway";
  readonly onTryNow: () => void;
}

interface StateLineProps {
  readonly answer: Answer;
  readonly waiting: Waiting | null;
  readonly labels: Labels;
}

export function StateLine({ answer, waiting, labels }: StateLineProps) {
  const isWriting = answer.state === "responding" && openText(answer) !== "";
  const lost = waiting?.what === "network" ? labels.offline : labels.reconnecting;
  return (
    <div class={isWriting && waiting === null ? "state writing" : "state"} data-waiting={waiting?.what}>
      <span class="pulse" aria-hidden="true" />
      <span role="status">{waiting === null ? answer.remark || labels.connecting : lost}</span>
      {waiting !== null && (
        <button type="button" class="quiet" onClick={waiting.onTryNow}>
          {labels.tryNow}
        </button>
      )}
    </div>
  );
}
