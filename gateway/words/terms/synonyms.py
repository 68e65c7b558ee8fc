"""Everyday words that stand for each other, in each language. Pure.

Deliberately small and general: what people say beside what documents write. One line is one group; a word may stand in
several. No subject's own terms belong here; those an embedding model knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gateway.words.language_detection.detection import COMMON, known
from gateway.words.languages import LANGUAGES
from gateway.words.terms.stemming import stem
from gateway.words.terms.terms import content_words, is_unspaced


def synonyms(term: str, language: str | None = None) -> tuple[str, ...]:
    """Returns the terms that may stand for one of a language with blanks: in its tables; None or `COMMON`: in those of
    any, with terms of `COMMON`."""
    return _spaced(known(language) or COMMON).get(term, ())


def synonyms_within(text: str) -> dict[str, tuple[str, ...]]:
    """Returns the words of a language without blanks that a text holds, each with the terms of what may stand for
    it."""
    return {word: _unspaced()[word] for word in dict.fromkeys(_pattern().findall(text))}


def _lines(*, has_spaces: bool) -> Iterator[tuple[str, str]]:
    """Yields the code of a language and a line of its synonyms."""
    for code, language in LANGUAGES.items():
        if language.has_spaces == has_spaces:
            yield from ((code, line) for line in language.synonyms.split("\n"))


@lru_cache
def _spaced(language: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for code, line in _lines(has_spaces=True):
        if language not in (code, COMMON):
            continue
        group = dict.fromkeys(stem(word, language) for word in line.split())
        for term in group:
            found.setdefault(term, {}).update({other: None for other in group if other != term})
    return {term: tuple(others) for term, others in found.items()}


@lru_cache(maxsize=1)
def _unspaced() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for code, line in _lines(has_spaces=False):
        group = line.split()
        for word in group:
            others = (term for other in group if other != word for term in content_words(other, code))
            found.setdefault(word, {}).update(dict.fromkeys(term for term in others if is_unspaced(term)))
    return {word: tuple(others) for word, others in found.items()}


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_unspaced(), key=len, reverse=True)))
