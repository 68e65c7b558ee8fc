/** One remembered answer on the staff page: its question as a line, and, opened, all of it with what can be done. */
import type { Answer } from "citestream-client/protocol";

import type { Labels } from "../labels";
import type { StaffLabels } from "../labels/staff";
import { type Entry, type Neighbour, STATUSES } from "../memories";
import { Action } from "./action";
import { lazy } from "./lazy";
import { plainName } from "./plain";

const drawn = () =>
  Promise.all([import("../pages/turn"), import("../pages/remembered-answer")]).then(([parts, { drawnWith }]) => drawnWith(parts));
export const RememberedAnswer = lazy(() => drawn().then((module) => module.RememberedAnswer));
export const CitedParagraph = lazy(() => drawn().then((module) => module.CitedParagraph));
export const JudgedParagraph = lazy(() => drawn().then((module) => module.JudgedParagraph));

interface MemoryEntryProps {
  readonly entry: Entry;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly answer: Answer | null;
  readonly similar: readonly Neighbour[] | null;
  readonly busy: boolean;
  readonly labels: Labels;
  readonly staff: StaffLabels;
  readonly onToggle: () => void;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onAct: (deed: "validate" | "obsolete" | "delete") => void;
}

export function MemoryEntry(props: MemoryEntryProps) {
  const { entry, isOpen, isSelected, labels, staff, onToggle, onSelect } = props;
  return (
    <li class="entry" data-entry-id={entry.id} data-status={entry.status}>
      <div class="entry-head">
        <input
          type="checkbox"
          class="entry-select"
          checked={isSelected}
          aria-label={staff.select(entry.question)}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
        <h2>
          <button type="button" class="entry-line" aria-expanded={isOpen} onClick={onToggle}>
            <span dir="auto">{entry.question}</span>
            <StatusWord status={entry.status} staff={staff} />
          </button>
        </h2>
      </div>
      {isOpen && (
        <div class="entry-body">
          <p class="entry-note">
            {labels.answeredOn(new Date(entry.createdAt))}, {staff.counts(entry.hits, entry.wrong)}
            {entry.answerUuid !== "" && (
              <>
                {" · "}
                <a href={`/answers/${entry.answerUuid}`}>{staff.openAnswer}</a>
              </>
            )}
          </p>
          {/* Until the stored answer is there, and where it is gone, the text says the same. */}
          <div class="entry-answer">
            <RememberedAnswer answer={props.answer} text={entry.answer} labels={labels} />
          </div>
          <Sources entry={entry} staff={staff} hasPassages={(props.answer?.references.length ?? 0) > 0} />
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

interface SourcesProps extends Pick<MemoryEntryProps, "entry" | "staff"> {
  /** The passages stand beside the answer; then only what has changed is told. */
  readonly hasPassages: boolean;
}

function Sources({ entry, staff, hasPassages }: SourcesProps) {
  const told = hasPassages ? entry.sources.filter(({ current }) => !current) : entry.sources;
  if (told.length === 0 && hasPassages) return null;
  return (
    <>
      <h3>{hasPassages ? staff.changedSources : staff.sources}</h3>
      {told.length === 0 && <p>{staff.noSources}</p>}
      <ul>
        {told.map(({ title, current }, index) => (
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

/** What staff may do, each to be taken back. A button that cannot be used keeps the focus. */
function Verdicts({ entry, busy, staff, onAct }: MemoryEntryProps) {
  return (
    <p class="entry-verdicts">
      <Action keys="v" off={busy || entry.status === "validated"} act={() => onAct("validate")}>
        {staff.validate}
      </Action>
      <Action keys="o" off={busy || entry.status === "obsolete"} act={() => onAct("obsolete")}>
        {staff.obsolete}
      </Action>
      <Action off={busy} act={() => onAct("delete")}>
        {staff.remove}
      </Action>
    </p>
  );
}
