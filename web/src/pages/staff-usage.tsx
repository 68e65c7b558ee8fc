/** The staff page of usage at `/staff/usage`: how much was asked, and what nobody could answer. */
import "../styles/desk.css";
import "../styles/notices.css";
import "../styles/staff.css";

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { type Labels, LABELS } from "../labels";
import { count } from "../labels/language";
import { shortDay } from "../labels/library/numbers";
import { STAFF, type StaffLabels } from "../labels/staff";
import { COUNTED, everyDay, PERIODS, sum, type Unanswered } from "../usage";
import { Action } from "../view/action";
import { Choice, FilterForm } from "../view/filter-form";
import { plainName } from "../view/plain";
import { UsageChart } from "../view/usage-chart";
import { UsageTable } from "../view/usage-table";
import { draftOf } from "./drafts";
import { DeskPage, Trouble } from "./desk-page";
import { language } from "./language";
import { UsageDesk } from "./usage-desk";

interface UsageProps {
  readonly desk: UsageDesk;
  /** Goes to another address. */
  readonly go: (path: string) => void;
}

export function StaffUsage({ desk, go }: UsageProps) {
  const labels = LABELS[language.value];
  const staff = STAFF[language.value];

  return (
    <DeskPage title={staff.usage.title} desk={desk} kind="staff">
      <Trouble desk={desk} />
      <Figures desk={desk} staff={staff} />
      <Open desk={desk} go={go} labels={labels} staff={staff} />
    </DeskPage>
  );
}

function Figures({ desk, staff }: { readonly desk: UsageDesk; readonly staff: StaffLabels }) {
  const { usage: words } = staff;
  const all = desk.rows.value;
  if (all === null) return null;
  const names = [...new Set(all.map(({ app }) => app))];
  const rows = desk.app.value === "" ? all : all.filter(({ app }) => app === desk.app.value);
  const days = everyDay(rows, desk.days.value, new Date());
  const asked = days.filter(({ questions }) => questions > 0);
  const total = sum(rows);
  const told = language.value;
  return (
    <>
      <FilterForm>
        <Choice label={words.period} value={String(desk.days.value)} onChange={(chosen) => void desk.load(Number(chosen))}>
          {PERIODS.map((period) => [String(period), words.days(period)])}
        </Choice>
        <Choice label={words.app} value={desk.app.value} all={words.allApps} onChange={(app) => (desk.app.value = app)}>
          {names.filter((name) => name !== null).map((name) => [name, plainName(name)])}
        </Choice>
      </FilterForm>
      <dl class="totals">
        {COUNTED.map((name) => (
          <div key={name} data-figure={name}>
            <dt>{words[name]}</dt>
            <dd>{count(told, total[name])}</dd>
          </div>
        ))}
      </dl>
      {asked.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <>
          <h2 class="part-title">{words.byDay}</h2>
          <UsageChart days={days} words={words} />
          <UsageTable
            caption={words.byDay}
            head={words.day}
            rows={asked.toReversed().map((row) => [shortDay(told, new Date(`${row.day}T12:00`)), row])}
            words={words}
            language={told}
          />
          <h2 class="part-title">{words.byApp}</h2>
          <UsageTable
            caption={words.byApp}
            head={words.app}
            rows={names.map((name) => [name === null ? words.noApp : plainName(name), sum(all.filter(({ app }) => app === name))])}
            words={words}
            language={told}
          />
        </>
      )}
    </>
  );
}

interface OpenProps extends UsageProps {
  readonly labels: Labels;
  readonly staff: StaffLabels;
}

/** What nobody could answer. */
function Open({ desk, go, labels, staff }: OpenProps) {
  const { usage: words } = staff;
  const { arrived, busy, cursor, unanswered } = desk;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (arrived.value !== "") list.current?.querySelector<HTMLElement>(`[data-answer="${arrived.value}"] h3`)?.focus();
  }, [arrived.value]);

  if (unanswered.value === null) return null;
  const askAgain = (question: string): void => {
    draftOf("").value = question;
    go("/");
  };
  return (
    <section aria-labelledby="unanswered">
      <h2 class="part-title" id="unanswered">
        {words.unanswered}
      </h2>
      <p>{unanswered.value.length === 0 ? words.answeredAll : words.unansweredHint}</p>
      <ul class="unanswered" ref={list}>
        {unanswered.value.map((item) => (
          <Question key={item.answerUuid} item={item} labels={labels} staff={staff} onAskAgain={() => askAgain(item.question)} />
        ))}
      </ul>
      {cursor.value !== "" && (
        <Action off={busy.value} act={() => void desk.more()}>
          {staff.more}
        </Action>
      )}
    </section>
  );
}

interface QuestionProps extends Pick<OpenProps, "labels" | "staff"> {
  readonly item: Unanswered;
  readonly onAskAgain: () => void;
}

function Question({ item, staff, onAskAgain }: QuestionProps) {
  const { usage: words } = staff;
  const others = item.wordings.filter((wording) => wording !== item.question);
  const about = plainName(item.question, 80);
  return (
    <li data-answer={item.answerUuid}>
      <h3 tabIndex={-1}>
        <bdi>{item.question}</bdi>
      </h3>
      <p class="entry-note">
        {words.asked(item.count, item.refused, item.doubtful)}, {words.last(shortDay(language.value, new Date(item.lastAt)))}
      </p>
      {others.length > 0 && (
        <details class="entry-note">
          <summary>
            {words.wordings}
            <span class="unseen">: {about}</span>
          </summary>
          <ul>
            {others.map((wording) => (
              <li key={wording}>
                <bdi>{wording}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="line-actions">
        <a class="quiet" href="/sources" aria-label={`${words.addDocument}: ${about}`}>
          {words.addDocument}
        </a>
        <Action name={`${words.askAgain}: ${about}`} act={onAskAgain}>
          {words.askAgain}
        </Action>
        <a href={`/answers/${item.answerUuid}`} aria-label={`${words.openAnswer}: ${about}`}>
          {words.openAnswer}
        </a>
      </p>
    </li>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<StaffUsage desk={new UsageDesk()} go={(path) => location.assign(path)} />, root);
}
