"""Words that may change places in a question without changing what is asked, in English, French and Chinese.

Closer than `words.synonyms`, which finds passages: "key" may stand in a passage about a password, but whoever asks for
the key does not ask for the password (`_APART`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from gateway import words
from gateway.memory.rules import _chinese, _english, _french, opposites
from gateway.memory.rules.question_words import term

_APART = """
password key; passphrase key; doctor medical; medecin medical; employer business; school course; school training
plane fly; notice cancel; expensive fee; expensive charge; loud quiet; loud silence; noise quiet; noise silence
bruit silence; bruyant silence; tenant rent; tenancy tenant; tenant lease; locataire bail; locataire location
locataire louer; chauffage chaudiere; phone mobile; telephone mobile; call mobile; telephone portable; vole vol
delete destroy; supprimer annuler; emprunter pret; train chemin; ferroviaire chemin; large great; reset default; fire burn
fuel gas; petrol gas; retard delai; depart resilier; droit permis; money pay; pay wage; company employer
may permit; less discount; order acquire; room space; resign cancel; revoke resign
"""
"""Pairs of words that `words.synonyms` joins for finding passages and that ask different questions."""


def are_near(one: str, other: str, language: str) -> bool:
    """Whether two terms, as `term` gives them, may change places; of a language other than `en`, `fr` and `zh` only
    equal terms may."""
    if one == other or opposites.are_opposite(one, other, language):
        return one == other
    own = _groups(language)
    if not own.get(one, _NONE).isdisjoint(own.get(other, _NONE)):
        return True
    return language in _SPACED and other in words.synonyms(one) and frozenset((one, other)) not in _apart()


def chinese(text: str) -> list[tuple[str, int, int]]:
    """The words of the Chinese list in a text with their places, of overlapping ones the longest that begins first."""
    return [(match.group(), match.start(), match.end()) for match in _pattern().finditer(text)]


_NONE: frozenset[int] = frozenset()
_SPACED = frozenset({"en", "fr"})
"""Languages of the lists of `words.synonyms` that come word by word."""
_LISTS = {"en": _english.SYNONYMS, "fr": _french.SYNONYMS, "zh": _chinese.SYNONYMS}


def _split(text: str) -> list[list[str]]:
    return [group.split() for group in re.split("[;\n]", text) if group.strip()]


@lru_cache(maxsize=4)
def _groups(language: str) -> dict[str, frozenset[int]]:
    """Which lines of a language's list a term stands in."""
    found: dict[str, set[int]] = {}
    for number, group in enumerate(_split(_LISTS.get(language, ""))):
        for word in group:
            found.setdefault(term(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@lru_cache(maxsize=1)
def _apart() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(map(term, pair)) for pair in _split(_APART))


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_groups("zh"), key=len, reverse=True)))
