/** The staff page of the answer memory at `/staff/memory`: look through it, decide about entries, try a question. */
import "../style.css";

import { render } from "preact";
import { useEffect } from "preact/hooks";

import { LABELS } from "../labels";
import { STAFF, type StaffLabels } from "../labels-staff";
import { type Filter, STATUSES, type Status } from "../memories";
import { DryRun } from "../view/dry-run";
import { MemoryEntry } from "../view/memory-entry";
import { Header } from "./header";
import { language } from "./language";
import { MemoryDesk } from "./memory-desk";
import { locked } from "./session";
import { SignInPage } from "./sign-in-page";

export function StaffMemory({ desk }: { readonly desk: MemoryDesk }) {
  const labels = LABELS[language.value];
  const staff = STAFF[language.value];
  const { trouble, busy, cursor, opened, similar } = desk;

  useEffect(() => {
    if (!locked.value) void desk.load();
  }, [locked.value]);

  if (locked.value) return <SignInPage labels={labels} />;
  return (
    <div class="page desk">
      <Header labels={labels} />
      <main>
        <h1>{staff.title}</h1>
        {desk.figures.value !== null && <p>{staff.figures(desk.figures.value)}</p>}
        <FilterForm desk={desk} staff={staff} />
        {trouble.value !== "" && (
          <p class="trouble" role="alert" dir="auto">
            {trouble.value === "unexpected" ? labels.unexpected : trouble.value}
          </p>
        )}
        <ul class="entries" aria-busy={busy.value}>
          {desk.entries.value.map((entry) => (
            <MemoryEntry
              key={entry.id}
              entry={entry}
              isOpen={opened.value === entry.id}
              similar={similar.value}
              busy={busy.value}
              labels={labels}
              staff={staff}
              onToggle={() => void desk.toggle(entry.id)}
              onDecide={(verdict) => void desk.decide(entry.id, verdict)}
              onRemove={() => void desk.remove(entry.id)}
            />
          ))}
        </ul>
        {desk.figures.value !== null && desk.entries.value.length === 0 && <p>{staff.none}</p>}
        {cursor.value !== "" && (
          <button type="button" class="quiet" disabled={busy.value} onClick={() => void desk.more()}>
            {staff.more}
          </button>
        )}
        <DryRun
          decision={desk.decision.value}
          busy={busy.value}
          labels={labels}
          staff={staff}
          onTry={(question, workspace) => void desk.try(question, workspace)}
        />
      </main>
    </div>
  );
}

function FilterForm({ desk, staff }: { readonly desk: MemoryDesk; readonly staff: StaffLabels }) {
  const held = desk.figures.value?.held;
  const change = (part: Partial<Filter>): void => void desk.load({ ...desk.filter.value, ...part });
  return (
    <form
      class="desk-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        change({ words: String(new FormData(event.currentTarget).get("words") ?? "") });
      }}
    >
      <label>
        {staff.status}
        <select
          value={desk.filter.value.status}
          onChange={(event) => change({ status: event.currentTarget.value as Status | "" })}
        >
          <option value="">{staff.all}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {staff.statuses[status]}
              {held === undefined ? "" : ` (${held[status]})`}
            </option>
          ))}
        </select>
      </label>
      <label>
        {staff.search}
        <input type="search" name="words" maxLength={200} />
      </label>
      <button type="submit" class="quiet">
        {staff.find}
      </button>
    </form>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<StaffMemory desk={new MemoryDesk()} />, root);
}
