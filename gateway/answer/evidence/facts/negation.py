"""Negations and limits: a sentence says "not" where its source does not, or leaves the "not" out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from gateway.answer.evidence.facts.alignment import Replaced
from gateway.answer.evidence.facts.fact_text import REMEMBERED, FactText
from gateway.answer.evidence.facts.finding import Finding
from gateway.words.languages.subjects.facts import FIXED, LIMITS, NEGATIONS, TWO_PARTS

REACH, REACH_UNSPACED = 4, 8
"""Tokens on each side of a negation that it may be about; characters in a language without blanks."""
KEPT = 0.6
"""Share of the words behind a negation that a sentence must say to have left the negation out."""
_BEHIND_ANSWER = frozenset(",.!，。！、")
_JOINED = 3
"""Tokens between the two parts of a French negation."""


def findings(claim: FactText, near: Sequence[FactText]) -> list[Finding]:
    """Returns the negations that only the sentence has, and the first that only its best source has."""
    theirs = [(source, span) for source in near for span in cues(source)]
    ours = [(span, _before(claim, span) | _behind(claim, span)) for span in cues(claim)]
    found = [
        Finding("negation", claim.starts[span.start], claim.ends[span.stop - 1])
        for span, about in ours
        if not any(about & (_before(source, other) | _behind(source, other)) for source, other in theirs)
    ]
    best = near[0]
    for span in cues(best):
        about = _behind(best, span) or _before(best, span)
        shared = (about | _before(best, span)) & claim.known
        if len(shared) > 1 and _is_kept(about, claim) and not any(shared & own for _, own in ours):
            places = [at for at, word in enumerate(claim.stems) if word in shared]
            return [*found, Finding("negation", claim.starts[places[0]], claim.ends[places[-1]], best.words(span))]
    return found


def copied(claim: FactText, source: FactText, places: Sequence[Replaced]) -> list[Finding]:
    """Returns a finding for each place where only one of a sentence and the source that it copies has a negation."""
    found = []
    for difference in places:
        own = [span for span in cues(claim) if _meet(span, difference.ours)]
        other = [span for span in cues(source) if _meet(span, difference.theirs)]
        if own and not other:
            found.append(Finding("negation", claim.starts[own[0].start], claim.ends[own[0].stop - 1]))
        if own or any(_meet(span, difference.ours) for span in _limits(claim)):
            continue
        missing = [span for span in other if _is_kept(_behind(source, span) or _before(source, span), claim)]
        conditions = (span for span in _limits(source) if _meet(span, difference.theirs))
        missing += [span for span in conditions if _is_kept(_before(source, span), claim)]
        if missing:
            at = min(len(claim.starts) - 1, difference.ours.start)
            found.append(Finding("negation", claim.starts[at], claim.ends[at], source.words(missing[0])))
    return found


@lru_cache(maxsize=REMEMBERED)
def cues(text: FactText) -> list[range]:
    """Returns the negations of a text; two parts of one ("ne … pas") count as one, and a "no" that answers a question
    does not count."""
    fixed = {at for span in _found(text, "fixed") for at in span}
    if text.ends and text.text[text.ends[0] : text.ends[0] + 1] in _BEHIND_ANSWER:
        fixed.add(0)
    found = [span for span in _found(text, "negations") if fixed.isdisjoint(span)]
    return _joined(found) if text.language in TWO_PARTS else found


def _limits(text: FactText) -> list[range]:
    """Returns the conditions and exceptions of a text."""
    return _found(text, "limits")


_TABLES: Mapping[str, Mapping[str, str]] = {"negations": NEGATIONS, "fixed": FIXED, "limits": LIMITS}


def _found(text: FactText, table: str) -> list[range]:
    pattern = _pattern(table, text.language)
    return text.found(pattern) if pattern else []


@cache
def _pattern(table: str, language: str) -> re.Pattern[str] | None:
    found = _TABLES[table].get(language)
    return re.compile(found) if found else None


def _joined(found: list[range]) -> list[range]:
    joined: list[range] = []
    for span in found:
        if joined and span.start - joined[-1].stop <= _JOINED:
            joined[-1] = range(joined[-1].start, span.stop)
        else:
            joined.append(span)
    return joined


def _before(text: FactText, span: range) -> set[str]:
    return text.content(range(span.start - _reach(text), span.start))


def _behind(text: FactText, span: range) -> set[str]:
    """Returns the content words behind a negation, which it is about in most languages."""
    return text.content(range(span.stop, span.stop + _reach(text)))


def _reach(text: FactText) -> int:
    return REACH if text.has_spaces else REACH_UNSPACED


def _is_kept(about: set[str], claim: FactText) -> bool:
    """Tells whether a sentence says what a negation of its source is about."""
    return bool(about) and len(about & claim.known) >= KEPT * len(about)


def _meet(span: range, other: range) -> bool:
    return span.start < other.stop and other.start < span.stop
