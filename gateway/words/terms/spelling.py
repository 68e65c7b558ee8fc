"""What a word nobody knows may have been meant to be: one typing error undone, or a compound taken apart. Pure.

A question is typed once and read once, so it is mended only against words that are really there: all spellings one
error away are made and looked up, which costs the same in a large vocabulary as in a small one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from gateway.words.language_detection.detection import guess_language, known
from gateway.words.terms.stemming import stem, unremembered
from gateway.words.terms.terms import IDENTIFIER, MOST_PIECES, Word, words, written_together
from gateway.words.text.even_letters import even
from gateway.words.text.folding import fold

SHORTEST, LONGEST = 5, 24
"""Letters of a word that is mended; shorter ones are one letter away from strangers ("cat", "car")."""
SUBSTITUTED = 6
"""Letters from which one of them may be wrong; "peint" is no misspelt "point"."""
SHORTEST_PART = 3
"""Letters of a part of a compound."""
_BETWEEN = re.compile(r"::|->|[./\\#]")
"""Signs between the segments of a name."""
_PIECE, _LETTER = re.compile(r"[^\W_]+"), re.compile(r"[^\W\d_]")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ASKED = 64
"""Questions whose words are kept: search, gate and quoting look at the words of one question one after the other."""


@lru_cache(maxsize=4)
def _words(question: str, language: str | None) -> tuple[Word, ...]:
    """Returns the words of a question, for `surfaces` and `joined`, which are asked for one after the other."""
    return tuple(words(question, language))


@lru_cache(maxsize=_ASKED)
def surfaces(question: str, language: str | None = None) -> Mapping[str, str]:
    """Returns the word behind every term of a question, in lower case: what was typed, before it was stemmed by
    `language`."""
    found = {word.term: even(question[word.start : word.end].lower()) for word in _words(question, language)}
    return MappingProxyType(found)


def is_mendable(word: str) -> bool:
    return SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha()


@lru_cache(maxsize=256)
def spellings(word: str, language: str | None = None) -> frozenset[str]:
    """Returns terms of all words that one letter missing, doubled, wrong or swapped with its neighbour turns into
    `word`.

    `word` is folded; terms are those of `language`. The first letter is taken as right, for errors there are rare,
    unless it changed places. Empty for what is no word of 5 to 24 Latin letters.
    """
    if not is_mendable(word):
        return frozenset()
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    found = {left + right[1:] for left, right in cuts[1:] if right}
    found.update(left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1)
    if len(word) >= SUBSTITUTED:
        found.update(left + letter + right[1:] for left, right in cuts[1:] if right for letter in _LETTERS)
    found.update(left + letter + right for left, right in cuts[1:] for letter in _LETTERS)
    return frozenset(unremembered(found, language)) - {stem(word, language)}


def parts(word: str, language: str | None = None) -> list[tuple[str, str]]:
    """Returns every way to take a compound apart: the terms of the two words it may have been joined from."""
    if not is_mendable(word):
        return []
    return [
        (stem(word[:at], language), stem(word[at:], language))
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1)
    ]


def other_names(word: str, language: str | None = None) -> list[tuple[str, ...]]:
    """Returns other ways to write a name, each as terms that must all be there: `pool.max_size` as `max_size`, or as
    `pool` and `max_size`; `max_size` as `maxsize`, which `--max-size` is too. Its words alone are not the name. Empty
    for a word that is no identifier."""
    if not IDENTIFIER.search(word) or not _LETTER.search(word):
        return []
    segments = _BETWEEN.split(word)
    if len(segments) == 1:
        return [(stem("".join(_PIECE.findall(word)), language),)]
    if len(segments) > MOST_PIECES or any(len(segment) == 1 for segment in segments):
        return []  # "U.S." is neither "us" nor two letters
    tails = [word[between.end() :] for between in _BETWEEN.finditer(word)]
    named = [(_term(tail, language),) for tail in tails if IDENTIFIER.search(tail)]
    return [*named, tuple(_term(segment, language) for segment in segments)]


def _term(name: str, language: str | None) -> str:
    """Returns the term of a whole name, as `words` has it."""
    return stem(written_together(name.strip("_") or name), language)


@lru_cache(maxsize=_ASKED)
def joined(question: str, language: str | None = None) -> Mapping[str, tuple[str, str]]:
    """Neighbouring words written together, with the terms of the two: "bed time" may stand as "bedtime".

    `language` is that of the stems; None: the question's own.
    """
    language = known(language) or guess_language(question)
    found: dict[str, tuple[str, str]] = {}
    before = None
    for word in _words(question, language):
        if not (word.term.isascii() and word.term.isalpha()):
            before = None
            continue
        if before and before.end + 1 == word.start:
            together = stem(fold(question[before.start : before.end] + question[word.start : word.end]), language)
            found[together] = (before.term, word.term)
        before = word
    return MappingProxyType(found)
