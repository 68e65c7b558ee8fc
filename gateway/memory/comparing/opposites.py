"""Words of opposite meaning, in each language. Pure.

A word of one side is the opposite of every word of another; so is a word of the same word behind a prefix that turns it
round ("unused", "déverrouiller").
*Complements* leave nothing between them, so that the one negated is the other ("not enabled", "disabled"); of other
opposites that does not hold ("not increased" is not "decreased").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import permutations

from gateway.memory.comparing.question_words import term
from gateway.words.languages import language_of

_SHORTEST_TURNED = 3
"""Letters of the stem behind a prefix; a pair such as "form", "inform" differs as well, if not as opposites."""


def are_opposite(first: str, second: str, language: str) -> bool:
    """Says whether two terms, as `term` gives them, are opposites; in a language without lists none are."""
    swaps = language_of(language).swaps
    prefixes = (*swaps.negating, *swaps.turning)
    return second in _table(language, False).get(first, ()) or _turned(first, second, prefixes)


def are_complements(first: str, second: str, language: str) -> bool:
    """Says whether one of two opposites negated is the other."""
    return second in _table(language, True).get(first, ()) or _turned(
        first, second, language_of(language).swaps.negating
    )


def _turned(first: str, second: str, prefixes: Sequence[str]) -> bool:
    short, long = sorted((first, second), key=len)
    if len(short) < _SHORTEST_TURNED:
        return False
    bare = short.removesuffix("e")  # stems: "use", "unus"
    return long.endswith((short, bare)) and long[: long.rindex(bare)] in prefixes


def words_within(text: str, language: str) -> set[str]:
    """Returns the words of the lists that a text without blanks holds; a short word inside a longer one does not
    count."""
    return {match.group() for match in _pattern(language).finditer(text)}


@cache
def _table(language: str, complements: bool) -> dict[str, frozenset[str]]:
    swaps = language_of(language).swaps
    text = swaps.complements + ("" if complements else swaps.opposites)
    found: dict[str, set[str]] = {}
    for line in re.split("[;\n]", text):
        sides = [{term(word, language) for word in side.split()} for side in line.split("|")]
        for first, second in permutations(sides, 2):
            for word in first - second:
                found.setdefault(word, set()).update(second - first)
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    return re.compile("|".join(sorted(_table(language, False), key=len, reverse=True)))
