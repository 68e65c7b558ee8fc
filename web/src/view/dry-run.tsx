/** Asks the answer memory what it would do with a question, and shows every step of the decision. */
import { useSignal } from "@preact/signals";

import type { Labels } from "../labels";
import type { StaffLabels } from "../labels/staff";
import type { Decision, Step } from "../memories";
import { StatusWord } from "./memory-entry";
import { Scroll } from "./scroll";

interface DryRunProps {
  readonly decision: Decision | null;
  readonly busy: boolean;
  readonly labels: Labels;
  readonly staff: StaffLabels;
  readonly onTry: (question: string, workspace: string) => void;
}

export function DryRun({ decision, busy, labels, staff, onTry }: DryRunProps) {
  const question = useSignal("");
  const workspace = useSignal("");
  const canTry = !busy && question.value.trim() !== "";
  return (
    <section class="dry-run" aria-labelledby="dry-run">
      <h2 id="dry-run">{staff.dryRun}</h2>
      <p>{staff.dryRunHint}</p>
      <form
        class="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (canTry) onTry(question.value, workspace.value);
        }}
      >
        <label>
          {staff.question}
          <input maxLength={8000} value={question.value} onInput={(event) => (question.value = event.currentTarget.value)} />
        </label>
        <label>
          {staff.workspace}
          <input maxLength={200} value={workspace.value} onInput={(event) => (workspace.value = event.currentTarget.value)} />
        </label>
        <button type="submit" class="ask" disabled={!canTry}>
          {staff.run}
        </button>
      </form>
      {decision !== null && <Outcome decision={decision} labels={labels} staff={staff} />}
    </section>
  );
}

function Outcome({ decision, labels, staff }: Pick<DryRunProps, "labels" | "staff"> & { readonly decision: Decision }) {
  const { judged, score, steps } = decision;
  return (
    <div role="status" data-decision={decision.decision}>
      <p class="decision">{decision.decision === "hit" ? staff.hit : staff.miss(decision.decision)}</p>
      {judged !== null && (
        <p>
          {staff.nearest} <bdi>{judged.question}</bdi>
          {score !== null && ` (${labels.alike(score)})`} <StatusWord status={judged.status} staff={staff} />
        </p>
      )}
      {steps.length > 0 && (
        <Scroll class="wide-table" label={staff.step}>
          <table>
            <thead>
              <tr>
                <th scope="col">{staff.step}</th>
                <th scope="col">{staff.outcome}</th>
                <th scope="col">{staff.detail}</th>
              </tr>
            </thead>
            <tbody>
              {steps.map((step) => (
                <tr key={step.name} data-step={step.name}>
                  <th scope="row">{step.name}</th>
                  <td>{outcome(step, staff)}</td>
                  <td>{detail(step)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </div>
  );
}

function outcome({ passed, reason }: Step, staff: StaffLabels): string {
  const words = passed === null ? staff.skipped : passed ? staff.passed : staff.failed;
  return reason === "" ? words : `${words}: ${reason}`;
}

function detail({ detail }: Step): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value, rounded)}`)
    .join(", ");
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 1000) / 1000 : value;
}
