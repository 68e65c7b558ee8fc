/** Files on their way, one line each: how far it is, or what became of it. */
import type { Labels } from "../labels";
import type { LibraryLabels } from "../labels/library";
import type { Progress, Upload, UploadQueue } from "../pages/upload-queue";
import { Action } from "./action";
import { plainName } from "./plain";

interface UploadListProps {
  readonly queue: UploadQueue;
  readonly labels: Labels;
  readonly words: LibraryLabels;
}

export function UploadList({ queue, labels, words }: UploadListProps) {
  const { all, open, failed } = queue.counts.value;
  const hasEnded = all > 0 && open === 0;
  return (
    <section class="uploads" aria-label={words.uploads} hidden={all === 0 && queue.leftOut.value === 0}>
      <p class="uploads-line">
        {all > 0 && !hasEnded && <span>{words.sent(all - open, all)}</span>}
        <span role="status">{hasEnded && words.allSent(all - failed, failed)}</span>
        {open === 0 && <Action act={() => queue.clear()}>{words.clear}</Action>}
      </p>
      {queue.leftOut.value > 0 && <p class="library-note">{words.leftOut(queue.leftOut.value)}</p>}
      <ul class="library-lines">
        {queue.uploads.value.map((upload) => (
          <Line key={upload.key} upload={upload} queue={queue} labels={labels} words={words} />
        ))}
      </ul>
    </section>
  );
}

function Line({ upload, queue, labels, words }: UploadListProps & { readonly upload: Upload }) {
  const progress = upload.progress.value;
  const name = plainName(upload.path);
  return (
    <li class="upload" data-state={progress.state}>
      <p class="library-name" dir="auto">
        {name}
        {upload.replaces !== "" && <span class="library-note"> {words.replaces(plainName(upload.replaces))}</span>}
      </p>
      <p class="library-note">
        {progress.state === "sending" && <progress value={progress.share} aria-label={`${words.sending}: ${name}`} />}{" "}
        {progress.state === "ready" ? words.ready(progress.passages) : words[progress.state]}
      </p>
      {progress.state === "failed" && (
        <>
          <p class="library-reason" dir="auto">
            {sentence(progress.reason, queue, labels, words)}
          </p>
          <Action name={`${labels.retry}: ${name}`} act={() => queue.retry(upload)}>
            {labels.retry}
          </Action>
        </>
      )}
    </li>
  );
}

function sentence(reason: Progress["reason"], queue: UploadQueue, labels: Labels, words: LibraryLabels): string {
  if (typeof reason === "string") return reason;
  const own = { network: words.network, unexpected: labels.unexpected, large: words.large(queue.mostBytes / 1024 / 1024) };
  return own[reason.own];
}
