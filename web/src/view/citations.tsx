/**
 * The citation chips of a paragraph. Hover and focus show the source, a click keeps it open; Escape, a click elsewhere
 * or the close button puts it away.
 */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

import type { Labels } from "../labels";
import type { Citation, Reference } from "../protocol/events";
import { SourceCard, sourceTitle } from "./source";

/** Milliseconds: long enough that a pointer passing by opens nothing, and can travel from the chip to the card. */
const OPEN_DELAY = 150;
const CLOSE_DELAY = 250;

interface CitationsProps {
  readonly citations: readonly Citation[];
  readonly references: readonly Reference[];
  readonly labels: Labels;
}

interface Open {
  readonly citationId: string;
  readonly kept: boolean;
}

export function Citations({ citations, references, labels }: CitationsProps) {
  const root = useRef<HTMLDivElement>(null);
  const card = useCard(root);
  const cardId = useId();
  const shown = citations.find(({ citationId }) => citationId === card.open?.citationId);
  useClosing(shown !== undefined, root, card.close);

  return (
    <div class="citations" ref={root} onFocusOut={card.leave}>
      <span class="chips" role="group" aria-label={labels.citations}>
        {citations.map((citation) => (
          <Chip
            key={citation.citationId}
            citation={citation}
            references={references}
            labels={labels}
            expanded={citation === shown}
            cardId={cardId}
            onPeek={(delay) => card.peek(citation.citationId, delay)}
            onLeave={card.leave}
            onToggle={() => card.toggle(citation.citationId)}
          />
        ))}
      </span>
      {shown !== undefined && (
        <aside class="card" id={cardId} onPointerEnter={card.stay} onPointerLeave={card.leave}>
          <SourceCard
            reference={references.find(({ citationId }) => citationId === shown.citationId)}
            evidence={shown.evidence}
            status={shown.status}
            labels={labels}
          />
          <button type="button" class="card-close" aria-label={labels.close} title={labels.close} onClick={card.close}>
            ×
          </button>
        </aside>
      )}
    </div>
  );
}

interface Card {
  readonly open: Open | null;
  /** Shows a source for as long as pointer or focus stay. */
  readonly peek: (citationId: string, delay: number) => void;
  readonly stay: () => void;
  readonly leave: () => void;
  /** Keeps a source open, or closes the one that was kept. */
  readonly toggle: (citationId: string) => void;
  readonly close: () => void;
}

/** Which source of a paragraph is open, and what opens and closes it. */
function useCard(root: RefObject<HTMLElement | null>): Card {
  const open = useSignal<Open | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const holdsFocus = (selector: string): boolean =>
    document.activeElement?.closest(selector) != null && root.current?.contains(document.activeElement) === true;
  const stay = (): void => clearTimeout(timer.current);
  const later = (delay: number, next: () => void): void => {
    stay();
    timer.current = setTimeout(next, delay);
  };

  useEffect(() => stay, []);
  useEffect(() => {
    if (open.value?.kept !== true) return;
    const card = root.current?.querySelector<HTMLElement>(".card");
    bringEvidenceIntoView(card);
    card?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [open.value?.citationId, open.value?.kept]);

  return {
    open: open.value,
    stay,
    peek: (citationId, delay) =>
      later(delay, () => {
        if (open.value?.kept !== true) open.value = { citationId, kept: false };
      }),
    leave: () =>
      later(CLOSE_DELAY, () => {
        if (open.value?.kept === false && !holdsFocus(".card, [aria-expanded=true]")) open.value = null;
      }),
    toggle: (citationId) => {
      stay();
      const isKept = open.value?.kept === true && open.value.citationId === citationId;
      open.value = isKept ? null : { citationId, kept: true };
    },
    close: () => {
      stay();
      const chip = root.current?.querySelector<HTMLElement>("[aria-expanded=true]");
      const wasInside = holdsFocus(".card");
      open.value = null;
      if (wasInside) chip?.focus();
    },
  };
}

interface ChipProps {
  readonly citation: Citation;
  readonly references: readonly Reference[];
  readonly labels: Labels;
  readonly expanded: boolean;
  readonly cardId: string;
  readonly onPeek: (delay: number) => void;
  readonly onLeave: () => void;
  readonly onToggle: () => void;
}

function Chip({ citation, references, labels, expanded, cardId, onPeek, onLeave, onToggle }: ChipProps) {
  const place = references.findIndex(({ citationId }) => citationId === citation.citationId);
  const reference = references[place];
  const words = [
    reference === undefined ? labels.missing : labels.openSource(place + 1, sourceTitle(reference, labels)),
    citation.status === "weak" ? labels.weak : "",
    citation.status === "moved" ? labels.moved : "",
  ];
  return (
    <button
      type="button"
      class="chip"
      data-citation-id={citation.citationId}
      data-status={citation.status}
      aria-label={words.filter((part) => part !== "").join(" ")}
      aria-expanded={expanded}
      aria-controls={expanded ? cardId : undefined}
      onClick={onToggle}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && onPeek(0)}
      onPointerEnter={(event) => event.pointerType === "mouse" && onPeek(OPEN_DELAY)}
      onPointerLeave={onLeave}
    >
      {reference === undefined ? "…" : place + 1}
    </button>
  );
}

/** Closes on Escape and on a press outside, as long as something is open. */
function useClosing(isOpen: boolean, root: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") close();
    };
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) close();
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, [isOpen]);
}

/** A long passage scrolls inside its card: the first marked sentence comes up without moving the page. */
function bringEvidenceIntoView(card: HTMLElement | null | undefined): void {
  const text = card?.querySelector<HTMLElement>(".source-text");
  const mark = text?.querySelector("mark");
  if (text && mark) text.scrollTop += mark.getBoundingClientRect().top - text.getBoundingClientRect().top - 24;
}
