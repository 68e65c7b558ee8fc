"""Proper names and codes of a sentence that its sources do not have.

Names are told by their capitals, so there are none in languages that write every noun with a capital (German), or that
have no capitals. Codes (letters with digits, or capitals alone) are names in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from gateway.answer.evidence.facts.alignment import Replaced
from gateway.answer.evidence.facts.fact_text import FactText
from gateway.answer.evidence.facts.finding import Finding
from gateway.words.languages import language_of
from gateway.words.terms.stopwords import STOP
from gateway.words.text.folding import fold

WITHOUT_CAPITALS = frozenset({"zh", "ja", "ko", "ar"})
_CODE = re.compile(
    r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![\w-])"
    r"|(?<!\w)(?![IVXLC]+(?!\w))[A-Z]{2,}(?!\w)"
)
_UNIT = re.compile(
    r"\d+(?:[.,]\d+)?(?:st|nd|rd|th|s|k|m|b|bn|km|kg|cm|mm|g|l|h|am|pm|GB|MB|kB|TB|Hz|V|W|A|er|e|te|ten)", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CAPITAL = re.compile(r"[A-ZÀ-ÖØ-ÞА-ЯŁŚŻŹĆ]")
_STARTS = frozenset('.?!:;"“«(¿¡[*#>|—–')
_SHORTEST_STEM = 4


class Name(NamedTuple):
    """A name in a text. `words`: folded."""

    words: tuple[str, ...]
    start: int
    end: int


def codes(text: str) -> list[Name]:
    return [
        Name(tuple(fold(match[0]).split("-")), match.start(), match.end())
        for match in _CODE.finditer(text)
        if not _UNIT.fullmatch(match[0])
    ]


def names(text: str, language: str) -> list[Name]:
    """Returns the names inside a sentence; words that go together are one name."""
    tables = language_of(language)
    if language in WITHOUT_CAPITALS or not tables.has_spaces or tables.nouns_in_capitals:
        return []
    stop = STOP.get(language, frozenset())
    matches = list(_WORD.finditer(text))
    capital = [bool(_CAPITAL.match(match[0])) for match in matches]
    if sum(capital) > 0.6 * max(4, len(matches)):
        return []
    found: list[Name] = []
    at = 0
    while at < len(matches):
        if not capital[at] or fold(matches[at][0]) in stop and _begins(text, matches[at].start()):
            at += 1
            continue
        last = at
        while (
            last + 1 < len(matches)
            and capital[last + 1]
            and text[matches[last].end() : matches[last + 1].start()] in (" ", "-", ". ")
        ):
            last += 1
        alone = last == at and _begins(text, matches[at].start())
        if not alone and len(matches[at][0]) > 1:
            parts = tuple(
                word for match in matches[at : last + 1] for word in re.split(r"['’-]", fold(match[0])) if len(word) > 1
            )
            if parts:
                found.append(Name(parts, matches[at].start(), matches[last].end()))
        at = last + 1
    return found


def _begins(text: str, start: int) -> bool:
    """Tells whether a word begins a sentence, where every word has a capital."""
    before = text[:start].rstrip()
    return not before or before[-1] in _STARTS


def is_stated(word: str, vocabulary: Set[str], heads: Set[str], initials: str) -> bool:
    """Tells whether a text has a word of a name, in any form: "German" states "Germany", "UN" the United Nations."""
    if word in vocabulary or (len(word) > _SHORTEST_STEM and word[: max(_SHORTEST_STEM, len(word) - 3)] in heads):
        return True
    return 2 <= len(word) <= 5 and word in initials


class NamedIn:
    """What texts have of names: their words, beginnings of words and initials."""

    def __init__(self, texts: Iterable[str]) -> None:
        words = [word for text in texts for word in re.split(r"[\W_]+", fold(text)) if word]
        self.words = frozenset(words)
        self.heads = frozenset(
            word[:size] for word in self.words for size in range(_SHORTEST_STEM, min(len(word), 14) + 1)
        )
        self.initials = "".join(word[0] for word in words)

    def states(self, name: Name) -> bool:
        return all(is_stated(word, self.words, self.heads, self.initials) for word in name.words)


def findings(claim: str, language: str, near: NamedIn, cited: NamedIn, best: str) -> list[Finding]:
    """Returns names that the cited passages do not have, or that stand elsewhere in them while the sentence that carries
    the claim has another name in their place."""
    own = [*names(claim, language), *codes(claim)]
    found = []
    for name in own:
        if near.states(name):
            continue
        if not cited.states(name):
            if len(name.words) == 1 or not any(_one(word, cited) for word in name.words):
                found.append(Finding("name", name.start, name.end, _instead(claim, best, language)))
        elif others := _others(claim, best, language):
            found.append(Finding("name", name.start, name.end, _only(others, best)))
    return found


def copied(claim: FactText, source: FactText, places: Sequence[Replaced]) -> list[Finding]:
    """Returns names in whose place the source that a sentence copies has another one."""
    found = []
    theirs = [*names(source.text, source.language), *codes(source.text)]
    for name in [*names(claim.text, claim.language), *codes(claim.text)]:
        for place in places:
            if not any(name.start <= claim.starts[at] < name.end for at in place.ours):
                continue
            between = [
                other for other in theirs if any(other.start <= source.starts[at] < other.end for at in place.theirs)
            ]
            instead = NamedIn(source.text[other.start : other.end] for other in between)
            if between and not any(_one(word, instead) for word in name.words):
                found.append(Finding("name", name.start, name.end, _only(between, source.text)))
                break
    return found


def _one(word: str, texts: NamedIn) -> bool:
    return is_stated(word, texts.words, texts.heads, texts.initials)


def _instead(claim: str, best: str, language: str) -> str | None:
    """Returns the only name of the best sentence that the claim does not have."""
    return _only(_others(claim, best, language), best)


def _others(claim: str, best: str, language: str) -> list[Name]:
    """Returns the names of a sentence that the claim does not have."""
    ours = NamedIn([claim])
    return [name for name in [*names(best, language), *codes(best)] if not any(_one(word, ours) for word in name.words)]


def _only(found: Sequence[Name], text: str) -> str | None:
    return text[found[0].start : found[0].end] if len(found) == 1 else None
