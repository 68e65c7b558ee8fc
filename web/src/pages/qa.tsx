/** The list of recorded answers at `/qa`, for the roles `qa` and `admin`. Each leads to its recording. */
import "../styles/desk.css";
import "../styles/notices.css";
import "../styles/qa.css";

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { QA, type QaLabels } from "../labels/qa";
import { type Filter, RESULTS, SOURCES } from "../recordings";
import { Choice, FilterForm } from "../view/filter-form";
import { RecordingLine } from "../view/recording/recording-line";
import { DeskPage, Trouble } from "./desk-page";
import { language } from "./language";
import { RecordingsDesk } from "./recordings-desk";

export function QaPage({ desk }: { readonly desk: RecordingsDesk }) {
  const words = QA[language.value];
  const { answers, arrived, busy, cursor } = desk;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (arrived.value !== "") list.current?.querySelector<HTMLElement>(`[data-line="${arrived.value}"] a`)?.focus();
  }, [arrived.value]);

  const found = answers.value;
  const { words: searched, source, result } = desk.filter.value;
  const isFiltered = `${searched}${source}${result}` !== "";
  return (
    <DeskPage title={words.title} desk={desk} kind="qa">
      <Trouble desk={desk} />
      <Filters desk={desk} words={words} />
      <p class="unseen" role="status">
        {found !== null && found.length > 0 && words.shown(found.length)}
      </p>
      {desk.runnable.length > 0 && <RunAll desk={desk} words={words} />}
      <ul class="recordings" ref={list}>
        {found?.map((answer) => <RecordingLine key={answer.id} answer={answer} differences={desk.reruns.value.get(answer.id) ?? null} words={words} />)}
      </ul>
      <p role="status">{found?.length === 0 && (isFiltered ? words.none : words.empty)}</p>
      {cursor.value !== "" && (
        <button type="button" class="quiet" aria-disabled={busy.value} onClick={() => void desk.more()}>
          {words.more}
        </button>
      )}
    </DeskPage>
  );
}

/** Runs all that are shown again, and says how many of them differ. */
function RunAll({ desk, words }: { readonly desk: RecordingsDesk; readonly words: QaLabels }) {
  const isRunning = desk.isRunning.value;
  const counts = [...desk.reruns.value.values()];
  const told = words.ranAgain(counts.length, desk.runnable.length, counts.filter((count) => count > 0).length);
  return (
    <p class="run-all">
      <button type="button" class="quiet" onClick={() => (isRunning ? desk.stop() : void desk.runAll())}>
        {isRunning ? words.stop : words.againAll}
      </button>
      <span aria-hidden={isRunning}>{counts.length > 0 && told}</span>
      <span class="unseen" role="status">
        {!isRunning && counts.length > 0 && told}
      </span>
    </p>
  );
}

function Filters({ desk, words }: { readonly desk: RecordingsDesk; readonly words: QaLabels }) {
  const filter = desk.filter.value;
  const change = (part: Partial<Filter>): void => void desk.load({ ...desk.filter.value, ...part });
  return (
    <FilterForm search={words.search} find={words.find} words={filter.words} onWords={(searched) => change({ words: searched })}>
      <Choice label={words.source} value={filter.source} all={words.all} onChange={(source) => change({ source: source as Filter["source"] })}>
        {SOURCES.map((source) => [source, words.sources[source]])}
      </Choice>
      <Choice label={words.result} value={filter.result} all={words.all} onChange={(result) => change({ result: result as Filter["result"] })}>
        {RESULTS.map((result) => [result, words.results[result]])}
      </Choice>
    </FilterForm>
  );
}

/** Draws the list, or the recording that the address names, into `root`. */
export async function start(root: HTMLElement): Promise<void> {
  const [, , id] = location.pathname.split("/");
  if (id) (await import("./recording-page")).start(root, id);
  else render(<QaPage desk={new RecordingsDesk()} />, root);
}
