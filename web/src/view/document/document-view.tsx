/** A document on its own page: what it is, what an answer took from it, its text; of a PDF, its pages. */
import { useSignal } from "@preact/signals";
import { type DocumentHead, fileAddress, PDF } from "citestream-client/passages";
import { useMemo } from "preact/hooks";

import type { Labels } from "../../labels";
import type { ReadingLabels } from "../../labels/reading";
import { relocated } from "../evidence";
import { EvidenceSteps } from "../evidence-steps";
import { keyOf } from "../panel/spots";
import { boxesOf, columnOf, type Mark, wordsOf } from "../pdf/boxes";
import { PdfSource } from "../pdf/pdf-source";
import { plainName } from "../plain";
import { Aged } from "../source";
import type { Cited } from "./cited";
import { DocumentText } from "./document-text";
import type { Direction, Part } from "./passage-pages";

export { cited } from "./cited";

interface DocumentProps {
  readonly documentId: string;
  readonly head: DocumentHead;
  readonly cited: Cited | null;
  readonly part: Part;
  /** The passage that the address names. */
  readonly named: string;
  readonly labels: Labels;
  readonly words: ReadingLabels;
  readonly onNamed: (passageId: string) => void;
  readonly onMore: (direction: Direction) => Promise<number>;
}

const NONE = [] as const;
const NAMED = "named";

export function DocumentView({ documentId, head, cited, part, named, labels, words, onNamed, onMore }: DocumentProps) {
  const chosen = useSignal<number | null>(null);
  const spots = cited?.spots ?? NONE;
  // What was chosen here holds until the address names another passage.
  const isChosen = chosen.value !== null && spots[chosen.value]?.passageId === named;
  const first = spots.findIndex(({ passageId }) => passageId === named);
  const index = isChosen ? (chosen.value ?? 0) : Math.max(0, first);
  const spot = first < 0 ? undefined : spots[index];
  const marks = useMemo(() => marksOf(spots, part, named), [spots, part, named]);
  const mark = marks.find(({ key }) => key === (spot === undefined ? NAMED : keyOf(spot)));
  const goal = useMemo(() => {
    const page = mark?.boxes[0]?.page ?? spot?.page ?? 1;
    return { page, mark, column: columnOf(part.passages, page) };
  }, [named, spot, mark?.key]);
  const title = plainName(head.title) || plainName(head.fileName);
  const steps = spots.length > 1 && (
    <EvidenceSteps
      spots={spots}
      index={index}
      words={words}
      isChosen={isChosen}
      onChoose={(next) => {
        chosen.value = next;
        onNamed(spots[next]?.passageId ?? "");
      }}
    />
  );
  const text = (
    <DocumentText
      passages={part.passages}
      mediaType={head.mediaType}
      hasEarlier={part.previous !== ""}
      hasLater={part.next !== ""}
      named={named}
      spots={spots}
      current={spot}
      labels={labels}
      words={words}
      onMore={onMore}
    />
  );
  return (
    <>
      <h1 dir="auto">{title}</h1>
      <p class="source-open">
        {head.fileName !== "" && plainName(head.fileName) !== title && <bdi>{plainName(head.fileName)}</bdi>}{" "}
        <a href={fileAddress(documentId, head.mediaType, spot?.page)} target="_blank" rel="noopener">
          {words.original}
        </a>
      </p>
      <Aged passage={head} labels={labels} />
      {cited !== null && spots.length > 0 && (
        <p class="marked-for">
          {words.markedFor}{" "}
          <a href={`/answers/${cited.answerUuid}`}>
            <bdi>{plainName(cited.question)}</bdi>
          </a>
        </p>
      )}
      {cited !== null && cited.changed > 0 && <p class="source-note">{words.someChanged(cited.changed)}</p>}
      {part.isMoved && <p class="source-note">{words.moved}</p>}
      {head.note !== "" && (
        <p class="source-note" dir="auto">
          {plainName(head.note)}
        </p>
      )}
      {head.mediaType === PDF ? (
        <PdfSource documentId={documentId} goal={goal} marks={marks} labels={labels} words={words} lead={steps} waits>
          {text}
        </PdfSource>
      ) : (
        <>
          {steps && <div class="pdf-lead">{steps}</div>}
          {text}
        </>
      )}
    </>
  );
}

/** Evidence on the pages; where the passage that is named has none, it is marked as a whole. */
function marksOf(spots: Cited["spots"], { passages }: Part, named: string): Mark[] {
  const marks = spots.flatMap((spot) => {
    const passage = passages.find(({ id }) => id === spot.passageId);
    if (passage === undefined) return [];
    const range = spot.range && (relocated([spot.range], spot.reference.passage.text, passage.text)[0] ?? null);
    return [{ key: keyOf(spot), text: wordsOf(passage.text, range), boxes: boxesOf(passage, range) }];
  });
  const passage = passages.find(({ id }) => id === named);
  if (passage === undefined || spots.some(({ passageId }) => passageId === named)) return marks;
  return [...marks, { key: NAMED, text: wordsOf(passage.text, null), boxes: passage.boxes }];
}
