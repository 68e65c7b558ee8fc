/** The staff page of feedback at `/staff/feedback`: what readers said of answers and of citations. */
import "../styles/desk.css";
import "../styles/notices.css";
import "../styles/staff.css";

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { type Filter, STATES, VERDICTS } from "../feedback-list";
import { LABELS } from "../labels";
import { STAFF } from "../labels/staff";
import { Action } from "../view/action";
import { FeedbackLine } from "../view/feedback-line";
import { Choice, FilterForm } from "../view/filter-form";
import { OutcomeBar } from "../view/outcome-bar";
import { plainName } from "../view/plain";
import { FeedbackDesk } from "./feedback-desk";
import { DeskPage, Trouble } from "./desk-page";
import { language } from "./language";

export function StaffFeedback({ desk }: { readonly desk: FeedbackDesk }) {
  const labels = LABELS[language.value];
  const { undo, all, more, feedback: words } = STAFF[language.value];
  const { arrived, busy, cursor, feedback, filter, outcome } = desk;
  const list = useRef<HTMLUListElement>(null);

  const focusOn = (id: number | null | undefined): void =>
    list.current?.querySelector<HTMLElement>(`[data-feedback="${id}"] h2`)?.focus();
  useEffect(() => {
    if (arrived.value !== null) focusOn(arrived.value);
  }, [arrived.value]);

  const done = outcome.value;
  const undone = async (): Promise<void> => {
    const id = done?.before?.id;
    await desk.undo();
    focusOn(id);
  };
  return (
    <DeskPage title={words.title} desk={desk} kind="staff">
      {desk.open.value !== null && <p>{words.open(desk.open.value)}</p>}
      <FilterForm>
        <Choice
          label={words.verdict}
          value={filter.value.verdict}
          all={all}
          onChange={(verdict) => void desk.load({ ...filter.value, verdict: verdict as Filter["verdict"] })}
        >
          {VERDICTS.map((verdict) => [verdict, words.verdicts[verdict]])}
        </Choice>
        <Choice
          label={words.state}
          value={filter.value.state}
          all={all}
          onChange={(state) => void desk.load({ ...filter.value, state: state as Filter["state"] })}
        >
          {STATES.map((state) => [state, words.states[state]])}
        </Choice>
      </FilterForm>
      <Trouble desk={desk} />
      <ul class="entries" ref={list}>
        {feedback.value?.map((item) => (
          <FeedbackLine
            key={item.id}
            feedback={item}
            isOpen={desk.opened.value === item.id}
            answer={desk.answer.value}
            busy={busy.value}
            labels={labels}
            words={words}
            language={language.value}
            onToggle={() => void desk.toggle(item)}
            onChange={(change) => void desk.change(item, change)}
          />
        ))}
      </ul>
      <p role="status">{feedback.value?.length === 0 && words.none}</p>
      {cursor.value !== "" && (
        <Action off={busy.value} act={() => void desk.more()}>
          {more}
        </Action>
      )}
      <OutcomeBar
        told={done === null ? "" : words.told(done.did, plainName(done.question, 80))}
        undo={undo}
        onUndo={done?.before == null ? null : () => void undone()}
      />
    </DeskPage>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<StaffFeedback desk={new FeedbackDesk()} />, root);
}
