/** Chooses the workspace and the documents that questions are limited to. Every choice holds at once. */
import "../styles/scope-picker.css";

import { useSignal } from "@preact/signals";
import { type Document, documents, workspaces } from "citestream-client/documents";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";
import { ROW } from "../labels/row";
import { plainName } from "../view/plain";
import { language } from "./language";
import { locked, notice } from "./session";
import { scope } from "./scope";
import { choose, chooseWorkspace, limitTo, titleOf } from "./scope-choice";

/** Between two letters of a search. */
const PAUSE_MS = 200;

interface ScopePickerProps {
  readonly labels: Labels;
  readonly onClose: () => void;
}

export function ScopePicker({ labels, onClose }: ScopePickerProps) {
  const words = ROW[language.value];
  const dialog = useRef<HTMLDialogElement>(null);
  const names = useSignal<readonly string[]>([]);
  const searched = useSignal("");
  const found = useSignal<readonly Document[] | null>(null);
  const hasMore = useSignal(false);
  const trouble = useSignal(false);
  const { workspace = "", document_ids: chosen = [] } = scope.value;

  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    workspaces().then((all) => (names.value = all), notice);
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    const look = (): void => {
      documents({ words: searched.value, workspace, kind: "", sort: "title" }, "", { signal: abort.signal }).then(
        ({ items, cursor }) => {
          for (const { id, title } of items) titleOf(id).value = title;
          found.value = items;
          hasMore.value = cursor !== "";
          trouble.value = false;
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          notice(error);
          trouble.value = true;
        },
      );
    };
    const timer = setTimeout(look, found.peek() === null ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [searched.value, workspace]);
  useEffect(() => {
    if (locked.value) dialog.current?.close();
  }, [locked.value]);

  const listed = names.value.includes(workspace) || workspace === "" ? names.value : [workspace, ...names.value];
  return (
    <dialog class="scope-picker" ref={dialog} aria-labelledby="scope-picker" lang={labels.htmlLanguage} onClose={onClose}>
      <h2 id="scope-picker">{words.whereToLook}</h2>
      {listed.length > 1 && (
        <label>
          {words.inWorkspace}
          <select value={workspace} onChange={(event) => chooseWorkspace(event.currentTarget.value)}>
            <option value="">{words.allWorkspaces}</option>
            {listed.map((name) => (
              <option key={name} value={name}>
                {plainName(name, 60)}
              </option>
            ))}
          </select>
        </label>
      )}
      <input
        type="search"
        value={searched.value}
        placeholder={words.searchTitles}
        aria-label={words.searchTitles}
        maxLength={200}
        dir="auto"
        autofocus
        onInput={(event) => (searched.value = event.currentTarget.value)}
      />
      <p class="scope-found" role="status">
        {trouble.value ? labels.statusUnknown : found.value === null ? "" : words.titlesFound(found.value.length, hasMore.value)}
      </p>
      <ul aria-label={words.documents}>
        {(found.value ?? []).map(({ id, title, workspace: within }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
              <bdi>{plainName(title, 120)}</bdi>
              {workspace === "" && listed.length > 1 && <small>{plainName(within, 40)}</small>}
            </label>
          </li>
        ))}
      </ul>
      <p class="scope-done">
        <button type="button" class="ask" onClick={() => dialog.current?.close()}>
          {words.done}
        </button>
        <button
          type="button"
          class="quiet"
          aria-disabled={Object.keys(scope.value).length === 0}
          onClick={() => limitTo({})}
        >
          {words.everywhere}
        </button>
      </p>
    </dialog>
  );
}
