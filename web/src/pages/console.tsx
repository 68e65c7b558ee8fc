/** The console at `/` and `/c/{thread}`: ask, watch the cited answer appear, open its sources, come back to it. */
import { computed, effect, type Signal, signal, useComputed, useSignal } from "@preact/signals";
import { status as loadStatus } from "citestream-client";
import type { Answer, Reference, Section } from "citestream-client/protocol";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { LABELS } from "../labels";
import { onWake, patientWait } from "../network";
import { askAbout } from "../view/ask-source";
import { Composer } from "../view/composer";
import { lazy } from "../view/lazy";
import { plainName } from "../view/plain";
import { offered } from "../view/sections";
import { goTo, namedSession, namedThread } from "./address";
import { Announcer } from "./announcer";
import { Conversation, type Turn } from "./conversation";
import { claim, draftOf, forgetDrafts, isAnythingLasting } from "./drafts";
import { Header } from "./header";
import { language } from "./language";
import { QuestionAlone } from "./question-alone";
import { namedScope, scope } from "./scope";
import { locked, notice, signOut } from "./session";
import { sidebar, toggleSidebar } from "./sidebar";
import { useTitle } from "./title";
import { added, type Known, StatusLine, Suggestions } from "./welcome";

/** What draws answers comes when the first screen stands, at the latest with the first question. */
export const TurnView = lazy(() => import("./turn").then((module) => module.TurnView), QuestionAlone);
const NewBelow = lazy(() => import("./new-below").then((module) => module.NewBelow));
const Queued = lazy(() => import("./queued").then((module) => module.Queued));
const ScopePicker = lazy(() => import("./scope-picker").then((module) => module.ScopePicker));
const ScopeBar = lazy(() => import("./scope-bar").then((module) => module.ScopeBar));
const SessionBar = lazy(() => import("./session-bar").then((module) => module.SessionBar));
const Coming = lazy(() => import("./coming").then((module) => module.Coming));
const Conversations = lazy(() => import("./conversations").then((module) => module.Conversations));
const SignInPage = lazy(() => import("./sign-in-page").then((module) => module.SignInPage));

interface ConsoleProps {
  readonly conversation: Conversation;
  /** What the gateway said of itself before a reload. */
  readonly status?: Signal<Known>;
}

