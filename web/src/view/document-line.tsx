/** One document in the list: what it is, and, for staff, what can be done with it. */
import { type Citing, type Document, KINDS, originalOf } from "citestream-client/documents";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { LibraryLabels } from "../labels/library";
import { Action } from "./action";
import { plainName } from "./plain";

interface DocumentLineProps {
  readonly document: Document;
  readonly isStaff: boolean;
  readonly busy: boolean;
  /** What cites it, when it is asked whether it is to be deleted: "unknown" until that is there; null: not asked. */
  readonly leaving: Citing | "unknown" | null;
  readonly words: LibraryLabels;
  readonly onReplace: () => void;
  readonly onAsk: (isAsked: boolean) => void;
  readonly onRemove: () => void;
}

export function DocumentLine(props: DocumentLineProps) {
  const { document, words, isStaff } = props;
  const title = plainName(document.title);
  return (
    <li data-line={document.id}>
      <h3 class="library-name" dir="auto">
        <a href={`/sources/${document.id}`}>{title}</a>
      </h3>
      <p class="library-note">{facts(document, words)}</p>
      {document.note !== "" && (
        <p class="library-note" data-note dir="auto">
          {plainName(document.note)}
        </p>
      )}
      <p class="library-actions">
        <a href={originalOf(document.id)} target="_blank" rel="noreferrer" aria-label={`${words.original}: ${title}`}>
          {words.original}
        </a>
        {isStaff && <Buttons {...props} title={title} />}
      </p>
      {props.leaving !== null && <Sure {...props} leaving={props.leaving} />}
    </li>
  );
}

function facts(document: Document, words: LibraryLabels): string {
  const kind = KINDS.find((known) => known === document.kind);
  const file = plainName(document.fileName);
  return [
    kind === undefined ? plainName(document.kind) : words.kinds[kind],
    words.size(document.size),
    words.passages(document.passages),
    words.cited(document.cited),
    words.day(new Date(document.updatedAt)),
    ["", "loaded"].includes(document.dateFrom) ? "" : words.dated(plainName(document.date.slice(0, 10))),
    plainName(document.author),
    plainName(document.workspace),
    file === plainName(document.title) ? "" : file,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function Buttons({ leaving, busy, words, title, onReplace, onAsk }: DocumentLineProps & { readonly title: string }) {
  const asking = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);

  useLayoutEffect(() => {
    if (leaving === null && wasAsked.current) asking.current?.focus();
    wasAsked.current = leaving !== null;
  }, [leaving]);

  return (
    <>
      <Action name={`${words.replace}: ${title}`} off={busy} act={onReplace}>
        {words.replace}
      </Action>
      <Action name={`${words.remove}: ${title}`} off={busy || leaving !== null} button={asking} act={() => onAsk(true)}>
        {words.remove}
      </Action>
    </>
  );
}

/** Deleting asks once more, and says what cites the document. */
function Sure({ document, leaving, busy, words, onAsk, onRemove }: DocumentLineProps & { readonly leaving: Citing | "unknown" }) {
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  const citing = leaving === "unknown" ? null : leaving;
  const id = `sure-${document.id}`;
  return (
    <div class="sure" role="group" aria-labelledby={id}>
      <p id={id}>{words.sure}</p>
      <div role="status">
        {citing !== null && <p>{words.citing(citing.answers)}</p>}
        {citing !== null && citing.questions.length > 0 && (
          <ul>
            {citing.questions.map((question, index) => (
              <li key={index} dir="auto">
                {plainName(question)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p class="library-actions">
        <Action button={keep} act={() => onAsk(false)}>
          {words.cancel}
        </Action>
        <Action off={busy || citing === null} act={onRemove}>
          {words.confirm}
        </Action>
      </p>
    </div>
  );
}
