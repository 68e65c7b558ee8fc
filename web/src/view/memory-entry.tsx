/** One remembered answer on the staff page: its question as a line, and, opened, all of it with what can be done. */
import { useSignal } from "@preact/signals";

import type { Labels } from "../labels";
import type { StaffLabels } from "../labels-staff";
import { type Entry, type Neighbour, STATUSES } from "../memories";
import { plainName } from "./plain";

interface MemoryEntryProps {
  readonly entry: Entry;
  readonly isOpen: boolean;
  readonly similar: readonly Neighbour[] | null;
  readonly busy: boolean;
  readonly labels: Labels;
  readonly staff: StaffLabels;
  readonly onToggle: () => void;
  readonly onDecide: (verdict: "validate" | "obsolete") => void;
  readonly onRemove: () => void;
}

export function MemoryEntry(props: MemoryEntryProps) {
  const { entry, isOpen, labels, staff, onToggle } = props;
  return (
    <li class="entry" data-entry-id={entry.id} data-status={entry.status}>
      <button type="button" class="entry-line" aria-expanded={isOpen} onClick={onToggle}>
        <span dir="auto">{entry.question}</span>
        <StatusWord status={entry.status} staff={staff} />
      </button>
      {isOpen && (
        <div class="entry-body">
          <p class="entry-note">
            {labels.answeredOn(new Date(entry.createdAt))}, {staff.counts(entry.hits, entry.wrong)}
          </p>
          <h3>{staff.answer}</h3>
          <p class="entry-answer" dir="auto">
            {entry.answer}
          </p>
          <Sources entry={entry} staff={staff} />
          <Similar {...props} />
          <Verdicts {...props} />
        </div>
      )}
    </li>
  );
}

export function StatusWord({ status, staff }: { readonly status: string; readonly staff: StaffLabels }) {
  const known = STATUSES.find((name) => name === status);
  return (
    <span class="entry-status" data-status={status}>
      {known === undefined ? status : staff.statuses[known]}
    </span>
  );
}

function Sources({ entry, staff }: Pick<MemoryEntryProps, "entry" | "staff">) {
  return (
    <>
      <h3>{staff.sources}</h3>
      {entry.sources.length === 0 && <p>{staff.noSources}</p>}
      <ul>
        {entry.sources.map(({ title, current }, index) => (
          <li key={index}>
            <bdi>{plainName(title)}</bdi>
            {!current && <em> ({staff.changed})</em>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Similar({ similar, labels, staff }: MemoryEntryProps) {
  if (similar === null) return null;
  return (
    <>
      <h3>{staff.similar}</h3>
      {similar.length === 0 && <p>{staff.noSimilar}</p>}
      <ul>
        {similar.map(({ id, question, status, score }) => (
          <li key={id}>
            <bdi>{question}</bdi> ({labels.alike(score)}) <StatusWord status={status} staff={staff} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What staff may do; deleting asks once more. */
function Verdicts({ entry, busy, staff, onDecide, onRemove }: MemoryEntryProps) {
  const sure = useSignal(false);
  const button = (words: string, act: () => void, disabled = busy) => (
    <button type="button" class="quiet" disabled={disabled} onClick={act}>
      {words}
    </button>
  );
  if (sure.value) {
    return (
      <p class="entry-verdicts">
        {button(staff.confirm, onRemove)}
        {button(staff.cancel, () => (sure.value = false))}
      </p>
    );
  }
  return (
    <p class="entry-verdicts">
      {button(staff.validate, () => onDecide("validate"), busy || entry.status === "validated")}
      {button(staff.obsolete, () => onDecide("obsolete"), busy || entry.status === "obsolete")}
      {button(staff.remove, () => (sure.value = true))}
    </p>
  );
}
