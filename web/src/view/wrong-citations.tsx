/** The citations of an answer, paragraph by paragraph, each to be called wrong. */
import { type Cited, isSameCitation, type Wrong } from "citestream-client/feedback";
import type { Answer } from "citestream-client/protocol";

import type { Labels, Language } from "../labels";
import type { RowLabels } from "../labels/row";
import { Comment } from "./comment";
import { snippet } from "./snippet";
import { sourceTitle } from "./source-names";

interface WrongCitationsProps {
  readonly answer: Answer;
  readonly labels: Labels;
  readonly words: RowLabels;
  readonly wrong: readonly Wrong[];
  readonly language: Language;
  readonly onJudge: (citation: Cited, isWrong: boolean) => void;
  readonly onComment: (citation: Cited, comment: string) => void;
}

export function WrongCitations({ answer, labels, words, wrong, language, onJudge, onComment }: WrongCitationsProps) {
  const { references } = answer;
  const numberOf = ({ citationId }: Cited): number => references.findIndex((reference) => reference.citationId === citationId) + 1;
  return (
    <div class="wrong-citations" role="group" aria-label={words.wrongWhich}>
      <p>{words.wrongWhich}</p>
      <ul>
        {answer.paragraphs.map(
          (paragraph) =>
            paragraph !== undefined &&
            paragraph.citations.length > 0 && (
              <li key={paragraph.index}>
                <bdi>{snippet(paragraph.text, [])}</bdi>
                {paragraph.citations.map(({ citationId }) => {
                  const citation = { paragraphIndex: paragraph.index, citationId };
                  const isWrong = wrong.some((other) => isSameCitation(other, citation));
                  const place = references.findIndex((reference) => reference.citationId === citationId);
                  const reference = references[place];
                  const title = reference === undefined ? citationId : sourceTitle(reference, labels);
                  return (
                    <button
                      key={citationId}
                      type="button"
                      class="quiet"
                      aria-pressed={isWrong}
                      aria-label={words.wrongAt(place + 1, title)}
                      title={title}
                      onClick={() => onJudge(citation, !isWrong)}
                    >
                      {place + 1}
                    </button>
                  );
                })}
                {wrong
                  .filter(({ paragraphIndex }) => paragraphIndex === paragraph.index)
                  .sort((one, other) => numberOf(one) - numberOf(other))
                  .map((citation) => (
                    <Comment
                      key={citation.citationId}
                      question={words.whyWrong(numberOf(citation))}
                      stored={citation.comment}
                      language={language}
                      onSend={(comment) => onComment(citation, comment)}
                    />
                  ))}
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
