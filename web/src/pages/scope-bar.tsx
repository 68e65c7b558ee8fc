/** The workspace and the documents that questions are limited to, above the composer, each to be removed. */
import "../styles/scope-bar.css";

import { asText, optional } from "citestream-client/protocol";
import { getJson } from "citestream-client/transport";
import { useEffect } from "preact/hooks";

import type { Labels } from "../labels";
import { ROW } from "../labels/row";
import { plainName } from "../view/plain";
import { language } from "./language";
import { scope } from "./scope";
import { choose, limitTo, titleOf } from "./scope-choice";
import { notice } from "./session";

export function ScopeBar({ labels }: { readonly labels: Labels }) {
  const words = ROW[language.value];
  const { workspace, document_ids: documents = [] } = scope.value;
  return (
    <div class="scope" role="group" aria-label={words.scope} lang={labels.htmlLanguage}>
      {workspace !== undefined && (
        <Chip
          name={words.workspace(plainName(workspace, 60))}
          removal={words.remove}
          onRemove={() => {
            const { workspace: _, ...rest } = scope.value;
            limitTo(rest);
            focusNext();
          }}
        />
      )}
      {documents.map((id) => (
        <DocumentChip key={id} id={id} removal={words.remove} />
      ))}
    </div>
  );
}

interface Removable {
  readonly removal: (name: string) => string;
}

function DocumentChip({ id, removal }: Removable & { readonly id: string }) {
  const title = titleOf(id);
  useEffect(() => {
    if (title.value !== null) return;
    getJson(`/v1/documents/${encodeURIComponent(id)}?text=false`, {}).then(
      (data) => (title.value = optional(data.title, "title", asText) ?? ""),
      notice,
    );
  }, [id]);
  const remove = (): void => {
    choose(id, false);
    focusNext();
  };
  return <Chip name={plainName(title.value ?? "", 60) || id} removal={removal} onRemove={remove} />;
}

function Chip({ name, removal, onRemove }: Removable & { readonly name: string; readonly onRemove: () => void }) {
  return (
    <span class="scope-chip">
      <bdi>{name}</bdi>
      <button type="button" aria-label={removal(name)} title={removal(name)} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}

/** The focus goes to where the next question is written. */
function focusNext(): void {
  document.querySelector<HTMLElement>(".composer textarea")?.focus({ preventScroll: true });
}
