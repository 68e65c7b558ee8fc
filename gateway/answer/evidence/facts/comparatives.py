"""Comparisons and order: a sentence says "before" where its source says "after"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from gateway.answer.evidence.facts.alignment import Replaced
from gateway.answer.evidence.facts.fact_text import REMEMBERED, FactText
from gateway.answer.evidence.facts.finding import Finding
from gateway.words.languages.subjects.facts import OPPOSITES


class _Opposed(NamedTuple):
    """`same`: words of the same side as a word; `other`: those of the other side."""

    same: frozenset[str]
    other: frozenset[str]


def findings(claim: FactText, near: Sequence[FactText]) -> list[Finding]:
    """Returns words of the sentence whose opposites its sources have, and which they do not have themselves."""
    ours, table = _stated(claim), _table(claim.language)
    theirs = [(source, _stated(source)) for source in near] if ours else []
    found = []
    for word, span in ours.items():
        if any(not table[word].same.isdisjoint(words) for _, words in theirs):
            continue
        against = (
            source.words(words[other])
            for source, words in theirs
            for other in table[word].other & words.keys() - ours.keys()
        )
        if value := next(against, ""):
            found.append(Finding("comparison", claim.starts[span.start], claim.ends[span.stop - 1], value))
    return found


def copied(claim: FactText, source: FactText, places: Sequence[Replaced]) -> list[Finding]:
    """Returns words in whose place the source that a sentence copies has their opposite."""
    ours, theirs, table = _stated(claim), _stated(source), _table(claim.language)
    return [
        Finding("comparison", claim.starts[span.start], claim.ends[span.stop - 1], source.words(theirs[other]))
        for difference in places
        for word, span in ours.items()
        if span.start in difference.ours
        for other in table[word].other & theirs.keys()
        if theirs[other].start in difference.theirs
    ]


@lru_cache(maxsize=REMEMBERED)
def _stated(text: FactText) -> dict[str, range]:
    """Returns the words of the table that a text has, with their tokens."""
    table = _table(text.language)
    if text.has_spaces:
        return {word: range(at, at + 1) for at, word in enumerate(text.plain) if word in table}
    return {"".join(text.plain[span.start : span.stop]): span for span in text.found(_unspaced(text.language))}


@cache
def _table(language: str) -> Mapping[str, _Opposed]:
    same: dict[str, set[str]] = {}
    other: dict[str, set[str]] = {}
    for pair in OPPOSITES.get(language, "").split(";"):
        left, _, right = (side.split() for side in pair.partition("|"))
        for own, against in ((left, right), (right, left)):
            for word in own:
                same.setdefault(word, set()).update(own)
                other.setdefault(word, set()).update(against)
    return {word: _Opposed(frozenset(same[word]), frozenset(other[word])) for word in same}


@cache
def _unspaced(language: str) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(_table(language), key=len, reverse=True))) or r"(?!)")
