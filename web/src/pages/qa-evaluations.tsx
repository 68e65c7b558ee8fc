/** The page `/qa/evaluations`: runs, the figures of one with their intervals, what changed since another, live rates. */
import "../styles/desk.css";
import "../styles/staff.css";
import "../styles/evaluations.css";

import { type ComponentChildren, Fragment, render } from "preact";

import type { Case, Comparison, Figure, Figures, LiveRates, Report, Run } from "../evaluations";
import { count } from "../labels/language";
import { EVALUATIONS, type EvaluationLabels } from "../labels/evaluations";
import { Choice } from "../view/filter-form";
import { plainName } from "../view/plain";
import { Scroll } from "../view/scroll";
import { Whisker } from "../view/whisker";
import { DeskPage, Trouble } from "./desk-page";
import { EvaluationsDesk } from "./evaluations-desk";
import { language } from "./language";

const PERIODS = [7, 30, 90];
/** Figures that are no shares, with what a reader calls their unit. */
const UNITS: Readonly<Record<string, string>> = { first_text_ms: " ms", total_ms: " ms", question_tokens: "", answer_tokens: "", cost: "" };

interface Words {
  readonly words: EvaluationLabels;
}

export function QaEvaluations({ desk }: { readonly desk: EvaluationsDesk }) {
  const words = EVALUATIONS[language.value];
  const { comparison, live, report, runs } = desk;
  return (
    <DeskPage title={words.title} desk={desk} kind="staff evaluations">
      <Trouble desk={desk} />
      {runs.value !== null && <Runs runs={runs.value} open={desk.run} words={words} />}
      {report.value !== null && (
        <>
          <h2 class="part-title">
            <bdi>{titled(report.value.about)}</bdi>
          </h2>
          <p>{words.asked(report.value.cases, report.value.failed)}</p>
          <div class="desk-form">
            <Choice label={words.compareWith} value={desk.other.value} all={words.alone} onChange={(other) => void desk.compare(other)}>
              {(runs.value ?? []).filter(({ run }) => run !== desk.run).map((run) => [run.run, titled(run)])}
            </Choice>
          </div>
          {comparison.value !== null && <Compared found={comparison.value} words={words} />}
          <Measured report={report.value} words={words} />
        </>
      )}
      {live.value !== null && <Live desk={desk} live={live.value} words={words} />}
    </DeskPage>
  );
}

