/**
 * Puts the beginning and the end of evidence into Markdown as signs that survive its reading. A sign may not stand
 * where Markdown looks for its own, at the beginning of a line or behind a row of a table, so it moves to the words.
 */
import type { Evidence } from "citestream-client/protocol";

import { merge } from "../evidence";
import { MARK_END, MARK_START } from "./formulas";

const PREFIX = /^(?:[ \t>|]+|#{1,6}[ \t]+|[-*+•][ \t]+|\d{1,9}[.)][ \t]+)*/u;
/** A line that is no words: the rule below a table's head, the rule below a heading, a fence. */
const RULE = /^[ \t>]*(?:[|:\-= \t]+|[*_ \t]+|`{3,}.*|~{3,}.*)$/u;

export function marked(text: string, evidence: readonly Evidence[]): string {
  const points = Array.from(text);
  let out = "";
  let done = 0;
  for (const { start, end } of merge(evidence, points.length)) {
    const from = begin(points, start, end);
    const to = finish(points, from, end);
    if (to <= from) continue;
    out += `${points.slice(done, from).join("")}${MARK_START}${points.slice(from, to).join("")}${MARK_END}`;
    done = to;
  }
  return out + points.slice(done).join("");
}

/** The first place at or behind `start` that is among words. */
function begin(points: readonly string[], start: number, end: number): number {
  let at = start;
  while (at < end) {
    const first = lineStart(points, at);
    const last = lineEnd(points, at);
    const line = points.slice(first, last).join("");
    if (!RULE.test(line)) {
      const words = first + Array.from(PREFIX.exec(line)?.[0] ?? "").length;
      if (words < last) return behindEmphasis(points, Math.max(at, words), end);
    }
    at = last + 1;
  }
  return end;
}

/** Inside of emphasis that begins here: a sign before it, or behind it, would take its meaning. */
function behindEmphasis(points: readonly string[], at: number, end: number): number {
  let inside = at;
  while (inside < end && /[*_~]/u.test(points[inside] ?? "")) inside += 1;
  return inside;
}

/** The last place at or before `end` that is among words. */
function finish(points: readonly string[], start: number, end: number): number {
  let at = end;
  while (at > start) {
    const first = lineStart(points, at);
    const line = points.slice(first, lineEnd(points, at)).join("");
    const words = points.slice(first, at).join("").replace(/[|\s]+$/u, "").replace(/[*_~]+$/u, "");
    if (words !== "" && !RULE.test(line)) return first + Array.from(words).length;
    at = first - 1;
  }
  return start;
}

function lineStart(points: readonly string[], at: number): number {
  return at === 0 ? 0 : points.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(points: readonly string[], at: number): number {
  const found = points.indexOf("\n", at);
  return found < 0 ? points.length : found;
}
