/** What the model could cite: each passage with its score, and whether the answer came to cite it. */
import type { Labels } from "../../labels";
import type { QaLabels } from "../../labels/qa";
import type { Recording } from "../../recorded/lines";
import { plainName } from "../plain";
import { snippet } from "../snippet";
import { sourcePlace, sourceTitle } from "../source-names";

interface CandidatesProps {
  readonly recording: Recording;
  readonly labels: Labels;
  readonly words: QaLabels;
}

export function Candidates({ recording: { candidates, events }, labels, words }: CandidatesProps) {
  if (candidates.length === 0) return null;
  const cited = new Set(
    events.map(({ numbered: { event } }) => (event.type === "reference_shown" ? event.reference.citationId : "")),
  );
  return (
    <details class="candidates">
      <summary>{words.candidates(candidates.length)}</summary>
      <ol>
        {candidates.map(({ reference, score }) => (
          <li key={reference.citationId}>
            <code>{reference.citationId}</code> <bdi>{sourceTitle(reference, labels)}</bdi>{" "}
            <span class="recording-note">
              {[plainName(sourcePlace(reference.passage, labels)), words.candidate(score, cited.has(reference.citationId))]
                .filter((part) => part !== "")
                .join(" · ")}
            </span>
            <p class="recording-note" dir="auto">
              {snippet(reference.passage.text, [])}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
