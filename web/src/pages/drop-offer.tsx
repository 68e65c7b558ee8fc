/** Files that are dropped on the console: asks whether they shall be documents, and shows how far they are. */
import "../styles/library.css";

import { type Signal, signal } from "@preact/signals";
import { type Access, access } from "citestream-client/documents";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { LABELS } from "../labels";
import { LIBRARY } from "../labels/library";
import { type Chosens, entriesOf, opened } from "../view/dropped-files";
import { UploadList } from "../view/upload-list";
import { language } from "./language";
import { locked, notice } from "./session";
import { UploadQueue } from "./upload-queue";
import { added } from "./welcome";

export interface Offer {
  readonly found: Chosens;
  readonly access: Access;
}

interface DropOfferProps {
  /** Null while nothing is offered. */
  readonly offer: Signal<Offer | null>;
  readonly queue: UploadQueue;
}

export function DropOffer({ offer, queue }: DropOfferProps) {
  const labels = LABELS[language.value];
  const words = LIBRARY[language.value];
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const { found, access: allowed } = offer.value ?? {};
  const number = found?.files.length ?? 0;
  const isAsked = number > 0 && allowed?.isStaff === true;
  const heading = number > 0 ? words.offer(number) : words.add;

  useLayoutEffect(() => {
    if (offer.value !== null && dialog.current?.open === false) dialog.current.showModal();
    if (!isAsked) close.current?.focus();
  }, [offer.value]);
  useEffect(() => {
    if (locked.value) dialog.current?.close();
    else queue.resume();
  }, [locked.value]);

  const add = (): void => {
    if (found === undefined || allowed === undefined) return;
    queue.mostBytes = allowed.mostBytes;
    const [workspace] = allowed.workspaces.includes("default") ? [] : allowed.workspaces;
    queue.add(found.files, workspace === undefined ? {} : { workspace });
    offer.value = { access: allowed, found: { files: [], leftOut: 0 } };
  };
  return (
    <dialog class="drop-offer" ref={dialog} aria-labelledby="drop-offer" onClose={() => (offer.value = null)}>
      <h2 id="drop-offer">{heading}</h2>
      {number > 0 && <p>{isAsked ? words.offerHint : words.notAllowed}</p>}
      <UploadList queue={queue} labels={labels} words={words} />
      <p class="library-actions">
        {isAsked && (
          <button type="button" class="ask" onClick={add}>
            {words.addThem}
          </button>
        )}
        <button type="button" class="quiet" ref={close} onClick={() => dialog.current?.close()}>
          {labels.close}
        </button>
        {allowed?.isStaff === true && number === 0 && <a href="/sources">{words.toLibrary}</a>}
      </p>
    </dialog>
  );
}

let isListening = false;

/** Takes what is dropped from now on. */
export function listen(): void {
  if (isListening) return;
  isListening = true;
  const offer = signal<Offer | null>(null);
  const queue = new UploadQueue({ onEnd: () => (added.value += 1) });
  const ask = async (found: Chosens): Promise<void> => {
    queue.leftOut.value = found.leftOut;
    offer.value = { found, access: await access() };
  };
  addEventListener("drop", ({ dataTransfer }) => {
    const entries = entriesOf(dataTransfer);
    if (entries.length > 0 && !locked.value) opened(entries).then(ask).catch(notice);
  });
  addEventListener("beforeunload", (event) => {
    if (queue.counts.peek().open > 0) event.preventDefault(); // The files are nowhere but here.
  });
  render(<DropOffer offer={offer} queue={queue} />, document.body.appendChild(document.createElement("div")));
}
