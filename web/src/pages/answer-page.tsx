/** One answer at `/answers/{uuid}`, for whoever may read it, and the way on from it. */
import "../styles/notices.css";

import { useSignal } from "@preact/signals";
import { asText, EMPTY, optional } from "citestream-client/protocol";
import { thread } from "citestream-client/threads";
import { getJson, randomHex, Refused } from "citestream-client/transport";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";

import { LABELS } from "../labels";
import { CONVERSATIONS } from "../labels/conversations";
import { onWake, patientWait } from "../network";
import { plainName } from "../view/plain";
import { CONSOLE } from "./application";
import { Conversation } from "./conversation";
import { draftOf } from "./drafts";
import { Header } from "./header";
import { language } from "./language";
import { useRole } from "./role";
import { locked, notice } from "./session";
import { SignInPage } from "./sign-in-page";
import { keep } from "./tab";
import { useTitle } from "./title";
import { TurnView } from "./turn";

const AGAIN_MS = 10_000;

interface AnswerPageProps {
  readonly answerUuid: string;
  /** Goes to another address. */
  readonly go: (path: string) => void;
}

export function AnswerPage({ answerUuid, go }: AnswerPageProps) {
  const labels = LABELS[language.value];
  const role = useRole();
  const words = CONVERSATIONS[language.value];
  const [conversation] = useState(() => new Conversation({ tries: Infinity, wait: patientWait, onWake }));
  const trouble = useSignal("");
  const threadId = useSignal("");
  const turn = conversation.turns.value[0];
  const question = turn?.question ?? "";
  useTitle(locked.value ? labels.signIn : question || words.answer);

  useEffect(() => {
    if (locked.value) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const load = (): void =>
      void getJson(`/v1/answers/${encodeURIComponent(answerUuid)}`, { signal }).then(
        (found) => {
          trouble.value = "";
          threadId.value = optional(found.thread_id, "thread_id", asText) ?? "";
          const turns = [{ question: asText(found.question, "question"), answerUuid }];
          void conversation.resume({ threadId: threadId.value, turns }, () => ({ ...EMPTY, answerUuid }));
        },
        (error: unknown) => {
          if (signal.aborted) return;
          notice(error);
          const isGone = error instanceof Refused && !error.retryable;
          trouble.value = isGone ? words.answerGone : labels.statusUnknown;
          if (!isGone) patientWait(AGAIN_MS, signal).then(load, () => {});
        },
      );
    load();
    return () => abort.abort();
  }, [locked.value]);

  /**
   * Goes on in the conversation of this answer where it is the reader's own, else in a new one that begins with it;
   * with a question, which is asked there.
   */
  const goOn = async (next = "", afresh = false): Promise<void> => {
    let to = threadId.value;
    const isOwn = to !== "" && (await thread(to, CONSOLE).then(({ turns }) => turns.some((one) => one.answerUuid === answerUuid), () => false));
    if (!isOwn) {
      to = randomHex();
      keep({ threadId: to, turns: [{ question, answerUuid }] });
    }
    draftOf(`${to}.next`).value = next;
    draftOf(`${to}.afresh`).value = afresh && next !== "" ? "1" : "";
    go(`/c/${encodeURIComponent(to)}`);
  };

  if (locked.value) return <SignInPage labels={labels} />;
  return (
    <div class="page">
      <Header labels={labels} role={role} />
      <main id="content" tabIndex={-1}>
        {turn === undefined ? (
          <div role="alert">
            <h1>{trouble.value || words.answer}</h1>
          </div>
        ) : (
          <section class="thread" aria-labelledby="answer-title">
            <h1 class="unseen" id="answer-title">
              {words.answer}: <bdi>{plainName(question)}</bdi>
            </h1>
            <TurnView
              turn={turn}
              labels={labels}
              canAsk={!conversation.running.value}
              provider=""
              isEmptyBase={false}
              outline={[]}
              onAsk={(next, afresh) => void goOn(next, afresh)}
              onRetry={(again) => void conversation.retry(again)}
            />
            <p class="ways-on">
              <button type="button" class="ask" onClick={() => void goOn()}>
                {words.askFurther}
              </button>
              {["qa", "admin"].includes(role) && <a href={`/qa/${answerUuid}`}>{words.recording}</a>}
            </p>
          </section>
        )}
      </main>
    </div>
  );
}

export function start(root: HTMLElement): void {
  const answerUuid = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  render(<AnswerPage answerUuid={answerUuid} go={(path) => location.assign(path)} />, root);
}
