"""Proper names and codes of a sentence that its sources do not have.

Names are told by their capitals, so there are none in languages that write every noun with a capital (German), or that
have no capitals. Codes (`E20`, `NASA`) are names in every language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from gateway.answer.evidence.facts.alignment import Replaced
from gateway.answer.evidence.facts.fact_text import REMEMBERED, FactText
from gateway.answer.evidence.facts.finding import Finding
from gateway.words.languages import LANGUAGES, language_of
from gateway.words.languages.subjects.facts import NEGATIONS, WITHOUT_CAPITALS
from gateway.words.terms.stopwords import STOP
from gateway.words.text.folding import fold

_CODE = re.compile(
    r"(?<![\w-])(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[A-Z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![\w-])"
    r"|(?<!\w)(?![IVXLC]+(?!\w))[A-Z]{3,}(?!\w)"
)
_UNIT = re.compile(r"\d+(?:[A-Z]{1,2}|[kM]?[A-Z]?[a-z]{1,3})")
"""A figure with its unit, such as `5GB`, is no code."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_JOINT = re.compile(r"['’-]")
_STARTS = frozenset('.?!:;"“«(¿¡[*#>|—–')
_MOSTLY = 0.6
"""Share of words with a capital above which capitals tell nothing."""
_SHORTEST_HEAD, _ENDING, _LONG = 4, 3, 9
"""Letters of a word that two forms of a name share at least, letters of an ending, and of a word whose ending may have
one more ("Catalonia", "Catalan")."""
_TOGETHER = 3
"""Tokens from one word of a name to the next, so that there may be a middle name."""
_INITIALS = range(3, 6)
_SHORTEST = 3
"""Letters of a name of one word: `US` and `TV` are written out in as many ways."""
_LONGEST_TITLE = 3
"""Letters of a word that a full stop shortens: an initial, "St." or "Mrs."."""
_STOP = frozenset().union(*STOP.values())
_MONTHS = frozenset(" ".join(each.months for each in LANGUAGES.values()).replace(";", " ").split())
"""These are compared as figures."""


class Name(NamedTuple):
    """A name in a text. `words`: folded."""

    words: tuple[str, ...]
    start: int
    end: int


class NamesOf(NamedTuple):
    """The names of a text, and what tells whether it has a name of another text."""

    found: tuple[Name, ...]
    capitalised: tuple[Name, ...]
    """The names, and the months: these are compared as figures, but a name may stand in the place of one."""
    words: frozenset[str]
    heads: frozenset[str]
    initials: str

    def states(self, word: str) -> bool:
        """Tells whether the text has a word of a name in any form: "German" for "Germany", initials for a name."""
        if word in self.words:
            return True
        return (len(word) > _SHORTEST_HEAD and _head(word) in self.heads) or (
            len(word) in _INITIALS and word in self.initials
        )


def findings(claim: FactText, near: Sequence[FactText], cited: Sequence[FactText]) -> list[Finding]:
    """Returns names that the cited passages do not have, or that stand elsewhere in them while the sentence that
    carries the claim has another name in their place.

    near: the sentences that carry the claim, the best one first, and what stands around them.
    """
    found = []
    best = near[0]
    for name in _names(claim.text, claim.language).found:
        if mixed := _mixed(name, [*near, *cited]):
            found.append(Finding("name", name.start, name.end, mixed))
            continue
        if _stated(name, near) or max(map(len, name.words)) < _SHORTEST or _is_shortened(name, near):
            continue
        others = [other for other in _names(best.text, best.language).found if not _stated(other, [claim])]
        if others or not _stated(name, cited, some=True):
            found.append(Finding("name", name.start, name.end, _only(others, best)))
    return found


def copied(claim: FactText, source: FactText, places: Sequence[Replaced], *, is_verbatim: bool) -> list[Finding]:
    """Returns names in whose place the source that a sentence copies has another one. `is_verbatim`: also names that
    the source has elsewhere, and if the sentence has the other one elsewhere."""
    found = []
    own = _names(source.text, source.language)
    for name in _names(claim.text, claim.language).capitalised:
        if not is_verbatim and all(map(own.states, name.words)):
            continue
        for difference in places:
            if not claim.within(name.start, name.end, difference.ours):
                continue
            others = [
                other
                for other in own.capitalised
                if source.within(other.start, other.end, difference.theirs)
                and (is_verbatim or not _stated(other, [claim]))
            ]
            if others:
                found.append(Finding("name", name.start, name.end, _only(others, source)))
                break
    return found


def names_of(text: str, language: str) -> tuple[Name, ...]:
    """Returns the names of a text."""
    return _names(text, language).found


def _mixed(name: Name, texts: Sequence[FactText]) -> str | None:
    """Returns the name of the sources that a name shares one word with, if its words are nowhere together in them:
    "Rick Grimes" for "Rick Lincoln"."""
    if len(name.words) < 2 or not _stated(name, texts):
        return None
    heads = tuple(map(_head, name.words))
    for text in texts:
        places = [at for at, word in enumerate(text.plain) if word.startswith(heads)]
        if any(0 < second - first <= _TOGETHER for first, second in pairwise(places)):
            return None
    shared = (
        text.text[each.start : each.end]
        for text in texts
        for each in _names(text.text, text.language).found
        if len(each.words) > 1 and len(set(name.words).intersection(each.words)) == 1
    )
    return next(shared, None)


def _is_shortened(name: Name, near: Sequence[FactText]) -> bool:
    """Tells whether sources have the last word of a name alone: "Fletcher" for "Alex Fletcher"."""
    last, known = name.words[-1], [_names(text.text, text.language) for text in near]
    return (
        len(name.words) > 1
        and any(last in text.words for text in known)
        and all(set(each.words) <= set(name.words) for text in known for each in text.found if last in each.words)
    )


def _head(word: str) -> str:
    """Returns the letters that the forms of a word share: "argent" of "argentina" and "argentine"."""
    return word[: max(_SHORTEST_HEAD, len(word) - _ENDING - (len(word) >= _LONG))]


def _stated(name: Name, texts: Sequence[FactText], *, some: bool = False) -> bool:
    """Tells whether texts have a name: all of its words, or some."""
    known = [_names(text.text, text.language) for text in texts]
    each = (any(text.states(word) for text in known) for word in name.words)
    return any(each) if some else all(each)


def _only(found: Sequence[Name], source: FactText) -> str | None:
    return source.text[found[0].start : found[0].end] if len(found) == 1 else None


@lru_cache(maxsize=REMEMBERED)
def _names(text: str, language: str) -> NamesOf:
    words = [word for word in re.split(r"[\W_]+", fold(text)) if word]
    heads = (word[:size] for word in set(words) for size in range(_SHORTEST_HEAD, min(len(word), 14) + 1))
    initials = "".join(word[0] for word in words), "".join(word[0] for word in words if word not in _STOP)
    capitalised = [*_capitalised(text, language), *_codes(text)]
    found = tuple(name for name in capitalised if not _MONTHS.issuperset(name.words))
    return NamesOf(found, tuple(capitalised), frozenset(words), frozenset(heads), " ".join(initials))


def _codes(text: str) -> list[Name]:
    matches = (match for match in _CODE.finditer(text) if not _UNIT.fullmatch(match[0]))
    return [Name(tuple(fold(match[0]).split("-")), match.start(), match.end()) for match in matches]


def _capitalised(text: str, language: str) -> list[Name]:
    """Returns the names inside a sentence; words with capitals that follow each other are one name."""
    tables = language_of(language)
    if language not in NEGATIONS or language in WITHOUT_CAPITALS or not tables.has_spaces or tables.nouns_in_capitals:
        return []
    stop = STOP.get(language, frozenset())
    matches = list(_WORD.finditer(text))
    capital = [match[0][0].isupper() for match in matches]
    if sum(capital) > _MOSTLY * max(4, len(matches)):
        return []
    found: list[Name] = []
    at = 0
    while at < len(matches):
        begins = _begins(text, matches[at].start())
        if not capital[at] or (begins and fold(matches[at][0]) in stop):
            at += 1
            continue
        last = at
        while last + 1 < len(matches) and capital[last + 1] and _joins(text, matches[last], matches[last + 1]):
            last += 1
        words = [part for match in matches[at : last + 1] for part in _JOINT.split(fold(match[0])) if len(part) > 1]
        if words and not (begins and last == at):
            found.append(Name(tuple(words), matches[at].start(), matches[last].end()))
        at = last + 1
    return found


def _joins(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    between = text[first.end() : second.start()]
    return between in (" ", "-") or (between == ". " and len(first[0]) <= _LONGEST_TITLE)


def _begins(text: str, start: int) -> bool:
    """Tells whether a word begins a sentence, where every word has a capital."""
    before = text[:start].rstrip()
    return not before or before[-1] in _STARTS
