/** The numbered passages of an answer as they are printed; a screen does not show them. */
import type { RowLabels } from "../labels/row";
import { doubtLine, type Footnote } from "./footnotes";

interface PrintedProps {
  readonly notes: readonly Footnote[];
  readonly words: RowLabels;
}

export function Printed({ notes, words }: PrintedProps) {
  if (notes.length === 0) return null;
  return (
    <div class="printed">
      <h3>{words.passages}</h3>
      <ol>
        {notes.map(({ number, title, place, quotes, doubts, link }) => (
          <li key={number} value={number}>
            <bdi>{[title, place].filter((part) => part !== "").join(", ")}</bdi>
            {quotes.map((quote, index) => (
              <blockquote key={index}>
                <bdi>{words.quoted(quote)}</bdi>
              </blockquote>
            ))}
            {doubts.map((doubt, index) => (
              <p key={index} class="doubt">
                <bdi>{doubtLine(doubt, words)}</bdi>
              </p>
            ))}
            {link !== "" && <p>{link}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}
