/** Cuts a passage into plain and marked pieces. Ranges count code points and may overlap, touch or lie outside. */
import type { Evidence } from "citestream-client/protocol";

export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

export function cutAtEvidence(text: string, evidence: readonly Evidence[]): Piece[] {
  const points = Array.from(text);
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end } of merge(evidence, points.length)) {
    push(pieces, points.slice(done, start).join(""), false);
    push(pieces, points.slice(start, end).join(""), true);
    done = end;
  }
  push(pieces, points.slice(done).join(""), false);
  return pieces;
}

/** The ranges in order, those that touch or overlap as one, cut at the end of the text. */
export function merge(evidence: readonly Evidence[], length: number): Evidence[] {
  const ranges = evidence
    .map(({ start, end }) => ({ start, end: Math.min(end, length) }))
    .filter(({ start, end }) => start < end)
    .sort((one, other) => one.start - other.start);
  const merged: Evidence[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else merged.push(range);
  }
  return merged;
}

/** Where the ranges of a passage are in its text of today. A range whose text is not there any more is left out. */
export function relocated(evidence: readonly Evidence[], cited: string, now: string): readonly Evidence[] {
  if (cited === now) return evidence;
  return evidence.flatMap((range) => {
    const text = Array.from(cited).slice(range.start, range.end).join("");
    const at = now.indexOf(text);
    if (text === "" || at < 0) return [];
    const start = Array.from(now.slice(0, at)).length;
    return [{ ...range, start, end: start + range.end - range.start }];
  });
}

function push(pieces: Piece[], text: string, marked: boolean): void {
  if (text !== "") pieces.push({ text, marked });
}
