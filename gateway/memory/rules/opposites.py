"""Words of opposite meaning, in English, French and Chinese. Pure.

A word of one side is the opposite of every word of another; so is a word of the same word behind a prefix that turns it
round ("unused", "déverrouiller").
*Complements* leave nothing between them, so that the one negated is the other ("not enabled", "disabled"); of other
opposites that does not hold ("not increased" is not "decreased").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from gateway.memory.rules import _chinese, _english, _french
from gateway.memory.rules.question_words import term

_COMPLEMENTS = {"en": _english.COMPLEMENTS, "fr": _french.COMPLEMENTS, "zh": _chinese.COMPLEMENTS}
_OPPOSITES = {"en": _english.OPPOSITES, "fr": _french.OPPOSITES, "zh": _chinese.OPPOSITES}
_NEGATING = {"en": ("un", "non", "in", "im", "ir", "il"), "fr": ("in", "im", "ir", "il", "non")}
"""Prefixes of the word that leaves nothing between itself and the one without."""
_TURNING = {"en": ("dis", "de"), "fr": ("de", "des", "dis")}
"""Prefixes of a deed undone."""
_SHORTEST_TURNED = 3
"""Letters of the stem behind a prefix; a pair such as "form", "inform" differs as well, if not as opposites."""


def are_opposite(one: str, other: str, language: str) -> bool:
    """Whether two terms, as `term` gives them, are opposites; of a language other than `en`, `fr` and `zh` none are."""
    prefixes = (*_NEGATING.get(language, ()), *_TURNING.get(language, ()))
    return other in _table(language, False).get(one, ()) or _turned(one, other, prefixes)


def are_complements(one: str, other: str, language: str) -> bool:
    """Whether one of two opposites negated is the other."""
    return other in _table(language, True).get(one, ()) or _turned(one, other, _NEGATING.get(language, ()))


def _turned(one: str, other: str, prefixes: Sequence[str]) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORTEST_TURNED:
        return False
    bare = short.removesuffix("e")  # stems: "use", "unus"
    return long.endswith((short, bare)) and long[: long.rindex(bare)] in prefixes


def chinese(text: str) -> set[str]:
    """The words of the Chinese lists that a text holds; a short word inside a longer one of the list does not count."""
    return {match.group() for match in _pattern().finditer(text)}


@lru_cache(maxsize=8)
def _table(language: str, complements: bool) -> dict[str, frozenset[str]]:
    text = _COMPLEMENTS.get(language, "") + ("" if complements else _OPPOSITES.get(language, ""))
    found: dict[str, set[str]] = {}
    for line in re.split("[;\n]", text):
        sides = [{term(word) for word in side.split()} for side in line.split("|")]
        for one, other in permutations(sides, 2):
            for word in one - other:
                found.setdefault(word, set()).update(other - one)
    return {word: frozenset(others) for word, others in found.items()}


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_table("zh", False), key=len, reverse=True)))
