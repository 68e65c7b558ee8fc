/** The page `/qa/labels`: one paragraph beside its cited passages, labelled by single keys. */
import "../styles/desk.css";
import "../styles/notices.css";
import "../styles/staff.css";
import "../styles/labelling.css";

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { JUDGEMENTS, type LabelPage } from "../labelling";
import { LABELS } from "../labels";
import { LABELLING, type LabellingLabels } from "../labels/labelling";
import { Action } from "../view/action";
import { Choice } from "../view/filter-form";
import { keysOn, switchKeys, useKeys } from "../view/keys";
import { JudgedParagraph } from "../view/memory-entry";
import { OutcomeBar } from "../view/outcome-bar";
import { plainName } from "../view/plain";
import { DeskPage, Trouble } from "./desk-page";
import { LabelsDesk } from "./labels-desk";
import { language } from "./language";

interface Props {
  readonly desk: LabelsDesk;
  readonly words: LabellingLabels;
}

/** Each verdict with its key. */
const KEYS = { supported: "s", partly: "p", not: "n" } as const;

export function QaLabels({ desk }: { readonly desk: LabelsDesk }) {
  const words = LABELLING[language.value];
  const { did, items, labelled, page } = desk;
  useKeys({
    s: () => void desk.give("supported"),
    p: () => void desk.give("partly"),
    n: () => void desk.give("not"),
    k: () => desk.skip(),
    u: () => void desk.undo(),
  });
  const total = page.value?.total ?? 0;
  return (
    <DeskPage title={words.title} desk={desk} kind="staff labelling">
      <p>{words.about}</p>
      <Whose desk={desk} words={words} />
      <Trouble desk={desk} />
      {page.value !== null && (
        <p class="progress">
          <progress max={Math.max(total, 1)} value={labelled.value} aria-label={words.progress(labelled.value, total)} />{" "}
          {words.progress(labelled.value, total)}
        </p>
      )}
      {items.value.length > 0 && <Item desk={desk} words={words} />}
      <p role="status">{page.value !== null && items.value.length === 0 && (total === 0 ? words.none : words.done)}</p>
      <OutcomeBar
        told={did.value === null ? "" : words.did[did.value]}
        undo={words.undo}
        onUndo={labelled.value > 0 ? () => void desk.undo() : null}
      />
      {page.value !== null && <Agreements page={page.value} words={words} />}
    </DeskPage>
  );
}

function Whose({ desk, words }: Props) {
  const { page, queue } = desk;
  return (
    <form
      class="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        const labeller = String(new FormData(event.currentTarget).get("labeller") ?? "").trim();
        void desk.load({ ...queue.value, labeller });
      }}
    >
      <label>
        {words.labeller}
        <input name="labeller" maxLength={100} required defaultValue={queue.value.labeller} autocomplete="username" dir="auto" />
      </label>
      <button type="submit" class="quiet">
        {words.start}
      </button>
      <Choice label={words.queue} value={queue.value.run} all={words.week} onChange={(run) => void desk.load({ ...queue.value, run })}>
        {(page.value?.runs ?? []).map(({ run, set, createdAt }) => [run, words.run(plainName(set), new Date(createdAt))])}
      </Choice>
    </form>
  );
}

/** The first item. The focus goes to each new one, so that it is read aloud and the keys work at once. */
function Item({ desk, words }: Props) {
  const labels = LABELS[language.value];
  const item = desk.items.value[0];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [item]);
  if (item === undefined) return null;
  const off = desk.busy.value;
  return (
    <article aria-labelledby="labelled">
      <h2 id="labelled" tabIndex={-1} ref={heading}>
        <bdi>{item.question}</bdi>
      </h2>
      <div class="entry-body">
        <JudgedParagraph item={item} labels={labels} words={words} />
      </div>
      <p class="line-actions">
        {JUDGEMENTS.map((verdict) => (
          <Action key={verdict} keys={KEYS[verdict]} off={off} act={() => void desk.give(verdict)}>
            <kbd>{KEYS[verdict]}</kbd> {words.judgements[verdict]}
          </Action>
        ))}
        <Action keys="k" off={off} act={() => desk.skip()}>
          <kbd>k</kbd> {words.skip}
        </Action>
        <Action keys="u" off={off || desk.labelled.value === 0} act={() => void desk.undo()}>
          <kbd>u</kbd> {words.undo}
        </Action>
        <label class="use-keys">
          <input type="checkbox" checked={keysOn.value} onChange={(event) => switchKeys(event.currentTarget.checked)} />
          {words.useKeys}
        </label>
      </p>
    </article>
  );
}

function Agreements({ page, words }: { readonly page: LabelPage; readonly words: LabellingLabels }) {
  const { agreement, contradictions } = page;
  if (agreement.length === 0) return null;
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">{words.agreement}</h2>
      <ul>
        {agreement.map(({ labellers, kappa, cases }) => (
          <li key={labellers.join()}>
            <bdi>{words.kappa(labellers.map((each) => plainName(each)).join(" · "), kappa, cases)}</bdi>
          </li>
        ))}
      </ul>
      {contradictions > 0 && <p>{words.contradictions(contradictions)}</p>}
    </section>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<QaLabels desk={new LabelsDesk()} />, root);
}
