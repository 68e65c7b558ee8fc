/** Says that text has come below what is seen, and leads there. The page itself never scrolls while somebody reads. */
import "../styles/new-below.css";

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";
import { ROW } from "../labels/row";
import { scrolling } from "../view/motion";
import type { Turn } from "./conversation";
import { language } from "./language";

interface NewBelowProps {
  /** The last one. */
  readonly turn: Turn;
  readonly labels: Labels;
}

export function NewBelow({ turn, labels }: NewBelowProps) {
  const isBelow = useSignal(false);
  const { length } = turn.snapshot.value.answer.text;
  const newest = useRef(0);
  newest.current = length;
  /** How much there was when its end was last in sight. */
  const seen = useRef(turn.running.peek() ? 0 : length);
  /** Whether the end is below what is seen; null until that is known. */
  const isHidden = useRef<boolean | null>(null);

  const look = (): void => {
    if (isHidden.current === false) seen.current = newest.current;
    isBelow.value = isHidden.current === true && newest.current > seen.current;
  };
  useEffect(look, [length]);
  useEffect(() => {
    const end = document.querySelector(".turn:last-child .text-end");
    if (end === null) return undefined;
    const dock = document.querySelector<HTMLElement>(".dock");
    const observer = new IntersectionObserver(
      (entries) => {
        const { boundingClientRect, rootBounds } = entries.at(-1) as IntersectionObserverEntry;
        isHidden.current = boundingClientRect.bottom > (rootBounds?.bottom ?? innerHeight);
        look();
      },
      { rootMargin: `0px 0px -${innerHeight - Math.min(dock?.getBoundingClientRect().top ?? innerHeight, innerHeight)}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, []);

  const go = (): void => {
    const last = [...document.querySelectorAll<HTMLElement>(".turn:last-child .paragraph")].at(-1);
    if (last !== undefined) {
      last.tabIndex = -1; // The button is about to go, and the focus stays where the reader reads on.
      last.focus({ preventScroll: true });
    }
    document.querySelector(".turn:last-child .text-end")?.scrollIntoView({ block: "end", behavior: scrolling() });
  };

  if (!isBelow.value) return null;
  return (
    <button type="button" class="new-below" lang={labels.htmlLanguage} onClick={go}>
      <span aria-hidden="true">↓</span> {ROW[language.value].newBelow}
    </button>
  );
}
