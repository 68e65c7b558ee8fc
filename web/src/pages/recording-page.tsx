/** One recording at `/qa/{uuid}`: what happened at which time, the answer as it stood then, and run again. */
import "../styles/desk.css";
import "../styles/notices.css";
import "../styles/qa.css";
import "../styles/recording.css";

import { render } from "preact";
import { useEffect } from "preact/hooks";

import { LABELS } from "../labels";
import { QA, type QaLabels } from "../labels/qa";
import { recordingAt } from "../recordings";
import { lazy } from "../view/lazy";
import { plainName } from "../view/plain";
import { AnswerThen } from "../view/recording/answer-then";
import { Candidates } from "../view/recording/candidates";
import { Moments } from "../view/recording/moments";
import { PlayerBar } from "../view/recording/player-bar";
import { Trouble } from "./desk-page";
import { Header } from "./header";
import { language } from "./language";
import type { Player } from "./player";
import { type Opened, RecordingDesk } from "./recording-desk";
import { useRole } from "./role";
import { locked } from "./session";
import { useTitle } from "./title";

const SignInPage = lazy(() => import("./sign-in-page").then((module) => module.SignInPage));
const Differences = lazy(() => import("../view/recording/differences").then((module) => module.Differences));

export function RecordingPage({ desk }: { readonly desk: RecordingDesk }) {
  const labels = LABELS[language.value];
  const words = QA[language.value];
  const role = useRole();
  const opened = desk.opened.value;
  const question = opened === null ? "" : plainName(opened.recording.question);
  useTitle(...(locked.value ? [labels.signIn] : [question, words.title]));

  useEffect(() => {
    if (!locked.value && desk.opened.value === null) void desk.load();
  }, [locked.value]);

  useNamedEvent(opened?.player ?? null);

  if (locked.value) return <SignInPage labels={labels} />;
  return (
    <div class="page desk recording">
      <Header labels={labels} role={role} />
      <main id="content" tabIndex={-1}>
        <p class="recording-back">
          <a href="/qa">{words.back}</a>
        </p>
        <h1 dir="auto">{question || words.title}</h1>
        <Trouble desk={desk} words={{ gone: words.gone }} />
        {opened !== null && (
          <>
            <p class="recording-note">{facts(opened, words)}</p>
            <Actions desk={desk} opened={opened} words={words} />
            {desk.rerun.value !== null && <Differences rerun={desk.rerun.value} was={opened.recording.events} words={words} />}
            <Candidates recording={opened.recording} labels={labels} words={words} />
            <div class="recording-columns">
              <AnswerThen player={opened.player} labels={labels} words={words} />
              <Moments moments={opened.moments} isMissing={opened.recording.isMissing} player={opened.player} words={words} />
            </div>
          </>
        )}
      </main>
      {opened !== null && opened.player.count > 0 && (
        <PlayerBar player={opened.player} events={opened.recording.events} marks={opened.marks} words={words} />
      )}
    </div>
  );
}

/** Milliseconds that the player has to stand still until the address says where. Browsers allow few changes a second. */
const STANDS = 300;

/** The address may name the event where the player stands, `#43`, and says it whenever that is not the end. */
function useNamedEvent(player: Player | null): void {
  useEffect(() => {
    if (player === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goToNamed = (): void => {
      const [, number] = /^#(\d{1,7})$/u.exec(location.hash) ?? [];
      if (number !== undefined && Number(number) !== player.at.peek()) player.goTo(Number(number));
    };
    goToNamed();
    const leave = player.at.subscribe((at) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const address = location.pathname + location.search + (at === player.count ? "" : `#${at}`);
        history.replaceState(history.state, "", address);
      }, STANDS);
    });
    addEventListener("hashchange", goToNamed);
    return () => {
      leave();
      clearTimeout(timer);
      removeEventListener("hashchange", goToNamed);
    };
  }, [player]);
}

function facts({ recording, marks, player }: Opened, words: QaLabels): string {
  const models = new Set(recording.heard.flatMap((line) => (line.kind === "asked" ? [plainName(line.model)] : [])));
  const first = marks.find(({ kind }) => kind === "text");
  return [
    words.moment(new Date(recording.createdAt)),
    ...models,
    first === undefined ? "" : words.firstText(first.time),
    words.total(player.length),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

interface ActionsProps {
  readonly desk: RecordingDesk;
  readonly opened: Opened;
  readonly words: QaLabels;
}

function Actions({ desk, opened, words }: ActionsProps) {
  const { isMissing } = opened.recording;
  const isOff = isMissing || desk.busy.value;
  return (
    <>
      <p class="recording-actions">
        <button
          type="button"
          class="quiet"
          aria-disabled={isOff}
          aria-describedby={isMissing ? "missing" : undefined}
          onClick={() => !isOff && void desk.runAgain()}
        >
          {words.again}
        </button>
        <a class="quiet" href={recordingAt(desk.id)} download={`${desk.id}.jsonl`}>
          {words.download}
        </a>
        <a href={`/answers/${desk.id}`}>{words.openAnswer}</a>
        <span role="status">{desk.busy.value && words.runningAgain}</span>
      </p>
      {isMissing && (
        <p class="recording-note" id="missing">
          {words.cannotRunAgain}
        </p>
      )}
    </>
  );
}

/** Draws the page of a recording into `root`. */
export function start(root: HTMLElement, id: string): void {
  render(<RecordingPage desk={new RecordingDesk(decodeURIComponent(id))} />, root);
}
