/** The staff page of the answer memory at `/staff/memory`: look through it, decide about entries, try a question. */
import "../styles/desk.css";
import "../styles/notices.css";
import "../styles/staff.css";

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { type Labels, LABELS } from "../labels";
import { STAFF, type StaffLabels } from "../labels/staff";
import { STATUSES, type Status } from "../memories";
import { Action } from "../view/action";
import { DryRun } from "../view/dry-run";
import { Choice, FilterForm } from "../view/filter-form";
import { keysOn, switchKeys, useKeys } from "../view/keys";
import { MemoryEntry } from "../view/memory-entry";
import { OutcomeBar } from "../view/outcome-bar";
import { plainName } from "../view/plain";
import { DeskPage, Trouble } from "./desk-page";
import { language } from "./language";
import { type Deed, MemoryDesk } from "./memory-desk";

interface DeskProps {
  readonly desk: MemoryDesk;
  readonly staff: StaffLabels;
}

export function StaffMemory({ desk }: { readonly desk: MemoryDesk }) {
  const labels = LABELS[language.value];
  const staff = STAFF[language.value];
  const { busy, cursor, outcome } = desk;

  const done = outcome.value;
  const told = done === null ? "" : staff.told(done.did, done.entries.length, plainName(done.entries[0]?.question ?? "", 80));
  return (
    <DeskPage title={staff.title} desk={desk} kind="staff">
      {desk.figures.value !== null && <p>{staff.figures(desk.figures.value)}</p>}
      <Filters desk={desk} staff={staff} />
      <Trouble desk={desk} />
      {desk.entries.value.length > 0 && <Chosen desk={desk} staff={staff} />}
      <Entries desk={desk} labels={labels} staff={staff} />
      {desk.figures.value !== null && desk.entries.value.length === 0 && <p>{staff.none}</p>}
      {cursor.value !== "" && (
        <Action off={busy.value} act={() => void desk.more()}>
          {staff.more}
        </Action>
      )}
      <OutcomeBar
        told={told}
        undo={staff.undo}
        onUndo={done === null || done.did === "undo" ? null : () => void desk.undo()}
      />
      <DryRun
        decision={desk.decision.value}
        busy={busy.value}
        labels={labels}
        staff={staff}
        onTry={(question, workspace) => void desk.try(question, workspace)}
      />
    </DeskPage>
  );
}

function Filters({ desk, staff }: DeskProps) {
  const held = desk.figures.value?.held;
  const filter = desk.filter.value;
  return (
    <FilterForm search={staff.search} find={staff.find} onWords={(words) => void desk.load({ ...desk.filter.value, words })}>
      <Choice
        label={staff.status}
        value={filter.status}
        all={staff.all}
        onChange={(status) => void desk.load({ ...filter, status: status as Status | "" })}
      >
        {STATUSES.map((status) => [status, `${staff.statuses[status]}${held === undefined ? "" : ` (${held[status]})`}`])}
      </Choice>
    </FilterForm>
  );
}

/** What can be done to several at once, and which keys do it. */
function Chosen({ desk, staff }: DeskProps) {
  const { selected, entries, busy } = desk;
  const ids = [...selected.value];
  const act = (deed: Deed): void => void desk.act(deed, ids);
  return (
    <>
      <p class="keys-hint" id="keys">
        {keysOn.value && staff.keys.map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
        <label>
          <input type="checkbox" checked={keysOn.value} onChange={(event) => switchKeys(event.currentTarget.checked)} />
          {staff.useKeys}
        </label>
      </p>
      <div class="chosen" role="group" aria-label={staff.selection}>
        <label>
          <input
            type="checkbox"
            checked={ids.length === entries.value.length}
            indeterminate={ids.length > 0 && ids.length < entries.value.length}
            onChange={(event) => desk.selectAll(event.currentTarget.checked)}
          />
          {ids.length === 0 ? staff.selectAll : staff.selected(ids.length)}
        </label>
        {ids.length > 0 && (
          <>
            <Action name={`${staff.validate}: ${staff.selected(ids.length)}`} off={busy.value} act={() => act("validate")}>
              {staff.validate}
            </Action>
            <Action name={`${staff.obsolete}: ${staff.selected(ids.length)}`} off={busy.value} act={() => act("obsolete")}>
              {staff.obsolete}
            </Action>
            <Action name={`${staff.remove}: ${staff.selected(ids.length)}`} off={busy.value} act={() => act("delete")}>
              {staff.remove}
            </Action>
          </>
        )}
      </div>
    </>
  );
}

function Entries({ desk, labels, staff }: DeskProps & { readonly labels: Labels }) {
  const list = useRef<HTMLUListElement>(null);
  const { outcome, opened, entries, selected } = desk;
  const lineOf = (id: number | null | undefined): HTMLElement | null | undefined =>
    list.current?.querySelector<HTMLElement>(`[data-entry-id="${id}"] .entry-line`);

  useEffect(() => {
    const next = outcome.value?.next;
    if (next !== undefined) (lineOf(next) ?? document.getElementById("content"))?.focus();
    else if (document.activeElement === document.body) lineOf(outcome.value?.entries.at(-1)?.id)?.focus();
  }, [outcome.value]);

  const current = (): number | null => {
    const line = document.activeElement?.closest<HTMLElement>("[data-entry-id]");
    return line == null ? opened.value : Number(line.dataset.entryId);
  };
  const go = (step: number): void => {
    const at = entries.value.findIndex(({ id }) => id === current());
    const next = entries.value[at < 0 ? 0 : at + step];
    if (next === undefined) return;
    if (opened.value !== next.id) void desk.toggle(next.id);
    lineOf(next.id)?.focus();
  };
  const act = (deed: Deed): void => {
    const id = current();
    const ids = selected.value.size > 0 ? [...selected.value] : id === null ? [] : [id];
    if (ids.length > 0) void desk.act(deed, ids);
  };
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    v: () => act("validate"),
    o: () => act("obsolete"),
    x: () => {
      const id = current();
      if (id !== null) desk.select(id, !selected.value.has(id));
    },
    u: () => void desk.undo(),
  });

  return (
    <ul class="entries" ref={list} aria-describedby={entries.value.length > 0 && keysOn.value ? "keys" : undefined}>
      {entries.value.map((entry) => (
        <MemoryEntry
          key={entry.id}
          entry={entry}
          isOpen={opened.value === entry.id}
          isSelected={selected.value.has(entry.id)}
          answer={opened.value === entry.id ? desk.answer.value : null}
          similar={desk.similar.value}
          busy={desk.busy.value}
          labels={labels}
          staff={staff}
          onToggle={() => void desk.toggle(entry.id)}
          onSelect={(isSelected) => desk.select(entry.id, isSelected)}
          onAct={(deed) => void desk.act(deed, [entry.id])}
        />
      ))}
    </ul>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  history.replaceState(history.state, "", `/staff/memory${location.search}`); // also where `/staff` was asked for
  render(<StaffMemory desk={new MemoryDesk()} />, root);
}
