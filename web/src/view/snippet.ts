/** A few words of a passage on one line: its first evidence, else how it begins; without the signs of Markdown. */
import type { Evidence } from "citestream-client/protocol";

import { merge } from "./evidence";
import { plainName } from "./plain";

const MOST_CHARACTERS = 120;
/** A formula at the end that was cut. */
const HALF_FORMULA = /(?<=^(?:[^$]|\$[^$]*\$)*)\s*\$[^$]*…$|\s*\\\((?:(?!\\\)).)*…$/u;

export function snippet(text: string, evidence: readonly Evidence[]): string {
  const points = Array.from(text);
  const [first] = merge(evidence, points.length);
  const start = first?.start ?? 0;
  const words = plainName(plainWords(points.slice(start, start + 4 * MOST_CHARACTERS).join("")), MOST_CHARACTERS);
  return words.endsWith("…") ? words.replace(HALF_FORMULA, "…") : words;
}

/** Markdown as its words. */
function plainWords(text: string): string {
  return text
    .replace(/^[ \t>]*(?:#{1,6}[ \t]+|[-*+•][ \t]+|[|:\-= \t]+$|`{3,}.*$|~{3,}.*$)/gmu, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/\*\*|__|`|[ \t]*\|[ \t]*/gu, (sign) => (sign.includes("|") ? " " : ""));
}
