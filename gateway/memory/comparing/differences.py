"""Which words two questions do not share, and whether they may stand for each other. Pure.

A question in the same frame with another word in it, or with one word more, is nearly as similar to an embedder as the
same question. So: what both share goes, then what may change places (`interchangeable`), then what is proven to
be empty, in each language's list; where anything is left on either side, the questions are two. Vectors of words do
not help: "undergraduates" and "postgraduates" are closer than most synonyms (`docs/adr/0073-similarity-proposes.md`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

from gateway.memory.comparing import asked_figures, interchangeable
from gateway.memory.comparing.interchangeable import are_near
from gateway.memory.comparing.question_words import QuestionReading, term, unspaced_empty
from gateway.words.languages import language_of
from gateway.words.terms.stopwords import STOP
from gateway.words.text.patterns import compiled


def swapped(
    first: QuestionReading, second: QuestionReading, asks: frozenset[str] = frozenset()
) -> tuple[str, str] | None:
    """Returns the words that only one of the questions has and that nothing in the other stands for, or None.

    `asks`: the kinds of answer that both ask for; their names are no difference.
    """
    names = frozenset().union(*(_names(first.language).get(kind, ()) for kind in asks))
    found = _spaced(first, second, names)
    if found or first.tables.has_spaces:
        return found
    return _unspaced(first, second, names)


@cache
def _names(language: str) -> dict[str, frozenset[str]]:
    """Returns the words that only name a kind of answer, by kind: terms, or as they are written without blanks."""
    tables = language_of(language)
    lines = (line.partition("=>") for line in filter(None, tables.kinds.names.split("\n")))
    spaced = tables.has_spaces
    return {
        kind.strip(): frozenset(term(word, language) if spaced else word for word in names.split())
        for kind, _, names in lines
    }


@cache
def _light(language: str) -> frozenset[str]:
    """Returns the terms that may come and go, but do not stand for each other."""
    return frozenset(term(word, language) for word in language_of(language).swaps.light.split())


def _told(mine: Sequence[str], yours: Sequence[str], light: frozenset[str]) -> bool:
    """Says whether what is left on two sides tells two questions apart: anything does, but light words on one side."""
    return not light.issuperset((*mine, *yours)) or bool(mine and yours)


# Words between blanks ------------------------------------------------------------------------------------------------


def _spaced(first: QuestionReading, second: QuestionReading, names: frozenset[str]) -> tuple[str, str] | None:
    ours, theirs = (Counter(_compared(reading)) for reading in (first, second))
    mine, yours = list((ours - theirs).elements()), list((theirs - ours).elements())
    _pair_off(mine, yours, _near_test(first, second))
    mine, yours = ([word for word in left if word not in names] for left in (mine, yours))
    tables = first.tables
    if tables.has_spaces and not tables.swaps.empty:
        alone = _subjects(first, mine), _subjects(second, yours)
        told = bool(mine and yours) or any(alone)
    else:
        told = _told(mine, yours, _light(first.language))
    return (_said(first, mine), _said(second, yours)) if told else None


def _compared(reading: QuestionReading) -> list[str]:
    return [word for word in reading.content if not asked_figures.is_figure(reading.surfaces[word])]


def _subjects(reading: QuestionReading, left: Sequence[str]) -> list[str]:
    """Returns the words that are no function words, in a language without a list of empty words."""
    stop = STOP.get(reading.language, frozenset())
    return [word for word in left if reading.surfaces.get(word, word) not in stop]


def _near_test(first: QuestionReading, second: QuestionReading) -> Callable[[str, str], bool]:
    def near(mine: str, yours: str) -> bool:
        misspelt = _misspelt(first.surfaces.get(mine, ""), second.surfaces.get(yours, ""))
        return misspelt or are_near(mine, yours, first.language)

    return near


def _pair_off(mine: list[str], yours: list[str], near: Callable[[str, str], bool]) -> None:
    """Takes out, pair by pair, what may change places."""
    for word in list(mine):
        match = next((against for against in yours if near(word, against)), None)
        if match is not None:
            mine.remove(word)
            yours.remove(match)


def _misspelt(first: str, second: str) -> bool:
    """One letter doubled or not, or two neighbours swapped: hardly ever another word. One letter more, less or other
    often is ("contact", "contract"), and a miss costs less than a wrong answer."""
    if min(len(first), len(second)) < 6 or first[0] != second[0]:
        return False
    if len(first) == len(second):
        places = [at for at, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
        return len(places) == 2 and places[1] == places[0] + 1 and first[places[0]] == second[places[1]]
    return abs(len(first) - len(second)) <= 2 and _undoubled(first) == _undoubled(second)


def _undoubled(word: str) -> str:
    return re.sub(r"(.)\1", r"\1", word)


def _said(reading: QuestionReading, left: Sequence[str]) -> str:
    return " ".join(reading.surfaces.get(word, word) for word in left) or "-"


# Runs without blanks -------------------------------------------------------------------------------------------------

_SEPARATOR = "|"
_HAN_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")


def _unspaced(first: QuestionReading, second: QuestionReading, names: frozenset[str]) -> tuple[str, str] | None:
    """Returns what is left of two runs of characters when shared words, near-synonyms and empty words are gone."""
    language = first.language
    mine, yours = (_long_empty(language).sub(_SEPARATOR, asked_figures.without(reading)) for reading in (first, second))
    mine, yours = _without_near(mine, yours, language)
    left, right = (_runs(text, language, names) for text in _without_shared(mine, yours))
    told = _told(left, right, frozenset(language_of(language).swaps.light.split()))
    return ("".join(left) or "-", "".join(right) or "-") if told else None


def _without_near(first: str, second: str, language: str) -> tuple[str, str]:
    """Each word of the list that stands only on one side goes with one near it that stands only on the other."""
    ours, theirs = (interchangeable.words_within(text, language) for text in (first, second))
    both = {found[0] for found in ours} & {found[0] for found in theirs}
    ours, theirs = ([found for found in each if found[0] not in both] for each in (ours, theirs))
    for word, start, end in ours:
        match = next((found for found in theirs if are_near(word, found[0], language)), None)
        if match is not None:
            theirs.remove(match)
            first = _blanked(first, start, end)
            second = _blanked(second, match[1], match[2])
    return first, second


def _without_shared(first: str, second: str) -> tuple[str, str]:
    """Takes the longest stretch that both hold from both, again and again, down to single characters."""
    while True:
        start, at, length = _longest_shared(first, second)
        if not length:
            return first, second
        first, second = _blanked(first, start, start + length, " "), _blanked(second, at, at + length, " ")


def _longest_shared(first: str, second: str) -> tuple[int, int, int]:
    best = (0, 0, 0)
    before = [0] * (len(second) + 1)
    for start, character in enumerate(first):
        row = [0] * (len(second) + 1)
        if character not in _BLANKS:
            for at, against in enumerate(second):
                if character == against:
                    row[at + 1] = length = before[at] + 1
                    if length > best[2]:
                        best = (start - length + 1, at - length + 1, length)
        before = row
    return best


_BLANKS = frozenset((_SEPARATOR, " "))


def _blanked(text: str, start: int, end: int, blank: str = _SEPARATOR) -> str:
    return text[:start] + blank * (end - start) + text[end:]


@cache
def _long_empty(language: str) -> re.Pattern[str]:
    """Returns the pattern of empty words that no other word holds: those of several characters."""
    return compiled("|".join(word for word in unspaced_empty(language) if len(word) > 1))


@cache
def _empty_run(language: str) -> re.Pattern[str]:
    """Returns the pattern of a run of empty words."""
    return compiled(f"(?:{'|'.join(unspaced_empty(language))})+")


def _runs(text: str, language: str, names: frozenset[str]) -> list[str]:
    """Returns the runs that are neither empty nor names of what is asked for."""
    return [run for run in _HAN_RUN.findall(text) if run not in names and not _empty_run(language).fullmatch(run)]
