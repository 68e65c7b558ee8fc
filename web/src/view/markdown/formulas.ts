/**
 * Formulas in Markdown. They are taken out before Markdown is read, because its escapes, emphasis and tables would
 * damage them (`\,` loses its backslash, `\(a\)` becomes `(a)`), and leave a mark that `Renderer` finds again.
 *
 * A dollar sign opens a formula by Pandoc's rule: no blank behind it, none before the closing one, and no digit behind
 * that; so prices stay text.
 */
export interface Formula {
  readonly tex: string;
  /** It stands on lines of its own. */
  readonly display: boolean;
  /** As it was written, for text that turns out to be code. */
  readonly raw: string;
}

export interface Protected {
  readonly text: string;
  readonly formulas: readonly Formula[];
}

/** Signs of the private use area, which no text keeps: begin and end of evidence, begin and end of a formula's number. */
export const MARK_START = "\ue000";
export const MARK_END = "\ue001";
const OPEN = "\ue002";
const CLOSE = "\ue003";
const OWN = /[\ue000-\ue003]/gu;
const MARKS = /[\ue000\ue001]/gu;

const MOST = 4000;
const INSIDE = (end: string): string => `((?:(?!${end}|\\n[ \\t]*\\n)[\\s\\S]){1,${MOST}}?)`;
const SCAN = new RegExp(
  [
    "^[ \\t>]*(?<fence>`{3,}|~{3,})[^\\n]*\\n[\\s\\S]*?(?:^[ \\t>]*\\k<fence>[`~]*[ \\t]*$|(?![\\s\\S]))",
    "(?<!`)(?<ticks>`+)(?!`)(?:(?!\\n[ \\t]*\\n)[\\s\\S]){1,4000}?(?<!`)\\k<ticks>(?!`)",
    "\\\\\\\\",
    `\\$\\$${INSIDE("\\$\\$")}\\$\\$`,
    `\\\\\\[${INSIDE("\\\\\\]")}\\\\\\]`,
    `\\\\\\(${INSIDE("\\\\\\)")}\\\\\\)`,
    "(?<![\\w$])\\$(?![\\s$])((?:\\\\[^\\n]|[^\\\\$\\n]){1,400}?)(?<!\\s)\\$(?![\\w$])",
    "(\\\\begin\\{(?<name>equation|align|gather|multline|eqnarray)\\*?\\}[\\s\\S]{1,4000}?\\\\end\\{\\k<name>\\*?\\})",
    "(?<=\\d)\\\\,(?=\\\\?[%‰\\p{L}\\d])",
  ].join("|"),
  "gmu",
);
const BLOCK = 3;
const BRACKETS = 4;
const PARENTHESES = 5;
const DOLLARS = 6;
const ENVIRONMENT = 7;
/** `$5 or 5$`. */
const PRICE = /^\d[\d.,]*\s[^\\{}^_=]*\p{L}{2}/u;
const LOOKS_LIKE_TEX = /\\[a-z]|[\^_=]/i;
/** A thin space, as TeX's `\,` between a number and its unit. */
const THIN = "\u202f";

/** The text without the signs that are ours. */
export function withoutOwn(text: string): string {
  return text.replace(OWN, "\ufffd");
}

export function withoutMarks(text: string): string {
  return text.replace(MARKS, "");
}

export function protect(text: string): Protected {
  if (!/[$\\]/u.test(text)) return { text, formulas: [] };
  const formulas: Formula[] = [];
  const keep = (raw: string, tex: string, display: boolean): string => {
    formulas.push({ tex: withoutMarks(tex).trim(), display, raw: withoutMarks(raw) });
    const before = raw.includes(MARK_START) ? MARK_START : "";
    const after = raw.includes(MARK_END) ? MARK_END : "";
    return `${before}${OPEN}${formulas.length - 1}${CLOSE}${after}`;
  };
  const out = text.replace(SCAN, (raw: string, ...found: (string | undefined)[]) => {
    const group = (number: number): string | undefined => found[number - 1];
    if (raw === "\\,") return THIN;
    const block = group(BLOCK) ?? group(ENVIRONMENT);
    if (block !== undefined) return keep(raw, block, true);
    const brackets = group(BRACKETS);
    if (brackets !== undefined) return LOOKS_LIKE_TEX.test(brackets) || /\n/u.test(brackets) ? keep(raw, brackets, true) : raw;
    const inline = group(PARENTHESES) ?? group(DOLLARS);
    if (inline === undefined || (group(DOLLARS) !== undefined && PRICE.test(inline))) return raw;
    return keep(raw, inline, false);
  });
  return { text: out, formulas };
}

/** A piece of a text in which formulas were protected: words, a formula, or where evidence begins and ends. */
export type Leaf = string | Formula | typeof MARK_START | typeof MARK_END;

export function leaves(text: string, formulas: readonly Formula[]): Leaf[] {
  return text
    .split(/([\ue000\ue001]|\ue002\d+\ue003)/u)
    .filter((piece) => piece !== "")
    .map((piece) => (piece.startsWith(OPEN) ? (formulas[Number(piece.slice(1, -1))] ?? "") : piece));
}

/** The text as it was written, for code and addresses. */
export function restored(text: string, formulas: readonly Formula[]): string {
  return text.replace(/\ue002(\d+)\ue003/gu, (_all, number: string) => formulas[Number(number)]?.raw ?? "");
}
