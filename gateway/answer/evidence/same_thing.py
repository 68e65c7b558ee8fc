"""Do two sentences give different values for the same thing? Pure.

Sentences are aligned word by word. All that may differ beside the value is little: no name, no second figure that makes
another thing of it ("in 2023" and "in 2024"), and only few words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

from gateway.answer.answer import Candidate
from gateway.answer.evidence.facts import names, negation
from gateway.answer.evidence.facts.alignment import Replaced
from gateway.answer.evidence.facts.fact_text import FactText, fact_text
from gateway.answer.evidence.facts.quantities import Figure, figures
from gateway.words.languages.subjects.facts import KINDS, SINCE, VERSIONS

ALIKE = 0.7
"""Share of common tokens, without the figures that differ, from which two sentences may be about the same thing."""
FEWEST, FEWEST_APART = 2, 3
"""Content words that two sentences have in common at least; the second if their titles have none, or only a name
differs."""
MOST_WORDS, MOST_FIGURES = 2, 3
"""Content words that only one of the sentences has, and figures that differ."""
ROUNDED = 0.02
"""Share of a figure by which a rounded one may differ from it."""
_IDENTIFIES = 2
"""Tokens before a figure that names a thing at the beginning of a sentence: "Room 12", "The room 12"."""


@dataclass(frozen=True, slots=True)
class ComparedSentence:
    """A sentence of a candidate at its place in the text. `known`: its words, for a first look."""

    start: int
    end: int
    text: str
    language: str
    known: frozenset[str]


class Differing(NamedTuple):
    """The two values, and since when each applies if the sentences say so."""

    value: str
    other: str
    date: str = ""
    other_date: str = ""


class _Change(NamedTuple):
    ours: range
    theirs: range
    figures: tuple[tuple[Figure, ...], tuple[Figure, ...]]

    @property
    def is_date(self) -> bool:
        return all(figure.kind in ("year", "calendar") for side in self.figures for figure in side)


def differing(left: ComparedSentence, other: ComparedSentence, *, apart: bool = False) -> Differing | None:
    """Returns the values in which two sentences about the same thing differ; None if they do not, or are about two
    things. `apart`: their titles have no word in common."""
    ours, theirs = fact_text(left.text, left.language), fact_text(other.text, other.language)
    matcher = SequenceMatcher(None, ours.stems, theirs.stems, autojunk=False)
    if matcher.quick_ratio() < ALIKE / 2 or _alike(ours, theirs, matcher) < ALIKE:
        return None
    shared = [range(block.a, block.a + block.size) for block in matcher.get_matching_blocks() if block.size]
    units = _within(ours, range(len(ours.raw)))
    common = {each for span in shared for each in _rest(ours, span, units) if not each[0].isdigit()}
    scale = 1 if ours.has_spaces else 2
    if len(common) < scale * (FEWEST_APART if apart else FEWEST):
        return None
    changes = [
        _Change(range(a, b), range(c, d), (_within(ours, range(a, b)), _within(theirs, range(c, d))))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]
    changed = [change for change in changes if _values_differ(change)]
    if changed:
        return _figures_of(ours, theirs, changes, changed)
    return _words_of(ours, theirs, changes, names_may_differ=len(common) >= FEWEST_APART * scale)


def _alike(ours: FactText, theirs: FactText, matcher: SequenceMatcher[str]) -> float:
    """Returns the share of common tokens; figures that differ do not count."""
    common = sum(block.size for block in matcher.get_matching_blocks())
    known = set(ours.stems) & set(theirs.stems)
    others = [word for word in (*ours.stems, *theirs.stems) if word in known or not word[0].isdigit()]
    return 2 * common / max(1, len(others))


def _within(text: FactText, tokens: range) -> tuple[Figure, ...]:
    return tuple(each for each in figures(text.text) if text.within(each.start, each.end, tokens))


def _values_differ(change: _Change) -> bool:
    """Tells whether both sides have figures of which none is the other side's, written or rounded otherwise."""
    ours, theirs = change.figures
    return bool(ours and theirs) and not any(_same(left, other) for left in ours for other in theirs)


def _same(left: Figure, other: Figure) -> bool:
    if not left.readings.isdisjoint(other.readings):
        return True
    if left.kind in ("year", "calendar") or other.kind in ("year", "calendar"):
        return False
    try:
        first, second = float(left.value), float(other.value)
    except ValueError:  # a time
        return False
    coarse = max(_step(left.value), _step(other.value))
    return abs(first - second) <= min(coarse / 2, ROUNDED * max(abs(first), abs(second)))


def _step(value: str) -> float:
    """Returns the unit of the last digit that says something: 100 for 1200, 0.1 for 1.2."""
    whole, _, decimals = value.partition(".")
    return 10.0 ** -len(decimals) if decimals else 10.0 ** (len(whole) - len(whole.rstrip("0")))


def _figures_of(
    ours: FactText, theirs: FactText, changes: Sequence[_Change], changed: Sequence[_Change]
) -> Differing | None:
    if not _is_same_thing(ours, theirs, changes) or _identifies(ours, changed[0], alone=len(changed) == 1):
        return None
    dates = [change for change in changed if change.is_date]
    values = [change for change in changed if not change.is_date]
    since = "", ""
    if dates and values:
        if not all(_says_since(ours, change.ours) and _says_since(theirs, change.theirs) for change in dates):
            return None
        since = _year(dates[0].figures[0]), _year(dates[0].figures[1])
    values = values or dates
    if sum(len(change.figures[0]) for change in values) > MOST_FIGURES:
        return None
    first, last = values[0], values[-1]
    return Differing(
        _value(ours, first.figures[0][0], last.figures[0][-1]),
        _value(theirs, first.figures[1][0], last.figures[1][-1]),
        *since,
    )


