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
import { lazy } from "../view/lazy";
import { OutcomeBar } from "../view/outcome-bar";
import { plainName } from "../view/plain";
import { FeedbackDesk } from "./feedback-desk";
import { Header } from "./header";
import { language } from "./language";
import { useRole } from "./role";
import { locked } from "./session";
import { useTitle } from "./title";

const SignInPage = lazy(() => import("./sign-in-page").then((module) => module.SignInPage));

export function StaffFeedback({ desk }: { readonly desk: FeedbackDesk }) {
  const labels = LABELS[language.value];
  const role = useRole();
  const { undo, all, more, feedback: words } = STAFF[language.value];
  useTitle(locked.value ? labels.signIn : words.title);
  const { arrived, busy, cursor, feedback, filter, outcome, trouble } = desk;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!locked.value) void desk.load();
  }, [locked.value]);
  const focusOn = (id: number | null | undefined): void =>
    list.current?.querySelector<HTMLElement>(`[data-feedback="${id}"] h2`)?.focus();
  useEffect(() => {
    if (arrived.value !== null) focusOn(arrived.value);
  }, [arrived.value]);

  if (locked.value) return <SignInPage labels={labels} />;
  const done = outcome.value;
  const undone = async (): Promise<void> => {
    const id = done?.before?.id;
    await desk.undo();
    focusOn(id);
  };
  return (
    <div class="page desk staff">
      <Header labels={labels} role={role} />
      <main id="content" tabIndex={-1}>
        <h1>{words.title}</h1>
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
        {trouble.value !== "" && (
          <p class="trouble" role="alert" dir="auto">
            {trouble.value === "unexpected" ? labels.unexpected : trouble.value}
          </p>
        )}
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
      </main>
    </div>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<StaffFeedback desk={new FeedbackDesk()} />, root);
}
