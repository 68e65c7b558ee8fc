/** What happened, in order of time: what a model sent, and beside it the events that came of it. */
import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { QaLabels } from "../../labels/qa";
import type { Player } from "../../pages/player";
import { isAmiss, type Moment } from "../../recorded/film";
import type { Heard, RecordedEvent } from "../../recorded/lines";
import { plainName } from "../plain";
import { still } from "../still";
import { eventDetail, eventName } from "./event-words";

interface MomentsProps {
  readonly moments: readonly Moment[];
  readonly isMissing: boolean;
  readonly player: Player;
  readonly words: QaLabels;
}

export const Moments = still(function Moments({ moments, isMissing, player, words }: MomentsProps) {
  const box = useRef<HTMLDivElement>(null);

  // The current moment is kept in sight, inside of the box alone. Lines that were never seen have their height only
  // when they came near, so it takes a few times.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = 0;
    const follow = (): void => {
      const current = box.current?.querySelector<HTMLElement>("[aria-current]");
      if (current != null && box.current !== null) bringIntoView(box.current, current);
      left -= 1;
      timer = left > 0 ? setTimeout(follow, FOLLOWS_AFTER) : undefined;
    };
    const leave = player.at.subscribe(() => {
      left = FOLLOWS;
      timer ??= setTimeout(follow, FOLLOWS_AFTER);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [player]);

  return (
    <section class="moments" aria-labelledby="moments">
      <h2 id="moments">{words.happened}</h2>
      {isMissing && <p class="recording-note">{words.missing}</p>}
      <div class="moments-box" ref={box} tabIndex={0} role="group" aria-labelledby="moments">
        {!isMissing && (
          <p class="moments-head" aria-hidden="true">
            <span>{words.raw}</span>
            <span>{words.parsed}</span>
          </p>
        )}
        <ol class={isMissing ? "parsed-alone" : ""}>
          {moments.map((moment, index) => (
            <MomentLine key={index} moment={moment} player={player} words={words} />
          ))}
        </ol>
      </div>
    </section>
  );
});

const FOLLOWS = 3;
/** Milliseconds: scrolling with every event would cost more than all else. */
const FOLLOWS_AFTER = 80;

interface MomentProps {
  readonly moment: Moment;
  readonly player: Player;
  readonly words: QaLabels;
}

/** Where it stands: over, the one that the player shows, or still to come. */
type Phase = "past" | "now" | "ahead";

function MomentLine({ moment, player, words }: MomentProps) {
  const { time, heard, events, before } = moment;
  const after = before + events.length;
  const phase = useComputed<Phase>(() => {
    const at = player.at.value;
    if (events.length === 0) return at > before || player.time.value >= time ? "past" : "ahead";
    return at > after ? "past" : at > before ? "now" : "ahead";
  });
  return (
    <li data-phase={phase.value}>
      <button type="button" class="moment-time" aria-label={words.goTo(time)} onClick={() => player.goTo(after)}>
        {words.lasts(time)}
      </button>
      <div class="moment-raw">
        {heard.length > 0 && <span class="unseen">{words.raw}: </span>}
        {runs(heard).map((run, index) => (
          <Run key={index} run={run} words={words} />
        ))}
      </div>
      <div class="moment-parsed">
        {events.length > 0 && <span class="unseen">{words.parsed}: </span>}
        {events.map((event, index) => (
          <EventLine key={event.numbered.seq} event={event} number={before + index + 1} player={player} words={words} />
        ))}
      </div>
    </li>
  );
}

interface EventLineProps {
  readonly event: RecordedEvent;
  /** Its place among all events, from 1. */
  readonly number: number;
  readonly player: Player;
  readonly words: QaLabels;
}

function EventLine({ event, number, player, words }: EventLineProps) {
  const { numbered } = event;
  const isNow = useComputed(() => player.at.value === number).value;
  const detail = eventDetail(numbered.event, words);
  const isText = numbered.event.type === "text_added" || numbered.event.type === "thinking";
  return (
    <p data-event={numbered.event.type} aria-current={isNow ? "step" : undefined}>
      <span class="event-name">{eventName(numbered.event, words)}</span>{" "}
      {isText ? <q dir="auto">{visible(detail)}</q> : <bdi>{detail}</bdi>}
    </p>
  );
}

type Piece = Extract<Heard, { kind: "piece" }>;
/** Pieces of one request that follow each other, or one other line. */
type RunOf = readonly Piece[] | Exclude<Heard, { kind: "piece" }>;

function runs(heard: readonly Heard[]): RunOf[] {
  const found: (Piece[] | Exclude<Heard, { kind: "piece" }>)[] = [];
  for (const line of heard) {
    const last = found.at(-1);
    if (line.kind !== "piece") found.push(line);
    else if (Array.isArray(last) && last[0]?.request === line.request) last.push(line);
    else found.push([line]);
  }
  return found;
}

function Run({ run, words }: { readonly run: RunOf; readonly words: QaLabels }) {
  if (!("kind" in run)) return <Pieces pieces={run} words={words} />;
  const process = run.epoch > 1 ? ` (${words.process(run.epoch)})` : "";
  return (
    <p class={isAmiss(run) ? "heard amiss" : "heard"}>
      {heardWords(run, words)}
      {process}
    </p>
  );
}

function heardWords(line: Exclude<Heard, { kind: "piece" }>, words: QaLabels): ComponentChildren {
  switch (line.kind) {
    case "asked": {
      const wanted = words.wanted[line.asked as keyof QaLabels["wanted"]] ?? line.asked;
      return words.asked(wanted, plainName(line.model));
    }
    case "ended":
      return words.endings[line.ended as keyof QaLabels["endings"]] ?? words.ending(line.ended);
    case "verdicts":
      return words.verdicts(line.verdicts, line.late);
    case "decision":
      if (line.decision === "settings") return words.settings;
      return (
        <>
          <code>{line.decision}</code> <bdi>{detailWords(line.detail)}</bdi>
        </>
      );
  }
}

/** The plain values of a decision, named as the gateway names them. */
function detailWords(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => plainName(`${name} ${String(value)}`))
    .join(", ");
}

