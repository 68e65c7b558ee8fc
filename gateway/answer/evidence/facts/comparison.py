"""Comparisons and order: a sentence says "before" where its source says "after"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from gateway.answer.evidence.facts.alignment import Replaced
from gateway.answer.evidence.facts.fact_text import FactText
from gateway.answer.evidence.facts.finding import Finding
from gateway.words.languages.subjects.facts import OPPOSITES


@cache
def _opposites(language: str) -> Mapping[str, frozenset[str]]:
    """Returns the opposites of each word, as the words are folded."""
    found: dict[str, set[str]] = {}
    for pair in OPPOSITES.get(language, "").split(";"):
        sides = [side.split() for side in pair.split("|")]
        for own, other in ((sides[0], sides[-1]), (sides[-1], sides[0])) if len(sides) == 2 else ():
            for word in own:
                found.setdefault(word, set()).update(other)
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _sides(language: str) -> Mapping[str, frozenset[str]]:
    """Returns the words that mean about the same as each word: those of its side."""
    found: dict[str, set[str]] = {}
    for pair in OPPOSITES.get(language, "").split(";"):
        for side in pair.split("|"):
            for word in side.split():
                found.setdefault(word, set()).update(side.split())
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _unspaced(language: str) -> re.Pattern[str]:
    return re.compile("|".join(sorted(_opposites(language), key=len, reverse=True)) or r"(?!)")


def _stated(text: FactText) -> dict[str, range]:
    """Returns the words of the table that a text has."""
    table = _opposites(text.language)
    if text.has_spaces:
        return {word: range(at, at + 1) for at, word in enumerate(text.plain) if word in table}
    return {"".join(text.plain[span.start : span.stop]): span for span in text.found(_unspaced(text.language))}


def copied(claim: FactText, source: FactText, places: Sequence[Replaced]) -> list[Finding]:
    """Returns words in whose place the source that a sentence copies has their opposite."""
    ours, theirs, table = _stated(claim), _stated(source), _opposites(claim.language)
    return [
        Finding(
            "comparison",
            claim.starts[span.start],
            claim.ends[span.stop - 1],
            source.text[source.starts[other.start] : source.ends[other.stop - 1]],
        )
        for place in places
        for word, span in ours.items()
        for against, other in theirs.items()
        if span.start in place.ours and other.start in place.theirs and against in table[word]
    ]


def findings(claim: FactText, near: Sequence[FactText]) -> list[Finding]:
    """Returns words of the sentence whose opposites its sources have, and which they do not have themselves."""
    stated = _stated(claim)
    if not stated:
        return []
    sources = [(source, _stated(source)) for source in near]
    table, sides = _opposites(claim.language), _sides(claim.language)
    found = []
    for word, span in stated.items():
        if any(own in words for _, words in sources for own in sides[word]):
            continue
        against = [
            (source, place)
            for source, words in sources
            for other, place in words.items()
            if other in table[word] and other not in stated
        ]
        if against:
            source, place = against[0]
            value = source.text[source.starts[place.start] : source.ends[place.stop - 1]]
            found.append(Finding("comparison", claim.starts[span.start], claim.ends[span.stop - 1], value))
    return found
