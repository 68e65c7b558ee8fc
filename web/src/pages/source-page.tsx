/**
 * A document at `/sources/{id}`, at the passage that the address names (`#passage`), with the evidence of the answer that
 * it names (`?answer=`).
 */
import "../styles/document.css";
import "../styles/notices.css";

import { useSignal } from "@preact/signals";
import { type DocumentHead, documentHead } from "citestream-client/passages";
import { Refused } from "citestream-client/transport";
import { render } from "preact";
import { useEffect, useMemo } from "preact/hooks";

import { LABELS } from "../labels";
import { readingLabels } from "../labels/reading";
import type { Cited } from "../view/document/cited";
import { PassagePages } from "../view/document/passage-pages";
import { lazy } from "../view/lazy";
import { Header } from "./header";
import { language } from "./language";
import { useRole } from "./role";
import { locked, notice } from "./session";
import { useTitle } from "./title";

const part = () => import("../view/document/document-view");
const DocumentView = lazy(() => part().then((module) => module.DocumentView));
const SignInPage = lazy(() => import("./sign-in-page").then((module) => module.SignInPage));

interface Opened {
  readonly head: DocumentHead;
  /** Null where no answer is named, or it is gone. */
  readonly cited: Cited | null;
}

/** The id of a document in the page's address. */
export function documentIn(path: string): string {
  return /^\/sources\/([^/]+)/u.exec(path)?.[1] ?? "";
}

export function SourcePage({ documentId }: { readonly documentId: string }) {
  const labels = LABELS[language.value];
  const role = useRole();
  const words = readingLabels(labels);
  const state = useSignal<Opened | "loading" | "unknown" | "failed">("loading");
  const named = useSignal(passageInAddress());
  const pages = useMemo(() => new PassagePages(documentId), [documentId]);
  const opened = typeof state.value === "string" ? null : state.value;
  const read = pages.part.value;
  useTitle(locked.value ? labels.signIn : (opened?.head.title ?? words.loading));

  const failed = (error: unknown): void => {
    notice(error);
    state.value = error instanceof Refused && error.status < 500 ? "unknown" : "failed";
  };
  const goTo = (passageId: string): void => {
    if (passageId === named.peek()) return;
    history.replaceState(null, "", `#${passageId}`);
    named.value = passageId;
  };

  useEffect(() => {
    const turn = (): void => void (named.value = passageInAddress());
    addEventListener("hashchange", turn);
    return () => removeEventListener("hashchange", turn);
  }, []);
  useEffect(() => {
    if (locked.value) return;
    const uuid = answerInAddress();
    const answer = uuid === "" ? null : part().then(({ cited }) => cited(uuid, documentId)).catch(() => null);
    Promise.all([documentHead(documentId), answer, DocumentView.load()]).then(([head, found]) => {
      state.value = { head, cited: found };
      if (named.peek() === "" && found?.spots[0] !== undefined) goTo(found.spots[0].passageId);
    }, failed);
  }, [documentId, locked.value]);
  useEffect(() => {
    if (!locked.value) pages.open(named.value).catch(failed);
  }, [pages, named.value, locked.value]);

  if (locked.value) return <SignInPage labels={labels} />;
  return (
    <div class="page document-page">
      <Header labels={labels} role={role} />
      <main id="content" class="document" tabIndex={-1}>
        {opened === null || read === null ? (
          <>
            <h1>{labels.sourceCard}</h1>
            <p role="status">{{ loading: words.loading, unknown: words.noDocument, failed: labels.unexpected }[opened === null ? (state.value as "loading") : "loading"]}</p>
          </>
        ) : (
          <DocumentView
            documentId={documentId}
            head={opened.head}
            cited={opened.cited}
            part={read}
            named={named.value}
            labels={labels}
            words={words}
            onNamed={goTo}
            onMore={(direction) =>
              pages.more(direction).catch((error: unknown) => {
                notice(error);
                return 0;
              })
            }
          />
        )}
      </main>
    </div>
  );
}

function answerInAddress(): string {
  return new URLSearchParams(location.search).get("answer") ?? "";
}

function passageInAddress(): string {
  return location.hash.slice(1);
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<SourcePage documentId={documentIn(location.pathname)} />, root);
}