/** What a model sent, piece by piece, each to be told from the next. */
function Pieces({ pieces, words }: { readonly pieces: readonly Piece[]; readonly words: QaLabels }) {
  const thoughts = pieces.filter(({ thinking }) => thinking !== "");
  const texts = pieces.filter(({ text }) => text !== "");
  const notes = pieces.map(({ note }) => note).filter((note) => note !== "");
  return (
    <>
      {thoughts.length > 0 && (
        <p class="pieces thoughts" dir="auto">
          <span class="unseen">{words.thought} </span>
          {thoughts.map((piece, index) => (
            <span key={index}>{visible(piece.thinking)}</span>
          ))}
        </p>
      )}
      {texts.length > 0 && (
        <p class="pieces" dir="auto">
          {texts.map((piece, index) => (
            <span key={index}>{visible(piece.text)}</span>
          ))}
        </p>
      )}
      {notes.length > 0 && <p class="heard">{notes.join(", ")}</p>}
    </>
  );
}

/** Line breaks can be seen, and so can what would disguise the text. */
function visible(text: string): string {
  return text.replace(/\n/gu, "↵").replace(/[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "\ufffd");
}

/** Scrolls the box so that a line can be seen in it: below its head, and above the player that may stand over it. */
function bringIntoView(box: HTMLElement, line: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
  const player = document.querySelector(".player")?.getBoundingClientRect().top ?? Infinity;
  const top = outer.top + (box.querySelector(".moments-head")?.clientHeight ?? 0) + ROOM;
  const bottom = (player > top + inner.height ? Math.min(outer.bottom, player) : outer.bottom) - ROOM;
  const list = box.querySelector("ol");
  if (list !== null) list.style.paddingBottom = `${outer.bottom - ROOM - bottom}px`; // The last lines, too.
  if (inner.top < top) box.scrollTop += inner.top - top;
  else if (inner.bottom > bottom) box.scrollTop += Math.min(inner.bottom - bottom, inner.top - top);
}

/** Pixels around the line. */
const ROOM = 12;
