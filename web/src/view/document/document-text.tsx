/** The passages of a document below each other, evidence marked. More come before an end of them is reached. */
import { useSignal } from "@preact/signals";
import type { DocumentPassage } from "citestream-client/passages";
import type { Evidence } from "citestream-client/protocol";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";

import type { Labels } from "../../labels";
import type { ReadingLabels } from "../../labels/reading";
import { relocated } from "../evidence";
import type { Spot } from "../panel/spots";
import { PassageText } from "../source";
import { still } from "../still";
import type { Direction } from "./passage-pages";

interface TextProps {
  readonly passages: readonly DocumentPassage[];
  readonly mediaType: string;
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  /** The passage that the address names. */
  readonly named: string;
  /** Where evidence is, and which of it is looked at. */
  readonly spots: readonly (Spot & { readonly passageId: string })[];
  readonly current: Spot | undefined;
  readonly labels: Labels;
  readonly words: ReadingLabels;
  /** Returns how many passages came. */
  readonly onMore: (direction: Direction) => Promise<number>;
}

const NONE: readonly Evidence[] = [];
/** Pixels before an end at which more is loaded. */
const SOON = "1200px";
/** Below the document's title. */
const HEADINGS = 2;

export function DocumentText(props: TextProps) {
  const { passages, mediaType, hasEarlier, hasLater, named, spots, current, labels, words, onMore } = props;
  const host = useRef<HTMLDivElement>(null);
  const told = useSignal("");
  const evidence = useMemo(() => evidenceOf(spots, passages), [spots, passages]);
  const isThere = passages.some(({ id }) => id === named);
  useSteady(host, passages);

  useEffect(() => {
    const part = document.getElementById(named);
    if (!isThere || part === null) return;
    const marks = host.current?.querySelectorAll("mark[data-current]") ?? [];
    for (const mark of marks) mark.removeAttribute("data-current");
    const own = current === undefined ? [] : [...part.querySelectorAll(`mark[data-evidence="${current.stretch}"]`)];
    for (const mark of own) mark.setAttribute("data-current", "");
    (own[0] ?? part).scrollIntoView({ block: "center", behavior: "instant" });
  }, [named, isThere, current]);
  useEffect(() => {
    // Whoever has just used a button stays on it.
    if (isThere && document.activeElement?.closest("button, a, input") == null) {
      document.getElementById(named)?.focus({ preventScroll: true });
    }
  }, [named, isThere]);

  const asked = useRef<{ readonly direction: Direction; readonly id: string | undefined } | null>(null);
  useLayoutEffect(() => {
    const { direction, id } = asked.current ?? {};
    asked.current = null;
    if (direction === undefined || document.activeElement !== document.body) return;
    // The button is gone, for there is nothing more.
    const at = passages.findIndex((passage) => passage.id === id) + (direction === "next" ? 1 : -1);
    document.getElementById(passages[at]?.id ?? "")?.focus({ preventScroll: true });
  }, [passages]);
  const more = (direction: Direction): void => {
    asked.current = { direction, id: passages.at(direction === "next" ? -1 : 0)?.id };
    void onMore(direction).then((came) => (told.value = came === 0 ? "" : words.came(came)));
  };
  return (
    <div class="document-text" ref={host}>
      {hasEarlier && <More key="earlier" label={words.earlier} onMore={() => more("previous")} onNear={() => void onMore("previous")} />}
      {passages.map((passage) => (
        <Part
          key={passage.id}
          passage={passage}
          mediaType={mediaType}
          evidence={evidence.get(passage.id) ?? NONE}
          isNamed={passage.id === named}
          labels={labels}
          words={words}
        />
      ))}
      {hasLater && <More key="later" label={words.later} onMore={() => more("next")} onNear={() => void onMore("next")} />}
      <span class="unseen" role="status">
        {told.value}
      </span>
    </div>
  );
}

function evidenceOf(spots: TextProps["spots"], passages: TextProps["passages"]): ReadonlyMap<string, readonly Evidence[]> {
  const found = new Map<string, Evidence[]>();
  for (const { passageId, range, reference } of spots) {
    const ranges = found.get(passageId) ?? [];
    const passage = passages.find(({ id }) => id === passageId);
    if (range !== null && passage !== undefined) ranges.push(...relocated([range], reference.passage.text, passage.text));
    found.set(passageId, ranges);
  }
  return found;
}

/** What is read stays where it is when passages come above it; at the very top, and in some browsers, only so. */
function useSteady(host: { readonly current: HTMLElement | null }, passages: readonly DocumentPassage[]): void {
  const before = useRef<{ readonly id: string; readonly top: number } | null>(null);
  const first = passages[0]?.id ?? "";
  const old = before.current;
  if (old !== null && old.id !== first) {
    const part = document.getElementById(old.id);
    before.current = part === null ? null : { id: old.id, top: part.getBoundingClientRect().top };
  }
  useLayoutEffect(() => {
    const { current } = before;
    before.current = { id: first, top: 0 };
    if (current === null || current.id === first || host.current === null) return;
    const part = document.getElementById(current.id);
    const moved = (part?.getBoundingClientRect().top ?? current.top) - current.top;
    if (Math.abs(moved) > 1 && (scrollY === 0 || !CSS.supports("overflow-anchor", "auto"))) scrollBy({ top: moved, behavior: "instant" });
  }, [first]);
}

interface MoreProps {
  readonly label: string;
  readonly onMore: () => void;
  /** It is about to be seen. */
  readonly onNear: () => void;
}

function More({ label, onMore, onNear }: MoreProps) {
  const host = useRef<HTMLParagraphElement>(null);
  const near = useRef(onNear);
  near.current = onNear;
  useEffect(() => {
    const element = host.current;
    if (element === null || typeof IntersectionObserver === "undefined") return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        near.current();
        // It may still be near when the passages are there.
        observer.unobserve(element);
        setTimeout(() => element.isConnected && observer.observe(element), AGAIN);
      },
      { rootMargin: SOON },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={host}>
      <button type="button" class="quiet" onClick={onMore}>
        {label}
      </button>
    </p>
  );
}

const AGAIN = 100;

interface PartProps {
  readonly passage: DocumentPassage;
  readonly mediaType: string;
  readonly evidence: readonly Evidence[];
  readonly isNamed: boolean;
  readonly labels: Labels;
  readonly words: ReadingLabels;
}

const Part = still(({ passage, mediaType, evidence, isNamed, labels, words }: PartProps) => {
  const { id, text, page } = passage;
  const content = useMemo(() => ({ text, mediaType }), [text, mediaType]);
  return (
    <div class={isNamed ? "part named" : "part"} id={id} tabIndex={-1}>
      {isNamed && <span class="unseen">{words.cited}</span>}
      <PassageText passage={content} evidence={evidence} labels={labels} spoken={words} headings={HEADINGS} />
      {page !== undefined && <p class="source-place">{labels.page(page)}</p>}
    </div>
  );
});
