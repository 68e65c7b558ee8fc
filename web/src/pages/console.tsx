/** The console at `/`: ask, watch the cited answer appear, open its sources. */
import "../style.css";

import { useSignal } from "@preact/signals";
import { type ComponentChildren, render } from "preact";
import { useEffect } from "preact/hooks";

import { status as loadStatus, type Status } from "../client";
import { LABELS, type Labels, LANGUAGES } from "../labels";
import { Composer } from "../view/composer";
import { plainName } from "../view/plain";
import { SignIn } from "../view/sign-in";
import { Conversation } from "./conversation";
import { chooseLanguage, language } from "./language";
import { locked, notice, signIn, signOut } from "./session";
import { TurnView } from "./turn";

type Known = Status | "loading" | "unknown";

export function Console({ conversation }: { readonly conversation: Conversation }) {
  const labels = LABELS[language.value];
  const status = useSignal<Known>("loading");
  const turns = conversation.turns.value;
  const isEmpty = turns.length === 0;
  const ask = (question: string): void => void conversation.ask(question);

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

  if (locked.value) {
    return (
      <div class="page empty">
        <Header labels={labels} />
        <main>
          <SignIn labels={labels} onKey={signIn} />
        </main>
      </div>
    );
  }

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
                canRetry={!conversation.running.value}
                onRetry={(again) => void conversation.retry(again)}
              />
            ))}
          </section>
        )}
      </main>
      <div class="dock">
        <Composer key={isEmpty ? "first" : "next"} labels={labels} busy={conversation.running.value} onAsk={ask} />
        {isEmpty && <Suggestions known={status.value} labels={labels} onAsk={ask} />}
        <StatusLine known={status.value} labels={labels} />
      </div>
    </div>
  );
}

function Header({ labels, children }: { readonly labels: Labels; readonly children?: ComponentChildren }) {
  return (
    <header class="top">
      <a class="wordmark" href="/">
        <span>Cite</span>stream
      </a>
      <div class="top-actions">
        {children}
        <div class="languages" role="group" aria-label={labels.chooseLanguage}>
          {LANGUAGES.map((choice) => (
            <button
              type="button"
              key={choice}
              lang={LABELS[choice].htmlLanguage}
              title={LABELS[choice].name}
              aria-label={LABELS[choice].name}
              aria-pressed={choice === language.value}
              onClick={() => chooseLanguage(choice)}
            >
              {LABELS[choice].shortName}
            </button>
          ))}
        </div>
      </div>
    </header>
  );
}

interface SuggestionsProps {
  readonly known: Known;
  readonly labels: Labels;
  readonly onAsk: (question: string) => void;
}

function Suggestions({ known, labels, onAsk }: SuggestionsProps) {
  if (typeof known === "string") return null;
  const questions = known.suggestions[language.value].slice(0, 3);
  if (questions.length === 0) return null;
  return (
    <section class="suggestions" aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">{labels.tryOne}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" class="suggestion" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is loaded and who answers. */
function StatusLine({ known, labels }: { readonly known: Known; readonly labels: Labels }) {
  if (known === "loading") return <p class="status" />;
  if (known === "unknown") return <p class="status">{labels.statusUnknown}</p>;
  const writer =
    known.provider === "extractive"
      ? labels.extractive
      : labels.model(plainName(known.model ?? "") || plainName(known.provider));
  return (
    <p class="status">
      {known.documents === 0 ? (
        <span>
          {labels.nothingLoaded} <code>citestream ingest PATH</code>
        </span>
      ) : (
        <span>{labels.loaded(known.documents, known.passages)}</span>
      )}
      <span>{writer}</span>
    </p>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement, conversation = new Conversation()): void {
  render(<Console conversation={conversation} />, root);
}
