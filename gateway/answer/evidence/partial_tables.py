"""Tables and lists of which an answer sees a part, where its question needs all of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.evidence.facts.quantities import figures
from gateway.words.languages.subjects.file_parts import FILE_PARTS
from gateway.words.languages.subjects.tabular.totals import EXTREMES, FIGURES, TOTAL_ROW
from gateway.words.text.patterns import compiled

BEST = 3
"""Passages of which one is a piece of the table."""
FEWEST = 8
"""Rows of a table; one look counts fewer."""
STATED = 0.6
"""Share of the words of a question that a sentence has which answers it."""
_SEPARATOR = re.compile(r"\|(?=[^\n]{0,400}-)[\s:|-]{1,400}")
_ITEM = re.compile(r"(?:[-*+•]|\d{1,6}[.)])\s")
_ROWS_BELOW = re.compile("|".join(re.escape(part.rows).replace(r"\{\}", r"\d{1,9}") for part in FILE_PARTS.values()))
_TOTAL_ROW = re.compile(TOTAL_ROW, re.IGNORECASE | re.MULTILINE)


class StoredPassage(NamedTuple):
    """A passage of a document."""

    passage_id: str
    heading: str
    text: str


class Piece(NamedTuple):
    """What a passage has of a table or a list. `key` is the same for all pieces of one."""

    key: tuple[str, str]
    rows: int


class RowsSeen(NamedTuple):
    """Ranges of rows, counted from 1 without the header, of all `total` rows."""

    ranges: tuple[tuple[int, int], ...]
    total: int


def needs_all(question: str, language: str) -> bool:
    """Tells whether a question asks for a count, a sum, an average, a highest or lowest value, or for all."""
    folded = words.fold(question)
    return any(compiled(table[language]).search(folded) for table in (FIGURES, EXTREMES) if language in table)


def piece_of(heading: str, text: str) -> Piece | None:
    """Returns what a passage has of a table or list; None if that is less than half of it."""
    lines = text.split("\n")
    above, _, last = heading.rpartition(" › ")
    below = above if _ROWS_BELOW.fullmatch(last) else heading
    starts = [at for at in range(1, len(lines)) if _SEPARATOR.fullmatch(lines[at]) and lines[at - 1].startswith("|")]
    found = [(lines[at - 1], list(takewhile(lambda line: line.startswith("|"), lines[at + 1 :]))) for at in starts]
    found.append(("", [line for line in lines if _ITEM.match(line)]))
    head, rows = max(found, key=lambda table: sum(map(len, table[1])))
    taken = len(head) + sum(map(len, rows))
    return Piece((below, head), len(rows)) if rows and 2 * taken >= len(text) else None


def seen(document: Sequence[StoredPassage], passage_id: str, known: frozenset[str]) -> RowsSeen | None:
    """Returns the rows of the table around one passage that the `known` passages have; None if they have all of it, or
    if it is small.

    document: its passages in their order.
    """
    pieces = [piece_of(passage.heading, passage.text) for passage in document]
    at = next((at for at, passage in enumerate(document) if passage.passage_id == passage_id), None)
    if at is None or (own := pieces[at]) is None:
        return None
    first = last = at
    while first > 0 and _is_of(own, pieces[first - 1]):
        first -= 1
    while last + 1 < len(pieces) and _is_of(own, pieces[last + 1]):
        last += 1
    total = number = 0
    ranges: list[tuple[int, int]] = []
    for passage, piece in zip(document[first : last + 1], pieces[first : last + 1], strict=True):
        number, total = total + 1, total + (piece.rows if piece else 0)
        if passage.passage_id not in known:
            continue
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = ranges[-1][0], total
        else:
            ranges.append((number, total))
    return None if total < FEWEST or ranges == [(1, total)] else RowsSeen(tuple(ranges), total)


def _is_of(own: Piece, other: Piece | None) -> bool:
    return other is not None and other.key == own.key


def is_stated(question: str, language: str, candidates: Sequence[Candidate]) -> bool:
    """Tells whether a sentence, or a row of totals, states what a question asks for."""
    pattern = compiled(FIGURES.get(language, ""))
    for_figure = pattern.search(words.fold(question)) is not None
    asked = set(words.content_words(question, language))
    asked_about = {word for word in asked if not pattern.search(word)}
    for candidate in candidates:
        if for_figure and _TOTAL_ROW.search(candidate.text):
            return True
        spoken = candidate.language or language
        for sentence in _sentences(candidate, spoken):
            told = words.vocabulary(sentence, language)
            covers = any(needed and len(needed & told) >= STATED * len(needed) for needed in (asked, asked_about))
            if covers and _answers(sentence, spoken, for_figure):
                return True
    return False


def _answers(sentence: str, language: str, for_figure: bool) -> bool:
    if for_figure:
        return bool(figures(sentence))
    return language in EXTREMES and bool(compiled(EXTREMES[language]).search(words.fold(sentence)))


def _sentences(candidate: Candidate, language: str) -> Iterator[str]:
    """Yields the sentences of a candidate without its headings and rows; of a piece of a list without its items."""
    is_piece = piece_of(candidate.heading, candidate.text) is not None
    for line in candidate.text.split("\n"):
        if not line.startswith(("|", "#")) and not (is_piece and _ITEM.match(line)):
            for start, end in words.sentences(line, language):
                yield line[start:end]
