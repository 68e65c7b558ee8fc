"""Words that may change places in a question without changing what is asked, in each language."""

from __future__ import annotations

import re
from functools import cache

from gateway.memory.comparing import opposites
from gateway.memory.comparing.question_words import term
from gateway.words.languages import language_of


def are_near(first: str, second: str, language: str) -> bool:
    """Says whether two terms, as `term` gives them, may change places; in a language without lists only equal ones
    may."""
    if first == second or opposites.are_opposite(first, second, language):
        return first == second
    own = _groups(language)
    return _are_one_verb(first, second, language) or not own.get(first, _NONE).isdisjoint(own.get(second, _NONE))


_SHORTEST_VERB = 3
"""Letters before the ending."""


def _are_one_verb(first: str, second: str, language: str) -> bool:
    swaps = language_of(language).swaps
    pairs = ((first, second), (second, first))
    return any(_bases(mine, swaps.infinitives) & _bases(yours, swaps.finites) for mine, yours in pairs)


def _bases(word: str, endings: tuple[str, ...]) -> set[str]:
    bases = {word.removesuffix(ending) for ending in endings if word.endswith(ending)}
    return {base for base in bases if len(base) >= _SHORTEST_VERB}


def words_within(text: str, language: str) -> list[tuple[str, int, int]]:
    """Returns the words of a list in a text without blanks, with their places; of overlapping ones the longest that
    begins first."""
    return [(match.group(), match.start(), match.end()) for match in _pattern(language).finditer(text)]


_NONE: frozenset[int] = frozenset()


def _split(text: str) -> list[list[str]]:
    return [group.split() for group in re.split("[;\n]", text) if group.strip()]


@cache
def _groups(language: str) -> dict[str, frozenset[int]]:
    """Says which lines of a language's list a term stands in."""
    found: dict[str, set[int]] = {}
    for number, group in enumerate(_split(language_of(language).swaps.interchangeable)):
        for word in group:
            found.setdefault(term(word, language), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    return re.compile("|".join(sorted(_groups(language), key=len, reverse=True)))
