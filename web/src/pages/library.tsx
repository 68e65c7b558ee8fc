/** The page of the documents at `/sources`: look through them; staff add, replace and delete, and see what failed. */
import "../styles/desk.css";
import "../styles/library.css";

import { useSignal } from "@preact/signals";
import { type Document, KINDS, ORDERS } from "citestream-client/documents";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { LABELS } from "../labels";
import { LIBRARY, type LibraryLabels } from "../labels/library";
import { AddFiles } from "../view/add-files";
import { DocumentLine } from "../view/document-line";
import { type Chosens, entriesOf, opened } from "../view/dropped-files";
import { FailureList } from "../view/failure-list";
import { Choice, FilterForm } from "../view/filter-form";
import { lazy } from "../view/lazy";
import { plainName } from "../view/plain";
import { UploadList } from "../view/upload-list";
import { Trouble } from "./desk-page";
import { Header } from "./header";
import { language } from "./language";
import { type Filter, LibraryDesk } from "./library-desk";
import { locked } from "./session";
import { useTitle } from "./title";
import { UploadQueue } from "./upload-queue";

const SignInPage = lazy(() => import("./sign-in-page").then((module) => module.SignInPage));

/** A look after new documents, and further ones while their vectors are computed. */
const WATCHED_EVERY_MS = 3000;

interface LibraryProps {
  readonly desk: LibraryDesk;
  readonly queue: UploadQueue;
}

