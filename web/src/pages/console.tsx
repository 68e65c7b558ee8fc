/** The console at `/`: ask, watch the cited answer appear, open its sources. */
import "../style.css";

import { effect, useComputed, useSignal } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";

import { status as loadStatus } from "../client";
import { LABELS } from "../labels";
import type { Section } from "../protocol/events";
import { Composer } from "../view/composer";
import { offered } from "../view/sections";
import { Conversation, type Turn } from "./conversation";
import { Header } from "./header";
import { language } from "./language";
import { locked, notice, signOut } from "./session";
import { SessionBar } from "./session-bar";
import { SignInPage } from "./sign-in-page";
import { keep, kept, namedSession } from "./tab";
import { TurnView } from "./turn";
import { type Known, StatusLine, Suggestions } from "./welcome";

export function Console({ conversation }: { readonly conversation: Conversation }) {
  const labels = LABELS[language.value];
  const status = useSignal<Known>("loading");
  const turns = conversation.turns.value;
  const isEmpty = turns.length === 0;
  const isRunning = conversation.running.value;
  // Computed, so that the page is not drawn again with every piece of text: it is the same list until it changes.
  const outline = useComputed(() => meant(conversation.turns.value));
  const ask = (question: string, afresh = false): void => void conversation.ask(question, afresh);

  useEffect(() => {
    if (locked.value) return undefined;
    const abort = new AbortController();
    loadStatus({ signal: abort.signal }).then(
      (value) => (status.value = value),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        status.value = "unknown";
        notice(error);
      },
    );
    return () => abort.abort();
  }, [isEmpty, locked.value]);

  if (locked.value) return <SignInPage labels={labels} />;
  return (
    <div class={isEmpty ? "page empty" : "page"}>
      <Header labels={labels}>
        {!isEmpty && (
          <button
            type="button"
            class="quiet"
            aria-label={labels.newConversation}
            title={labels.newConversation}
            onClick={() => conversation.clear()}
          >
            <span class="wide">{labels.newConversation}</span>
            <span class="narrow" aria-hidden="true">
              +
            </span>
          </button>
        )}
        {typeof status.value === "object" && status.value.signedIn && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              conversation.clear();
              signOut().catch(() => (status.value = "unknown"));
            }}
          >
            {labels.signOut}
          </button>
        )}
      </Header>
      <main>
        {isEmpty ? (
          <div class="hero">
            <h1>{labels.headline}</h1>
            <p>{labels.promise}</p>
          </div>
        ) : (
          <section class="thread" aria-label={labels.conversation}>
            {turns.map((turn) => (
              <TurnView
                key={turn.key}
                turn={turn}
                labels={labels}
                canAsk={!isRunning}
                outline={outline.value}
                onAsk={ask}
                onRetry={(again) => void conversation.retry(again)}
              />
            ))}
          </section>
        )}
      </main>
      <div class="dock">
        <SessionBar conversation={conversation} labels={labels} />
        <Composer
          key={isEmpty ? "first" : "next"}
          labels={labels}
          busy={isRunning}
          onAsk={ask}
          onStop={() => void conversation.stop()}
        />
        {isEmpty && <Suggestions known={status.value} labels={labels} onAsk={ask} />}
        <StatusLine known={status.value} labels={labels} />
      </div>
    </div>
  );
}

const NONE: readonly Section[] = [];

/** The sections that ids such as S2 mean now: those offered last. */
function meant(turns: readonly Turn[]): readonly Section[] {
  return turns.map((turn) => offered(turn.snapshot.value.answer)).findLast((sections) => sections.length > 0) ?? NONE;
}

/** Draws the page into `root`, with the conversation that was open in this tab before a reload. */
export function start(root: HTMLElement): void {
  const conversation = new Conversation({}, namedSession());
  const before = kept();
  if (before !== null) void conversation.resume(before);
  effect(() => keep(conversation.kept.value));
  addEventListener("pageshow", (event) => {
    if (event.persisted) conversation.clear(); // Left, and come back to by "back".
  });
  render(<Console conversation={conversation} />, root);
}
