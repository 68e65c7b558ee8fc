/** What was done last, said once, with the way back from it. It stands there before it says anything. */
import { Action } from "./action";

interface OutcomeBarProps {
  /** Empty while nothing was done. */
  readonly told: string;
  readonly undo: string;
  /** Null where it cannot be taken back. */
  readonly onUndo: (() => void) | null;
}

export function OutcomeBar({ told, undo, onUndo }: OutcomeBarProps) {
  return (
    <div class={told === "" ? "outcome" : "outcome told"}>
      <p role="status">{told}</p>
      {onUndo !== null && (
        <Action key={told} act={onUndo}>
          {undo}
        </Action>
      )}
    </div>
  );
}