def _is_same_thing(ours: FactText, theirs: FactText, changes: Sequence[_Change]) -> bool:
    """Tells whether the rest of two sentences makes no other thing of it: neither has a name of its own, and of other
    words at most a few."""
    for change in changes:
        own = _rest(ours, change.ours, change.figures[0]), _rest(theirs, change.theirs, change.figures[1])
        if all(own) or any(len(words) > MOST_WORDS for words in own):
            return False
        if _named(ours, change.ours) or _named(theirs, change.theirs):
            return False
    return True


def _rest(text: FactText, tokens: range, known: Sequence[Figure]) -> set[str]:
    """Returns the content words among tokens that belong to no figure."""
    covered = {at for at in tokens for each in known if each.start <= text.starts[at] < max(each.end, each.unit_end)}
    return {word for at in tokens if at not in covered for word in text.content(range(at, at + 1))}


def _named(text: FactText, tokens: range) -> bool:
    return any(
        text.within(name.start, name.end, tokens)
        for name in names.names_of(text.text, text.language)
        if any(part.isalpha() for part in name.words)
    )


def _identifies(text: FactText, change: _Change, *, alone: bool) -> bool:
    """Tells whether a figure at the beginning names the thing: "Room 12 has …". `alone`: it may be what is counted."""
    at = change.ours.start
    if not 0 < at <= _IDENTIFIES or change.figures[0][0].kind or not text.has_spaces:
        return False
    is_counted = alone and bool(text.content(range(at + 1, at + 2)))  # "Another 25 species"
    beside = text.text[text.ends[at - 1] : text.starts[at]]
    is_named = bool(text.content(range(at - 1, at))) and text.raw[at - 1].isalpha()
    return is_named and not is_counted and not beside.strip()


def _says_since(text: FactText, tokens: range) -> bool:
    """Tells whether a date says since when something applies."""
    start, end = text.starts[tokens.start], text.ends[tokens.stop - 1]
    return bool(_since(text.language).search(text.text[max(0, start - 30) : end + 10].casefold()))


@cache
def _since(language: str) -> re.Pattern[str]:
    return re.compile(SINCE.get(language) or r"(?!)")


def _year(found: Sequence[Figure]) -> str:
    return next((each.value for each in found if each.kind == "year"), "")


def _value(text: FactText, first: Figure, last: Figure) -> str:
    """Returns the words from one figure to another, with the unit or noun behind."""
    is_prefixed = first.start > 0 and text.text[first.start - 1] in "$€£¥₹"
    end = last.end if is_prefixed else max(last.end, last.unit_end)
    at = next((at for at, start in enumerate(text.starts) if start >= end), len(text.starts))
    is_noun = at < len(text.raw) and text.text[end : text.starts[at]] == " " and bool(text.content(range(at, at + 1)))
    if text.has_spaces and not last.unit_end and last.kind == "" and is_noun and text.raw[at].isalpha():
        end = text.ends[at]
    return text.text[first.start - is_prefixed : end]


def _words_of(
    ours: FactText, theirs: FactText, changes: Sequence[_Change], *, names_may_differ: bool
) -> Differing | None:
    """Returns the sentences if only one of them has a negation, or the names at their end if only these differ."""
    places = [Replaced(change.ours, change.theirs) for change in changes]
    if len(changes) != 1:
        return None
    own, other = _rest(ours, places[0].ours, ()), _rest(theirs, places[0].theirs, ())
    if negation.copied(ours, theirs, places) or negation.copied(theirs, ours, places):
        return Differing(ours.text, theirs.text) if len(own | other) <= 1 else None
    at_end = places[0].ours.stop == len(ours.raw) and places[0].theirs.stop == len(theirs.raw)
    if names_may_differ and at_end and names.copied(ours, theirs, places, is_verbatim=True):
        return Differing(ours.words(places[0].ours), theirs.words(places[0].theirs))
    return None


# Titles --------------------------------------------------------------------------------------------------------------


def other_subject(left: Candidate, other: Candidate, language: str) -> bool:
    """Tells whether titles or headings that are alike name two things: "Office Basel" and "Office Bern". Years,
    versions, numbers and kinds of documents name none: "Travel policy" and "Travel handbook"."""
    pairs = ((left.title, other.title), (left.heading, other.heading))
    kinds = _kinds(language)
    return any(
        ours != theirs and _name_two(_title(ours, language), _title(theirs, language), kinds) for ours, theirs in pairs
    )


def titles_apart(left: Candidate, other: Candidate, language: str) -> bool:
    """Tells whether two titles have no word in common."""
    ours, theirs = _title(left.title, language), _title(other.title, language)
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def _name_two(ours: frozenset[str], theirs: frozenset[str], kinds: frozenset[str]) -> bool:
    return (
        bool(ours - theirs - kinds)
        and bool(theirs - ours - kinds)
        and 2 * len(ours & theirs) >= min(len(ours), len(theirs))
    )


@cache
def _kinds(language: str) -> frozenset[str]:
    return _title(KINDS, language)


def _title(title: str, language: str) -> frozenset[str]:
    """Returns the words that say what a title is about; a single capital counts ("Plant A")."""
    text = fact_text(title, language)
    words = text.content(range(len(text.raw)))
    letters = {word for word in text.raw if len(word) == 1 and word.isupper()}
    return frozenset(word for word in words | letters if word.isalpha() and word.casefold() not in VERSIONS)


def values_in(text: str) -> Iterator[str]:
    """Yields the figures of a text as others may write them."""
    for figure in figures(text):
        yield from figure.readings
