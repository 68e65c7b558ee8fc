/** What could not become a document when it came last: why, and what can be done about it. */
import type { Failure } from "citestream-client/documents";

import type { Labels } from "../labels";
import type { LibraryLabels } from "../labels/library";
import { Action } from "./action";
import { plainName } from "./plain";

interface FailureListProps {
  readonly failures: readonly Failure[];
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly labels: Labels;
  readonly words: LibraryLabels;
  readonly onRetry: (failure: Failure) => void;
  readonly onDismiss: (failure: Failure) => void;
  readonly onMore: () => void;
}

export function FailureList(props: FailureListProps) {
  const { failures, hasMore, busy, labels, words, onRetry, onDismiss, onMore } = props;
  if (failures.length === 0) return null;
  return (
    <section class="failures" aria-labelledby="failures">
      <h2 id="failures">{words.failures}</h2>
      <p class="library-note">{words.failuresHint}</p>
      <ul class="library-lines">
        {failures.map((failure) => {
          const name = plainName(failure.title);
          return (
            <li key={failure.id} data-line={failure.id}>
              <h3 class="library-name" dir="auto" tabIndex={-1}>
                {name}
              </h3>
              <p class="library-reason" dir="auto">
                {failure.reason}
              </p>
              <p class="library-note">
                {[words.size(failure.size), plainName(failure.workspace)].join(" · ")}
                {!failure.canRetry && ` · ${words.gone}`}
              </p>
              <p class="library-actions">
                {failure.canRetry && (
                  <Action name={`${labels.retry}: ${name}`} off={busy} act={() => onRetry(failure)}>
                    {labels.retry}
                  </Action>
                )}
                <Action name={`${words.dismiss}: ${name}`} off={busy} act={() => onDismiss(failure)}>
                  {words.dismiss}
                </Action>
              </p>
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <Action off={busy} act={onMore}>
          {words.more}
        </Action>
      )}
    </section>
  );
}
