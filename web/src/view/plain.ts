/** Names that other people chose (titles, headings, file names), shown so that they cannot disguise themselves. */

const MAX_CHARACTERS = 160;
/** Zero-width and bidirectional controls: they can make a name read as another one. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

export function plainName(name: string, limit = MAX_CHARACTERS): string {
  const points = Array.from(name.replace(INVISIBLE, "\ufffd").replace(/\s+/g, " ").trim());
  return points.length > limit ? `${points.slice(0, limit - 1).join("")}…` : points.join("");
}

/** The address of a page on the web, where a source is one; else nothing. */
export function webAddress(source: string): string {
  return /^https?:\/\/[^\s<>]+$/iu.test(source) ? source : "";
}