export function Console({ conversation, status: given }: ConsoleProps) {
  const labels = LABELS[language.value];
  const own = useSignal<Known>("loading");
  const isChoosing = useSignal(false);
  const status = given ?? own;
  const hasSignedIn = useRef(false);
  const turns = conversation.turns.value;
  const isBeside = sidebar.value !== "closed";
  const isComing = conversation.coming.value;
  const isEmpty = turns.length === 0 && !isComing;
  const isRunning = conversation.running.value;
  // Computed, so that the page is not drawn again with every piece of text: it is the same list until it changes.
  const outline = useComputed(() => meant(conversation.turns.value));
  const last = turns.at(-1);
  const isLong = useComputed(() => (conversation.turns.value.at(-1)?.snapshot.value.answer.text.length ?? 0) > LONG);
  const ask = (question: string, afresh = false): void => void conversation.ask(question, afresh);

  const { threadId } = conversation.kept.value;
  const draft = draftOf(isEmpty ? "" : threadId);
  const queued = draftOf(`${threadId}.next`);

  useEffect(() => {
    askAbout.value = (reference) => {
      const number = numberOf(reference, conversation.turns.peek());
      draft.value = number > 0 ? labels.aboutSource(number) : labels.aboutTitle(reference.passage.title);
      document.querySelector<HTMLTextAreaElement>(".composer textarea")?.focus();
    };
    return () => (askAbout.value = null);
  }, [draft, labels]);

  const first = conversation.title.value || (turns[0]?.question ?? "");
  useTitle(locked.value ? labels.signIn : first || labels.headline.replace(/[.。]$/u, ""));

  useEffect(() => {
    hasSignedIn.current ||= locked.value;
    if (locked.value) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const load = (): void =>
      void loadStatus({ signal }).then(
        (value) => {
          claim(value.reader, hasSignedIn.current, () => forget(conversation));
          status.value = value;
          void conversation.signedIn();
        },
        (error: unknown) => {
          if (signal.aborted) return;
          status.value = "unknown";
          notice(error);
          patientWait(STATUS_AGAIN_MS, signal).then(load, () => {});
        },
      );
    load();
    return () => abort.abort();
  }, [isEmpty, locked.value, added.value]);

  if (locked.value) return <SignInPage labels={labels} />;
  return (
    <div class={`page${isEmpty ? " empty" : ""}${isBeside ? " beside" : ""}`}>
      <Header labels={labels} role={typeof status.value === "object" ? status.value.role : ""}>
        <HeaderButton
          id="conversations-button"
          name={labels.conversations}
          sign="☰"
          isOpen={isBeside}
          onClick={toggleSidebar}
        />
        {!isEmpty && <HeaderButton name={labels.newConversation} sign="+" onClick={() => conversation.clear()} />}
        {typeof status.value === "object" && status.value.signedIn && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              forget(conversation);
              status.value = "loading";
              signOut().catch(() => (status.value = "unknown"));
            }}
          >
            {labels.signOut}
          </button>
        )}
      </Header>
      {isBeside && <Conversations conversation={conversation} labels={labels} />}
      <main id="content" tabIndex={-1}>
        {isEmpty ? (
          <div class="hero">
            <h1>{labels.headline}</h1>
            <p>{labels.promise}</p>
          </div>
        ) : turns.length === 0 ? null : (
          <section class="thread" aria-labelledby="conversation">
            <h1 class="unseen" id="conversation">
              {labels.conversation}: <bdi>{plainName(first)}</bdi>
            </h1>
            {turns.map((turn) => (
              <TurnView
                key={turn.key}
                turn={turn}
                labels={labels}
                canAsk={!isRunning}
                provider={typeof status.value === "object" ? status.value.provider : ""}
                isEmptyBase={typeof status.value === "object" && status.value.documents === 0}
                outline={outline.value}
                onAsk={ask}
                onRetry={(again) => void conversation.retry(again)}
              />
            ))}
          </section>
        )}
        {isComing && (
          <Coming key={conversation.kept.value.threadId} conversation={conversation} labels={labels} prepare={prepared} />
        )}
      </main>
      <section class="dock" aria-label={labels.placeholder}>
        {last !== undefined && isLong.value && <NewBelow key={last.key} turn={last} labels={labels} />}
        {conversation.sessionId.value !== null && <SessionBar conversation={conversation} labels={labels} />}
        {Object.keys(scope.value).length > 0 && <ScopeBar labels={labels} />}
        {queued.value !== "" && <Queued conversation={conversation} queued={queued} draft={draft} labels={labels} />}
        {(isEmpty || turns.length > 0) && (
          <Composer
            key={isEmpty ? "first" : "next"}
            labels={labels}
            busy={isRunning}
            onBegin={() => void TurnView.load()}
            draft={draft}
            onAsk={ask}
            onQueue={queued.value === "" ? (question) => (queued.value = question) : undefined}
            onStop={() => void conversation.stop()}
            onScope={() => (isChoosing.value = true)}
          />
        )}
        {isEmpty && <Suggestions known={status.value} labels={labels} onAsk={ask} />}
        <StatusLine known={status.value} labels={labels} />
      </section>
      {isChoosing.value && <ScopePicker labels={labels} onClose={() => (isChoosing.value = false)} />}
      <Announcer turns={turns} labels={labels} />
    </div>
  );
}

interface HeaderButtonProps {
  readonly id?: string;
  readonly name: string;
  /** Stands in the place of the name where there is little room. */
  readonly sign: string;
  readonly isOpen?: boolean;
  readonly onClick: () => void;
}

function HeaderButton({ id, name, sign, isOpen, onClick }: HeaderButtonProps) {
  return (
    <button type="button" class="quiet" id={id} aria-expanded={isOpen} aria-label={name} title={name} onClick={onClick}>
      <span class="wide">{name}</span>
      <span class="narrow" aria-hidden="true">
        {sign}
      </span>
    </button>
  );
}

