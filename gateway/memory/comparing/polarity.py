"""Is a question negated, and does it hold a word whose opposite stands in the other one? Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from gateway.memory.comparing import opposites
from gateway.memory.comparing.question_words import QuestionReading, term
from gateway.words.languages import LANGUAGES, language_of
from gateway.words.languages.subjects.negations import NEGATIONS
from gateway.words.languages.tables import listed
from gateway.words.text.patterns import compiled

_NEGATIONS = [language.negation for language in LANGUAGES.values()]
_BESIDE = frozenset().union(*(each.beside for each in _NEGATIONS))
"""Words that negate only beside one of `_PARTNERS`."""
_PARTNERS = frozenset().union(*(each.partners for each in _NEGATIONS))
_PREFIXES = tuple({prefix for each in _NEGATIONS for prefix in each.prefixes})
_FIXED = re.compile(rf"\b(?:{'|'.join(filter(None, (each.fixed for each in _NEGATIONS)))})\b")


@cache
def _words(language: str) -> frozenset[str]:
    """Returns the words that negate; in a language without such words those of all languages."""
    own = language_of(language)
    tables = [own] if own.negation.negations else [each for each in LANGUAGES.values() if each.has_spaces]
    return frozenset().union(*(listed(each.negation.negations) for each in tables))


def negations(reading: QuestionReading) -> int:
    """Returns how many negations a question has; double ones are counted twice."""
    tables = reading.tables
    if not tables.negation.negations and (pattern := NEGATIONS.get(reading.language)):
        return len(compiled(pattern).findall(reading.folded))
    if not tables.has_spaces:
        return len(compiled(tables.negation.negations).findall(reading.folded))
    tokens = _FIXED.sub(" ", reading.folded).split()
    negating = _words(reading.language)
    if _PARTNERS.isdisjoint(tokens):
        negating -= _BESIDE
    plain = [token.strip('?!.,;:()"¿¡') for token in tokens]
    return sum(word in negating or word.startswith(_PREFIXES) for word in plain)


def opposed(first: QuestionReading, second: QuestionReading) -> list[tuple[str, str]]:
    """Returns pairs of opposites of which one word stands only in the first question, the other only in the second."""
    if not first.tables.has_spaces:
        ours, theirs = (opposites.words_within(each.folded, first.language) for each in (first, second))
        only, against = (
            [word for word in mine if word not in text and word not in against]
            for mine, against, text in ((ours, theirs, second.folded), (theirs, ours, first.folded))
        )
    else:
        ours, theirs = ({term(token, each.language) for token in each.tokens} for each in (first, second))
        only, against = list(ours - theirs), list(theirs - ours)
    return sorted(_pairs(only, against, first.language))


def modality(reading: QuestionReading) -> frozenset[str]:
    """Says whether a question is about what must be (`must`), what should be (`should`), what the asker should do
    (`advice`) or what may be (`may`); empty where it says none."""
    negation = reading.tables.negation
    patterns = (
        ("must", negation.must),
        ("should", negation.should),
        ("advice", negation.advice),
        ("may", negation.may),
    )
    return frozenset(name for name, pattern in patterns if compiled(pattern).search(reading.folded))


def differing_modality(first: QuestionReading, second: QuestionReading, asks: frozenset[str]) -> bool:
    """Says whether one question is about what must be and the other about what may be or what is.

    `asks`: the kinds of answer that fit both. How something is done is asked with any of these words; what is and what
    can be are one, and so are what must be and what should be, if both are said; and "what should I do" is "what do I
    do".
    """
    if "manner" in asks:
        return False
    ours, theirs = modality(first), modality(second)
    if ours and theirs:
        return ours.isdisjoint(theirs) and "may" in ours | theirs
    return "should" in ours | theirs or ("must" in ours | theirs and bool(asks) and asks <= _WHAT_IS)


_WHAT_IS = frozenset({"polar", "thing", "which"})
"""Kinds of answer for which it counts whether something is or has to be."""


def complementary(pairs: Iterable[tuple[str, str]], language: str) -> bool:
    """Says whether each pair is one whose negation is the other ("not enabled", "disabled")."""
    return all(opposites.are_complements(first, second, language) for first, second in pairs)


def _pairs(only: Iterable[str], against: Iterable[str], language: str) -> Iterable[tuple[str, str]]:
    others = list(against)
    return [(first, second) for first in only for second in others if opposites.are_opposite(first, second, language)]
