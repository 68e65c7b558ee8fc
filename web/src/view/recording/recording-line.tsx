/** One recorded answer in the list: its question, what became of it, and how long that took. */
import type { QaLabels } from "../../labels/qa";
import { type Recorded, SOURCES } from "../../recordings";
import { plainName } from "../plain";

interface RecordingLineProps {
  readonly answer: Recorded;
  /** How many there are since it was run again; null: it was not. */
  readonly differences: number | null;
  readonly words: QaLabels;
}

export function RecordingLine({ answer, differences, words }: RecordingLineProps) {
  return (
    <li data-line={answer.id}>
      <h2 dir="auto">
        <a href={`/qa/${answer.id}`}>{plainName(answer.question)}</a>
      </h2>
      <p class="recording-note">
        {facts(answer, words)}
        {flaws(answer, words).map((flaw) => (
          <>
            {" "}
            <span class="flaw">{flaw}</span>
          </>
        ))}
        {differences !== null && (
          <>
            {" "}
            <span class={differences > 0 ? "flaw differs" : "flaw"}>{differences > 0 ? words.differences(differences) : words.sameAgain}</span>
          </>
        )}
      </p>
    </li>
  );
}

function facts({ askedAt, source, model, firstText, total }: Recorded, words: QaLabels): string {
  const known = SOURCES.find((name) => name === source);
  const from = known === undefined ? plainName(source) : words.sources[known];
  return [
    words.moment(new Date(askedAt)),
    known === "model" && model !== "" ? plainName(model) : from,
    firstText === null ? "" : words.firstText(firstText),
    total === null ? "" : words.total(total),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function flaws({ hasFailed, isComplete, hasCitationError, hasPieces }: Recorded, words: QaLabels): string[] {
  const { errors, early, failed } = words.results;
  const ending = hasFailed ? [failed] : isComplete ? [] : [early];
  return [...ending, ...(hasCitationError ? [errors] : []), ...(hasPieces ? [] : [words.noPieces])];
}
