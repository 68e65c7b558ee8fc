/** The time of a recording as a line, with its marks, and a slider on it. */
import type { QaLabels } from "../../labels/qa";
import type { Player } from "../../pages/player";
import type { Mark, MarkKind } from "../../recorded/film";
import { still } from "../still";

interface TimelineProps {
  readonly player: Player;
  readonly marks: readonly Mark[];
  /** Where the player stands, in words. */
  readonly position: string;
  readonly words: QaLabels;
}

export function Timeline({ player, marks, position, words }: TimelineProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "ArrowRight" || key === "ArrowUp") player.step(1);
    else if (key === "ArrowLeft" || key === "ArrowDown") player.step(-1);
    else if (key === "PageUp") player.goToMark(marks, 1);
    else if (key === "PageDown") player.goToMark(marks, -1);
    else if (key === "Home") player.goTo(0);
    else if (key === "End") player.goTo(player.count);
    else if (key === " ") player.toggle();
    else return;
    event.preventDefault();
  };
  return (
    <div class="timeline">
      <Marks marks={marks} length={player.length} />
      <input
        type="range"
        min={0}
        max={Math.max(1, player.length)}
        step="any"
        value={player.time.value}
        aria-label={words.timeline}
        aria-valuetext={position}
        onInput={({ currentTarget }) => {
          player.pause();
          player.seek(Number(currentTarget.value));
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** The shape of a mark says what it is; those of one kind that would stand on each other are drawn once. */
const Marks = still(function Marks({ marks, length }: { readonly marks: readonly Mark[]; readonly length: number }) {
  const seen = new Set<string>();
  const apart = marks.filter(({ kind, time }) => {
    const place = `${kind} ${Math.round((time / Math.max(1, length)) * 400)}`;
    return !seen.has(place) && seen.add(place);
  });
  return (
    <svg class="marks" aria-hidden="true" focusable="false">
      {apart.map(({ kind, time }, index) => (
        <svg key={index} x={`${(time / Math.max(1, length)) * 100}%`} y={ROWS[kind]} overflow="visible" data-mark={kind}>
          <path d={SHAPES[kind]} transform="translate(-6 0)" />
        </svg>
      ))}
    </svg>
  );
});

/** Marks of several kinds may be of one moment: warnings stand above the rest. */
const ROWS: Readonly<Record<MarkKind, number>> = { text: 14, citation: 14, warning: 0, end: 14 };

/** In a square of twelve. */
const SHAPES = {
  text: "M6 1 11 6 6 11 1 6Z",
  citation: "M4 1h4v10h-4z",
  warning: "M6 0.5 11.5 11h-11z",
  end: "M2 2h8v8h-8z",
  play: "M2.5 0.5v11l9-5.5z",
  pause: "M2 1h3v10h-3zM7 1h3v10h-3z",
  back: "M11 0.5v11l-7.5-5.5zM1.5 1h1.75v10h-1.75z",
  forward: "M1 0.5v11l7.5-5.5zM8.75 1h1.75v10h-1.75z",
} as const;

export function Glyph({ kind }: { readonly kind: keyof typeof SHAPES }) {
  return (
    <svg class="glyph" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
      <path d={SHAPES[kind]} />
    </svg>
  );
}