function Runs({ runs, open, words }: Words & { readonly runs: readonly Run[]; readonly open: string }) {
  if (runs.length === 0) return <p>{words.noRuns}</p>;
  return (
    <Table caption={words.runs} heads={[words.set, words.begun, words.answers, words.state]}>
      {runs.map((run) => (
        <tr key={run.run}>
          <th scope="row" class="words">
            <a href={`?run=${run.run}`} aria-current={run.run === open ? "true" : undefined}>
              <bdi>{plainName(run.set)}</bdi>
            </a>
          </th>
          <td>{moment(run.createdAt)}</td>
          <td>{count(language.value, run.outcomes)}</td>
          <td>
            {run.isDone ? words.done : words.running}
            {run.isBaseline && `, ${words.baseline}`}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Measured({ report, words }: Words & { readonly report: Report }) {
  const { about, by, failures, lines, missing, pooled, worst } = report;
  return (
    <>
      <h2 class="part-title">{words.figures}</h2>
      <Table caption={words.figures} heads={[words.figure, words.value, words.chart, words.interval, words.cases]}>
        {[...pooled].map(([name, figure]) => (
          <tr key={name}>
            <Name of={name}>{figure.by !== "" && <span class="entry-note">{words.judged[figure.by]}</span>}</Name>
            <td>{shown(name, figure.value)}</td>
            <td>
              {figure.more.map(([part, value]) => `${part} ${shown(name, value)}`).join(", ")}
              <Chart name={name} figure={figure} />
            </td>
            <td>{interval(name, figure)}</td>
            <td>{count(language.value, figure.cases)}</td>
          </tr>
        ))}
      </Table>
      {[...by].map(
        ([group, values]) =>
          values.size > 1 && (
            <details key={group}>
              <summary>{words.by[group] ?? group}</summary>
              <SideBySide caption={words.by[group] ?? group} columns={[...values]} words={words} />
            </details>
          ),
      )}
      {missing.size > 0 && (
        <details>
          <summary>{words.missing}</summary>
          <ul>
            {[...missing].map(([name, why]) => (
              <li key={name}>
                <code>{name}</code>: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      <h2 class="part-title">{words.worst}</h2>
      {[...worst].map(
        ([name, cases]) =>
          cases.length > 0 &&
          !(name in UNITS) && (
            <details key={name}>
              <summary>
                <code>{name}</code> ({count(language.value, cases.length)})
              </summary>
              <Table caption={name} heads={[words.case, words.question, words.value]}>
                {cases.map((each) => (
                  <tr key={each.answer}>
                    <CaseCells of={each}>
                      <AnswerLink run={about} answer={each.answer}>
                        {plainName(each.id)}
                      </AnswerLink>
                    </CaseCells>
                    <td>{shown(name, each.value)}</td>
                  </tr>
                ))}
              </Table>
            </details>
          ),
      )}
      {failures.length > 0 && <h2 class="part-title">{words.failures}</h2>}
      {failures.length > 0 && (
        <Table caption={words.failures} heads={[words.case, words.question, words.failure]}>
          {failures.map((each, index) => (
            <tr key={index}>
              <CaseCells of={each}>{plainName(each.id)}</CaseCells>
              <td>{each.failure}</td>
            </tr>
          ))}
        </Table>
      )}
      {lines.length > 0 && <h2 class="part-title">{words.lines}</h2>}
      {lines.length > 0 && (
        <Table caption={words.lines} heads={[words.line, words.problem]}>
          {lines.map(({ line, problem }, index) => (
            <tr key={index}>
              <th scope="row">{line}</th>
              <td class="words">{problem}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function Compared({ found, words }: Words & { readonly found: Comparison }) {
  const { a, b, changed, differences, margin, regressions } = found;
  const shares = [...differences].filter(([name]) => !(name in UNITS)).flatMap(([, { low, high }]) => [Math.abs(low), Math.abs(high)]);
  const far = Math.max(0.05, Math.ceil(Math.max(0, ...shares) * 20) / 20);
  const allowed = shown("", margin);
  return (
    <>
      <h2 class="part-title">
        <bdi>{words.comparison(plainName(a.set), moment(a.createdAt))}</bdi>
      </h2>
      <p role="status" class={regressions.length > 0 ? "trouble" : ""}>
        {regressions.length > 0 ? words.regressions(regressions.join(", "), allowed) : words.noRegression(allowed)}
      </p>
      <Table
        caption={words.figures}
        heads={[words.figure, words.change, words.direction, words.before, words.after, words.interval, words.betterWorse, words.cases]}
      >
        {[...differences].map(([name, each]) => {
          const sign = each.higherIsBetter ? 1 : -1;
          const [low, high] = [sign * each.low, sign * each.high].sort((one, two) => one - two) as [number, number];
          return (
            <tr key={name} data-bad={each.isRegression}>
              <Name of={name}>{each.isRegression && <span class="verdict">{words.regression}</span>}</Name>
              <td>{shown(name, each.b - each.a, "exceptZero")}</td>
              <td>{!(name in UNITS) && <Whisker value={sign * (each.b - each.a)} low={low} high={high} start={-far} end={far} band={margin} />}</td>
              <td>{shown(name, each.a)}</td>
              <td>{shown(name, each.b)}</td>
              <td>{interval(name, each)}</td>
              <td>{`${each.better} / ${each.worse}`}</td>
              <td>{count(language.value, each.cases)}</td>
            </tr>
          );
        })}
      </Table>
      {changed.length > 0 && (
        <details>
          <summary>{`${words.changed} (${count(language.value, changed.length)})`}</summary>
          <Table caption={words.changed} heads={[words.case, words.question, words.worse, words.better, words.answers]}>
            {changed.map((each) => (
              <tr key={each.id}>
                <CaseCells of={each}>{plainName(each.id)}</CaseCells>
                <td>{each.worse.map((name) => <code key={name}>{name}</code>)}</td>
                <td>{each.better.map((name) => <code key={name}>{name}</code>)}</td>
                <td>
                  <AnswerLink run={a} answer={each.answerA}>
                    {words.before}
                  </AnswerLink>{" "}
                  <AnswerLink run={b} answer={each.answerB}>
                    {words.after}
                  </AnswerLink>
                </td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </>
  );
}

function Live({ desk, live, words }: Words & { readonly desk: EvaluationsDesk; readonly live: LiveRates }) {
  const { baseline, drifting, pooled, writers } = live;
  const columns: (readonly [string, Figures])[] = [[words.all, pooled]];
  if (baseline !== null) columns.push([words.baseline, baseline]);
  columns.push(...writers.map(({ model, prompt, figures }) => [words.writer(plainName(model), prompt), figures] as const));
  return (
    <>
      <h2 class="part-title">{words.live}</h2>
      <div class="desk-form">
        <Choice label={words.period} value={String(desk.days.value)} onChange={(days) => void desk.look(Number(days))}>
          {PERIODS.map((period) => [String(period), words.days(period)])}
        </Choice>
      </div>
      {pooled.size === 0 ? (
        <p>{words.noLive}</p>
      ) : (
        <>
          <p role="status" class={drifting.length > 0 ? "trouble" : ""}>
            {baseline === null ? words.noBaseline : drifting.length > 0 ? words.drifting(drifting.join(", ")) : words.noDrift}
          </p>
          <SideBySide caption={words.live} columns={columns} words={words} bad={drifting} />
        </>
      )}
    </>
  );
}

interface SideBySideProps extends Words {
  readonly caption: string;
  readonly columns: readonly (readonly [name: string, figures: Figures])[];
  readonly bad?: readonly string[];
}

/** The figures of several groups, one column each. */
function SideBySide({ caption, columns, words, bad = [] }: SideBySideProps) {
  const names = [...new Set(columns.flatMap(([, figures]) => [...figures.keys()]))];
  return (
    <Table caption={caption} heads={[words.figure, ...columns.map(([name]) => name)]}>
      {names.map((name) => (
        <tr key={name} data-bad={bad.includes(name)}>
          <Name of={name} />
          {columns.map(([column, figures]) => {
            const figure = figures.get(name);
            return (
              <td key={column}>
                {figure === undefined ? "–" : `${shown(name, figure.value)} (${count(language.value, figure.cases)})`}
                {figure !== undefined && <Chart name={name} figure={figure} />}
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

interface TableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}

function Table({ caption, heads, children }: TableProps) {
  const words = EVALUATIONS[language.value];
  return (
    <Scroll class="wide-table figures-table" label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={index} scope="col" class={head === words.question || head === words.problem ? "words" : undefined}>
                <bdi>{head}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}

function Name({ of, children }: { readonly of: string; readonly children?: ComponentChildren }) {
  return (
    <th scope="row">
      <code>{of}</code>
      {children}
    </th>
  );
}

/** `children`: how the case is named. */
function CaseCells({ of, children }: { readonly of: Case; readonly children: ComponentChildren }) {
  return (
    <Fragment>
      <th scope="row">
        <bdi>{children}</bdi>
      </th>
      <td class="words">
        <bdi>{of.question}</bdi>
      </td>
    </Fragment>
  );
}

/** Leads to a recording: here, or at the gateway that was asked. */
function AnswerLink({ run, answer, children }: { readonly run: Run; readonly answer: string; readonly children: ComponentChildren }) {
  return answer === "" ? <>{children}</> : <a href={`${run.target.replace(/\/+$/u, "")}/qa/${encodeURIComponent(answer)}`}>{children}</a>;
}

function Chart({ name, figure }: { readonly name: string; readonly figure: Figure }) {
  return name in UNITS ? null : <Whisker value={figure.value} low={figure.low} high={figure.high} />;
}

function shown(name: string, value: number, signDisplay: "auto" | "exceptZero" = "auto"): string {
  const unit = UNITS[name];
  if (unit !== undefined) return new Intl.NumberFormat(language.value, { maximumSignificantDigits: 3, signDisplay }).format(value) + unit;
  const percent = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay } as const;
  return new Intl.NumberFormat(language.value, percent).format(value);
}

function interval(name: string, { low, high }: Pick<Figure, "low" | "high">): string {
  return `${shown(name, low)} – ${shown(name, high)}`;
}

function moment(time: string): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
}

function titled(run: Run): string {
  return `${plainName(run.set)}, ${moment(run.createdAt)}`;
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<QaEvaluations desk={new EvaluationsDesk()} />, root);
}
