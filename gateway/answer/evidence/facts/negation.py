"""Negations and limits: a sentence says "not" where its source does not, or leaves the "not" out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from gateway.answer.evidence.facts.alignment import Replaced
from gateway.answer.evidence.facts.fact_text import FactText
from gateway.answer.evidence.facts.finding import Finding
from gateway.words.languages.subjects.facts import FIXED, LIMITS, NEGATIONS

REACH = 4
"""Tokens on each side of a negation that it may be about."""


@cache
def _pattern(table: str, language: str) -> re.Pattern[str] | None:
    found = {"negations": NEGATIONS, "fixed": FIXED, "limits": LIMITS}[table].get(language)
    return re.compile(found) if found else None


def cues(text: FactText) -> list[range]:
    """Returns the negations of a text; two parts of one ("ne … pas") count as one."""
    pattern = _pattern("negations", text.language)
    if pattern is None:
        return []
    fixed = _pattern("fixed", text.language)
    harmless = {at for span in (text.found(fixed) if fixed else []) for at in span}
    found = [span for span in text.found(pattern) if harmless.isdisjoint(span)]
    if text.language == "fr":
        found = _joined(found)
    return found


def _joined(found: list[range]) -> list[range]:
    joined: list[range] = []
    for span in found:
        if joined and span.start - joined[-1].stop <= 3:
            joined[-1] = range(joined[-1].start, span.stop)
        else:
            joined.append(span)
    return joined


def around(text: FactText, span: range) -> set[str]:
    """Returns the content words that a negation may be about."""
    reach = REACH if text.has_spaces else 2 * REACH
    return text.content(range(span.start - reach, span.start)) | text.content(range(span.stop, span.stop + reach))


def copied(claim: FactText, source: FactText, places: Sequence[Replaced]) -> list[Finding]:
    """Returns a finding for each place where only one of a sentence and the source that it copies has a negation."""
    ours, theirs = cues(claim), [*cues(source), *limits(source)]
    own_limits = limits(claim)
    found = []
    for place in places:
        own = [span for span in ours if _meet(span, place.ours)]
        other = [span for span in theirs if _meet(span, place.theirs)]
        if own and not other:
            found.append(Finding("negation", claim.starts[own[0].start], claim.ends[own[0].stop - 1]))
        elif other and not own and not any(_meet(span, place.ours) for span in own_limits):
            at = min(len(claim.starts) - 1, place.ours.start)
            words = source.text[source.starts[other[0].start] : source.ends[other[0].stop - 1]]
            found.append(Finding("negation", claim.starts[at], claim.ends[at], words))
    return found


def limits(text: FactText) -> list[range]:
    pattern = _pattern("limits", text.language)
    return text.found(pattern) if pattern else []


def _meet(span: range, other: range) -> bool:
    return span.start < other.stop and other.start < span.stop


def findings(claim: FactText, near: Sequence[FactText]) -> list[Finding]:
    """Returns negations that only the sentence has, and one if the nearest source has a negation that it leaves out."""
    ours = cues(claim)
    theirs = [(source, span) for source in near for span in cues(source)]
    found = []
    for span in ours:
        about = around(claim, span)
        if not any(about & around(source, other) for source, other in theirs):
            found.append(Finding("negation", claim.starts[span.start], claim.ends[span.stop - 1]))
    return found


def left_out(claim: FactText, source: FactText) -> Finding | None:
    """Returns a finding if the source negates, or limits, what the sentence says without."""
    ours = [around(claim, span) for span in cues(claim)]
    for span in cues(source):
        about = around(source, span)
        shared = about & claim.known
        if len(shared) >= 2 and len(shared) >= 0.6 * len(about) and not any(shared & own for own in ours):
            places = [at for at, word in enumerate(claim.stems) if word in shared]
            words = source.text[source.starts[span.start] : source.ends[span.stop - 1]]
            return Finding("negation", claim.starts[places[0]], claim.ends[places[-1]], words)
    return None
