/** What is different when a recording is run again: in the answer, part by part, and in its events. */
import { useEffect, useRef } from "preact/hooks";

import type { QaLabels } from "../../labels/qa";
import { eventChanges, textChanges } from "../../recorded/compare";
import type { RecordedEvent } from "../../recorded/lines";
import type { Difference, Rerun } from "../../recordings";
import { plainName } from "../plain";
import { eventDetail, eventName } from "./event-words";

interface DifferencesProps {
  readonly rerun: Rerun;
  /** The events of then. */
  readonly was: readonly RecordedEvent[];
  readonly words: QaLabels;
}

export function Differences({ rerun, was, words }: DifferencesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { differences } = rerun;
  const events = eventChanges(was, rerun.events);
  useEffect(() => heading.current?.focus(), [rerun]);
  return (
    <section class="differences" aria-labelledby="differences">
      <h2 id="differences" tabIndex={-1} ref={heading}>
        {differences.length === 0 ? words.same : words.differences(differences.length)}
      </h2>
      {[...grouped(differences)].map(([paragraph, found]) => (
        <div key={paragraph ?? -1}>
          <h3>{paragraph === null ? words.wholeAnswer : words.paragraph(paragraph + 1)}</h3>
          <ul>
            {found.map((difference, index) => (
              <li key={index}>
                <span class="difference-part">{partName(difference, words)}</span> <Values difference={difference} words={words} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {events.length > 0 && (
        <>
          <h3>{words.otherEvents}</h3>
          <ul>
            {events.map(({ kind, item: { numbered } }, index) => (
              <li key={index}>
                <Value kind={kind === "gone" ? "was" : "now"} words={words}>
                  {[eventName(numbered.event, words), plainName(eventDetail(numbered.event, words))].filter((part) => part !== "").join(": ")}
                </Value>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** By paragraph, in their order; what is of the whole answer comes last. */
function grouped(differences: readonly Difference[]): Map<number | null, Difference[]> {
  const groups = new Map<number | null, Difference[]>();
  const order = (index: number | null): number => index ?? Infinity;
  for (const difference of [...differences].sort((one, other) => order(one.paragraph) - order(other.paragraph))) {
    groups.set(difference.paragraph, [...(groups.get(difference.paragraph) ?? []), difference]);
  }
  return groups;
}

function partName({ part, citationId }: Difference, words: QaLabels): string {
  return [words.parts[part] ?? part, citationId ?? ""].filter((word) => word !== "").join(" ");
}

/** Text shows what of it is different; all else what it was and what it is. */
function Values({ difference, words }: { readonly difference: Difference; readonly words: QaLabels }) {
  const { part, was, now } = difference;
  if (part === "text" && was !== null && now !== null) {
    return (
      <p class="difference-text" dir="auto">
        {textChanges(was, now).map(({ kind, item }, index) =>
          kind === "same" ? (
            item
          ) : (
            <Value key={index} kind={kind === "gone" ? "was" : "now"} words={words}>
              {item}
            </Value>
          ),
        )}
      </p>
    );
  }
  return (
    <>
      <Value kind="was" words={words}>
        {was || words.nothing}
      </Value>{" "}
      <Value kind="now" words={words}>
        {now || words.nothing}
      </Value>
    </>
  );
}

interface ValueProps {
  readonly kind: "was" | "now";
  readonly words: QaLabels;
  readonly children: string;
}

function Value({ kind, words, children }: ValueProps) {
  const Tag = kind === "was" ? "del" : "ins";
  return (
    <Tag>
      <span class="unseen">{kind === "was" ? words.then : words.now}: </span>
      <bdi>{children}</bdi>
    </Tag>
  );
}
