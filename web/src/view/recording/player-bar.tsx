/** What plays a recording: a time line with its marks, play and pause, steps, the pace; by pointer and by key. */
import { useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";

import type { QaLabels } from "../../labels/qa";
import { PACES, type Pace, type Player } from "../../pages/player";
import { type Mark, MARKS } from "../../recorded/film";
import type { RecordedEvent } from "../../recorded/lines";
import { eventName } from "./event-words";
import { Glyph, Timeline } from "./timeline";

interface PlayerBarProps {
  readonly player: Player;
  readonly events: readonly RecordedEvent[];
  readonly marks: readonly Mark[];
  readonly words: QaLabels;
}

export function PlayerBar(props: PlayerBarProps) {
  const { player, marks, words } = props;
  const position = positionWords(props, player.at.value);
  useKeys(player);
  return (
    <div class="dock player" role="region" aria-label={words.player}>
      <Timeline player={player} marks={marks} position={position} words={words} />
      <div class="player-row">
        <div class="player-buttons">
          <Step player={player} by={-1} name={words.stepBack} key_="ArrowLeft" />
          <PlayButton player={player} words={words} />
          <Step player={player} by={1} name={words.stepForward} key_="ArrowRight" />
        </div>
        <p class="player-position" aria-hidden="true">
          {position}
        </p>
        <PaceChoice player={player} words={words} />
      </div>
      <Legend player={player} marks={marks} words={words} />
      <p class="player-keys">{words.keys}</p>
      <Told {...props} />
    </div>
  );
}

function positionWords({ player, events, words }: PlayerBarProps, at: number): string {
  const event = events[at - 1];
  if (event === undefined) return words.atStart;
  return words.position(at, player.count, event.time, eventName(event.numbered.event, words));
}

/** Says what was done, to screen readers. */
function Told(props: PlayerBarProps) {
  const { told } = props.player;
  const { words } = props;
  const what = told.value;
  return (
    <p class="unseen" role="status">
      {what === "playing" && words.playing}
      {what === "paused" && words.paused}
      {what === "ended" && words.ended}
      {what.startsWith("at ") && positionWords(props, Number(what.slice(3)))}
    </p>
  );
}

function PlayButton({ player, words }: { readonly player: Player; readonly words: QaLabels }) {
  const isPlaying = player.isPlaying.value;
  return (
    <button type="button" class="ask player-play" aria-keyshortcuts="Space" onClick={() => player.toggle()}>
      <Glyph kind={isPlaying ? "pause" : "play"} />
      {isPlaying ? words.pause : words.play}
    </button>
  );
}

interface StepProps {
  readonly player: Player;
  readonly by: 1 | -1;
  readonly name: string;
  readonly key_: string;
}

function Step({ player, by, name, key_ }: StepProps) {
  const isOff = useComputed(() => (by < 0 ? player.at.value === 0 : player.at.value >= player.count)).value;
  return (
    <button
      type="button"
      class="quiet player-step"
      aria-label={name}
      aria-disabled={isOff}
      aria-keyshortcuts={key_}
      title={name}
      onClick={() => !isOff && player.step(by)}
    >
      <Glyph kind={by < 0 ? "back" : "forward"} />
    </button>
  );
}

function PaceChoice({ player, words }: { readonly player: Player; readonly words: QaLabels }) {
  return (
    <label class="player-pace">
      <span class="player-pace-name">{words.pace}</span>
      <select
        value={player.pace.value}
        onChange={({ currentTarget }) => (player.pace.value = PACES.find((pace) => pace === currentTarget.value) ?? "1")}
      >
        {PACES.map((pace) => (
          <option key={pace} value={pace}>
            {paceWords(pace, words)}
          </option>
        ))}
      </select>
    </label>
  );
}

function paceWords(pace: Pace, words: QaLabels): string {
  if (pace === "1") return words.asRecorded;
  return pace === "fast" ? words.asFast : words.times(Number(pace));
}

/** What the marks mean, how many there are, and the way to the next of each. */
function Legend({ player, marks, words }: Omit<PlayerBarProps, "events">) {
  const found = MARKS.map((kind) => ({ kind, ofKind: marks.filter((mark) => mark.kind === kind) }));
  return (
    <p class="player-legend">
      {found
        .filter(({ ofKind }) => ofKind.length > 0)
        .map(({ kind, ofKind }) => (
          <button type="button" key={kind} data-mark={kind} onClick={() => player.goToMark(marks, 1, kind)}>
            <Glyph kind={kind} />
            {words.marks[kind](ofKind.length, ofKind[0]?.time ?? 0)}
          </button>
        ))}
    </p>
  );
}

/** What uses these keys itself. */
const TYPED = "input, select, textarea, [contenteditable], [role=dialog], dialog, .source-panel";
const PRESSED = `${TYPED}, button, a, summary`;

/** Space plays and pauses, and the arrows step, wherever the focus is not on something that needs them itself. */
function useKeys(player: Player): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (by !== 0 && target?.closest(`${TYPED}, .scroll[tabindex]`) == null) player.step(by);
      else if (event.key === " " && target?.closest(PRESSED) == null) player.toggle();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [player]);
}
