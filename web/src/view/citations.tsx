/**
 * The citation chips of a paragraph. Hover and focus show a card of the source, for as long as they stay; a click or
 * Enter opens the source beside the answers (`shown`). Escape puts both away.
 */
import "../styles/citations.css";

import { useComputed, useSignal } from "@preact/signals";
import type { Citation, Reference } from "citestream-client/protocol";
import type { RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";

import type { Labels } from "../labels";
import { PANEL, shown, toggleSource } from "./shown";
import { SourceCard } from "./source";
import { citationNote, sourceTitle } from "./source-names";

/** Milliseconds: long enough that a pointer passing by opens nothing, and can travel from the chip to the card. */
const OPEN_DELAY = 150;
const CLOSE_DELAY = 250;

interface CitationsProps {
  readonly citations: readonly Citation[];
  readonly references: readonly Reference[];
  readonly labels: Labels;
}

export function Citations({ citations, references, labels }: CitationsProps) {
  const root = useRef<HTMLDivElement>(null);
  const card = useCard(root);
  const cardId = useId();
  const peeked = citations.find(({ citationId }) => citationId === card.open);
  useEscape(peeked !== undefined, card.close);

  return (
    <div class="citations" ref={root} onFocusOut={card.leave}>
      <span class="chips" role="group" aria-label={labels.citations}>
        {citations.map((citation) => (
          <Chip
            key={citation.citationId}
            citation={citation}
            references={references}
            labels={labels}
            cardId={citation === peeked ? cardId : undefined}
            onPeek={(delay) => card.peek(citation.citationId, delay)}
            onLeave={card.leave}
            onOpen={card.close}
          />
        ))}
      </span>
      {peeked !== undefined && (
        <div
          class="card"
          id={cardId}
          role="group"
          aria-label={labels.sourceCard}
          onPointerEnter={card.stay}
          onPointerLeave={card.leave}
        >
          <SourceCard
            reference={references.find(({ citationId }) => citationId === peeked.citationId)}
            evidence={peeked.evidence}
            citation={peeked}
            labels={labels}
          />
        </div>
      )}
    </div>
  );
}

interface Card {
  /** The citation whose card is shown. */
  readonly open: string | null;
  /** Shows a source for as long as pointer or focus stay. */
  readonly peek: (citationId: string, delay: number) => void;
  readonly stay: () => void;
  readonly leave: () => void;
  readonly close: () => void;
}

/** Which card of a paragraph is shown, and what shows it and puts it away. */
function useCard(root: RefObject<HTMLElement | null>): Card {
  const open = useSignal<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = (): void => clearTimeout(timer.current);
  const later = (delay: number, next: () => void): void => {
    stay();
    timer.current = setTimeout(next, delay);
  };
  const holdsFocus = (selector: string): boolean =>
    document.activeElement?.closest(selector) != null && root.current?.contains(document.activeElement) === true;

  useEffect(() => stay, []);
  useLayoutEffect(() => {
    if (open.value !== null) bringEvidenceIntoView(root.current?.querySelector<HTMLElement>(".card"));
  }, [open.value]);

  return {
    open: open.value,
    stay,
    peek: (citationId, delay) => later(delay, () => void (open.value = citationId)),
    leave: () =>
      later(CLOSE_DELAY, () => {
        if (!holdsFocus(`.card, [aria-expanded=true]:not([aria-controls=${PANEL}])`)) open.value = null;
      }),
    close: () => {
      const chip = root.current?.querySelector<HTMLElement>(`[aria-expanded=true]:not([aria-controls=${PANEL}])`);
      const wasInside = holdsFocus(".card");
      open.value = null;
      if (wasInside) chip?.focus();
      stay(); // The focus that came back is not there to look again.
    },
  };
}

interface ChipProps {
  readonly citation: Citation;
  readonly references: readonly Reference[];
  readonly labels: Labels;
  /** Of its card, while that is shown. */
  readonly cardId: string | undefined;
  readonly onPeek: (delay: number) => void;
  readonly onLeave: () => void;
  readonly onOpen: () => void;
}

function Chip({ citation, references, labels, cardId, onPeek, onLeave, onOpen }: ChipProps) {
  const isOpen = useComputed(() => shown.value?.citation === citation).value;
  /** The pointer is over it and has not moved since: it may be the page that moved, when the panel closed. */
  const isStill = useRef(false);
  const place = references.findIndex(({ citationId }) => citationId === citation.citationId);
  const reference = references[place];
  const words = [
    reference === undefined ? labels.missing : labels.openSource(place + 1, sourceTitle(reference, labels)),
    citationNote(citation, labels),
  ];
  return (
    <button
      type="button"
      class="chip"
      data-citation-id={citation.citationId}
      data-status={citation.status}
      data-reason={citation.reason}
      data-disagreement={citation.disagreement !== undefined}
      aria-label={words.filter((part) => part !== "").join(" ")}
      aria-expanded={isOpen || cardId !== undefined}
      aria-controls={isOpen ? PANEL : cardId}
      onClick={(event) => {
        onOpen();
        toggleSource({ citation, chip: event.currentTarget, byKey: event.detail === 0 });
      }}
      onFocus={(event) => !isOpen && event.currentTarget.matches(":focus-visible") && onPeek(0)}
      onPointerEnter={() => {
        isStill.current = true;
      }}
      onPointerMove={(event) => {
        if (!isOpen && event.pointerType === "mouse" && isStill.current) onPeek(OPEN_DELAY);
        isStill.current = false;
      }}
      onPointerLeave={onLeave}
    >
      {reference === undefined ? "…" : place + 1}
    </button>
  );
}

/** Closes on Escape, as long as something is open. */
function useEscape(isOpen: boolean, close: () => void): void {
  // Before the card is seen: an Escape that comes as fast as that is not lost.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") close();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen]);
}

/** A long passage scrolls inside its card: the first marked sentence comes up without moving the page. */
function bringEvidenceIntoView(card: HTMLElement | null | undefined): void {
  const text = card?.querySelector<HTMLElement>(".source-text");
  const mark = text?.querySelector("mark");
  if (text && mark) text.scrollTop += mark.getBoundingClientRect().top - text.getBoundingClientRect().top - 24;
}
