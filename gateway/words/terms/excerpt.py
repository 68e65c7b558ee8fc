"""What of a text says certain terms."""

from __future__ import annotations

from collections.abc import Set

from gateway.words.terms.terms import words


def excerpt(text: str, terms: Set[str], language: str | None = None) -> str:
    """Returns the words of a text that say these terms, as they are written: `excerpt("And the films?", {"film"}) ==
    "films"`.

    `language`: that by whose rules the terms were stemmed; None: the text's own.
    Pairs of Chinese characters that overlap or touch are one piece.
    """
    spans: list[tuple[int, int]] = []
    for word in words(text, language):
        if word.term not in terms:
            continue
        if spans and word.start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(word.end, spans[-1][1]))
        else:
            spans.append((word.start, word.end))
    return " ".join(text[start:end] for start, end in spans)