/** The number by which the gateway knows a source: that of its chip in the newest answer that is no answer about a source; else 0. */
function numberOf(reference: Reference, turns: readonly Turn[]): number {
  const answers = turns.map((turn) => turn.snapshot.value.answer);
  const newest = answers.findLast(({ references, meta }) => references.length > 0 && meta?.source !== "about");
  return 1 + (newest?.references.indexOf(reference) ?? -1);
}

/** Leaves nothing of whoever read until now. */
function forget(conversation: Conversation): void {
  conversation.clear();
  forgetDrafts();
}

const STATUS_AGAIN_MS = 10_000;
/** Characters of an answer that may not fit into a small window. */
const LONG = 800;

const NONE: readonly Section[] = [];

/** The sections that ids such as S2 mean now: those offered last. */
function meant(turns: readonly Turn[]): readonly Section[] {
  return turns.map((turn) => offered(turn.snapshot.value.answer)).findLast((sections) => sections.length > 0) ?? NONE;
}

/** Waits for what the answers on the page are drawn with, so that nothing moves when they are. */
async function prepared(answers: readonly Answer[]): Promise<void> {
  const hasFormulas = answers.some(({ text }) => /[$\\]/u.test(text));
  const parts = import("./turn").then(({ AnswerRow, loadFormulas }) => [AnswerRow.load(), hasFormulas ? loadFormulas() : null]);
  await Promise.all([TurnView.load(), ...(await parts.catch(() => []))]);
}

/** Draws the page into `root`, with the conversation that its address names. */
export async function start(root: HTMLElement): Promise<void> {
  const conversation = new Conversation({ tries: Infinity, wait: patientWait, onWake }, namedSession());
  const status = signal<Known>("loading");
  const named = namedThread();
  let tab: typeof import("./kept") | null = null;
  const remember = async (): Promise<void> => {
    tab ??= await import("./kept");
    tab.remember(conversation, status);
  };
  history.scrollRestoration = "manual"; // The browser scrolls before there is anything to scroll.
  if (named !== null) {
    tab = await import("./kept").catch(() => null); // Without it the gateway tells what stood here.
    conversation.clear(named);
    const before = tab?.kept(named);
    if (tab !== null && before != null) {
      status.value = tab.keptStatus() ?? "loading";
      void conversation.resume(before, tab.keptAnswers());
      await prepared(conversation.turns.value.map(({ snapshot }) => snapshot.value.answer));
    }
    void remember().catch(() => {});
  }
  effect(() => {
    const { threadId, turns } = conversation.kept.value;
    const from = namedThread();
    const to = turns.length > 0 || conversation.coming.value ? threadId : null;
    if (from === to) return;
    if (from !== null) tab?.keepPlace(from);
    goTo(to, conversation.sessionId.peek());
  });
  addEventListener("popstate", () => {
    tab?.keepPlace(conversation.kept.value.threadId);
    conversation.sessionId.value = namedSession();
    scope.value = namedScope();
    const to = namedThread();
    if (to !== conversation.kept.value.threadId) conversation.clear(to ?? undefined);
  });
  // Whoever drags files over the page means to drop them.
  addEventListener("dragenter", () => void import("./drop-offer").then(({ listen }) => listen(), () => {}));
  render(<Console conversation={conversation} status={status} />, root);
  const idle = window.requestIdleCallback ?? setTimeout;
  const last = (): void => void import("./lasting").then((lasting) => lasting.last(conversation, status)).catch(() => {});
  const isDrafted = computed(() => isAnythingLasting() || draftOf("").value !== "");
  isDrafted.subscribe((is) => void (is && idle(last)));
  if (named !== null) {
    void tab?.returnToPlace(named);
    idle(last);
  } else {
    const ended = computed(() => conversation.turns.value.some((turn) => turn.answerUuid.value !== "" && !turn.running.value));
    const stop = ended.subscribe((is) => {
      if (!is) return;
      stop();
      idle(() => void remember().catch(() => {}));
      idle(last);
    });
    idle(() => void TurnView.load());
  }
}