export function Library({ desk, queue }: LibraryProps) {
  const labels = LABELS[language.value];
  const words = LIBRARY[language.value];
  useTitle(locked.value ? labels.signIn : words.title);
  const page = useRef<HTMLDivElement>(null);
  const isDropping = useSignal(false);
  const workspace = useSignal("");
  const { access, outcome, trouble, busy } = desk;
  const isStaff = access.value?.isStaff === true;

  useEffect(() => {
    if (locked.value) return desk.forget();
    void desk.load();
    queue.resume();
  }, [locked.value]);
  useEffect(() => {
    queue.mostBytes = access.value?.mostBytes ?? Infinity;
    const own = access.value?.workspaces ?? [];
    if (own.length > 0 && !own.includes("default")) workspace.value = own[0] ?? "";
  }, [access.value]);
  useEffect(() => {
    if (outcome.value === null) return;
    (lineOf(page.current, outcome.value.next ?? "") ?? document.getElementById("content"))?.focus();
  }, [outcome.value]);
  useEffect(() => {
    if (desk.arrived.value !== "") lineOf(page.current, desk.arrived.value)?.focus();
  }, [desk.arrived.value]);

  useEffect(() => {
    if (locked.value || desk.documents.value === null) return;
    const timer = setTimeout(() => void desk.watch(), WATCHED_EVERY_MS);
    return () => clearTimeout(timer);
  }, [locked.value, desk.documents.value, desk.indexing.value]);

  if (locked.value) return <SignInPage labels={labels} />;

  const add = ({ files, leftOut }: Chosens): void => {
    queue.leftOut.value += leftOut;
    queue.add(files, workspace.value.trim() === "" ? {} : { workspace: workspace.value.trim() });
  };
  const onDrag = (event: DragEvent): void => {
    if (!isStaff || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    isDropping.value = event.type === "dragover";
    if (event.type === "drop") void opened(entriesOf(event.dataTransfer)).then(add, () => (trouble.value = words.network));
  };
  const own = new Set(
    queue.uploads.value.filter(({ progress }) => progress.value.state !== "ready").map(({ fields }) => fields.external_id ?? fields.source),
  );
  return (
    <div class="page desk library" ref={page} onDragOver={onDrag} onDragLeave={onDrag} onDrop={onDrag}>
      <Header labels={labels} role={access.value?.role ?? ""} />
      <main id="content" tabIndex={-1}>
        <h1>{words.title}</h1>
        <Trouble desk={desk} />
        <p class="unseen" role="status">
          {outcome.value !== null && words.did[outcome.value.did](plainName(outcome.value.title))}
        </p>
        {isStaff && (
          <>
            <AddFiles
              workspace={workspace.value}
              workspaces={desk.workspaces.value}
              isDropping={isDropping.value}
              words={words}
              onWorkspace={(name) => (workspace.value = name)}
              onFiles={add}
            />
            <UploadList queue={queue} labels={labels} words={words} />
            <FailureList
              failures={desk.failures.value.filter(({ externalId }) => !own.has(externalId))}
              hasMore={desk.failuresCursor.value !== ""}
              busy={busy.value}
              labels={labels}
              words={words}
              onRetry={(failure) => void desk.retry(failure)}
              onDismiss={(failure) => void desk.dismiss(failure)}
              onMore={() => void desk.moreFailures()}
            />
          </>
        )}
        <p role="status">{desk.indexing.value !== null && words.indexing(desk.indexing.value)}</p>
        <Documents desk={desk} queue={queue} words={words} />
      </main>
    </div>
  );
}

/** What of a document's or a failure's line takes the focus. */
function lineOf(page: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return page?.querySelector(`[data-line="${id}"]`)?.querySelector<HTMLElement>("h3[tabindex], h3 a");
}

function Documents({ desk, queue, words }: LibraryProps & { readonly words: LibraryLabels }) {
  const field = useRef<HTMLInputElement>(null);
  const replaced = useRef<Document | null>(null);
  const documents = desk.documents.value;
  const isStaff = desk.access.value?.isStaff === true;
  if (documents === null) return null;
  const { words: searched, workspace, kind } = desk.filter.value;
  if (documents.length === 0 && `${searched}${workspace}${kind}` === "") {
    return <p>{isStaff ? words.empty : words.emptyForReaders}</p>;
  }

  const replace = (file: File | undefined): void => {
    const old = replaced.current;
    if (file === undefined || old === null) return;
    const { workspace, source, externalId } = old;
    queue.add([{ file, path: file.name }], { workspace, source, external_id: externalId }, old.title);
  };
  return (
    <section aria-labelledby="list">
      <h2 id="list">{words.list}</h2>
      <Filters desk={desk} words={words} />
      <input
        type="file"
        hidden
        data-replace
        ref={field}
        onChange={({ currentTarget }) => {
          replace(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      <ul class="library-lines">
        {documents.map((document) => {
          const leaving = desk.leaving.value;
          return (
            <DocumentLine
              key={document.id}
              document={document}
              isStaff={isStaff}
              busy={desk.busy.value}
              leaving={leaving?.id === document.id ? (leaving.citing ?? "unknown") : null}
              words={words}
              onReplace={() => {
                replaced.current = document;
                field.current?.click();
              }}
              onAsk={(isAsked) => void desk.ask(isAsked ? document.id : null)}
              onRemove={() => void desk.remove(document)}
            />
          );
        })}
      </ul>
      <p role="status">{documents.length === 0 && words.none}</p>
      {desk.cursor.value !== "" && (
        <button type="button" class="quiet" aria-disabled={desk.busy.value} onClick={() => void desk.more()}>
          {words.more}
        </button>
      )}
    </section>
  );
}

function Filters({ desk, words }: { readonly desk: LibraryDesk; readonly words: LibraryLabels }) {
  const filter = desk.filter.value;
  const change = (part: Partial<Filter>): void => void desk.load({ ...desk.filter.value, ...part });
  return (
    <FilterForm search={words.search} find={words.find} onWords={(searched) => change({ words: searched })}>
      <Choice label={words.workspace} value={filter.workspace} all={words.all} onChange={(workspace) => change({ workspace })}>
        {desk.workspaces.value.map((name) => [name, plainName(name)])}
      </Choice>
      <Choice label={words.kind} value={filter.kind} all={words.all} onChange={(kind) => change({ kind: kind as Filter["kind"] })}>
        {KINDS.map((kind) => [kind, words.kinds[kind]])}
      </Choice>
      <Choice label={words.order} value={filter.sort} onChange={(sort) => change({ sort: sort as Filter["sort"] })}>
        {ORDERS.map((order) => [order, words.orders[order]])}
      </Choice>
    </FilterForm>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  const desk = new LibraryDesk();
  const queue = new UploadQueue({ onEnd: () => void desk.reload() });
  addEventListener("beforeunload", (event) => {
    if (queue.counts.peek().open > 0) event.preventDefault(); // The files are nowhere but here.
  });
  render(<Library desk={desk} queue={queue} />, root);
}
