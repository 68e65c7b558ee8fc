"""Citations of sources in another language than the paragraph. Pure.

Words cannot be compared, so facts are compared first: a figure, date, unit or code that the source lacks makes the
citation weak. The meaning of sentences decides the rest, if somebody outside has compared it. It is nearness, not
proof: sentences that say opposite things about one subject are near each other (docs/adr/0072-nearness.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from gateway.answer.answer import Citation, Evidence
from gateway.answer.evidence.citation_ids import refuses
from gateway.answer.evidence.facts.across import compared
from gateway.answer.evidence.facts.finding import Finding

SUPPORTED = 0.55
"""Mean cosine of sentences and the nearest ones of a source from which the source supports them. Fitted to the vectors
of `meaning-use3-1` on translated paragraphs: a parallel one against the nearest other one on the same subject."""
MOST_SOURCES, MOST_SENTENCES, MOST_CLAIMS = 3, 30, 8
"""Sources of a paragraph that are compared, all of their sentences together, and sentences of the paragraph: a vector
takes 4 ms."""

_SCRIPTS = (
    ("latin", re.compile("[A-Za-z\u00c0-\u024f]+")),
    ("han", re.compile("[\u3400-\u9fff]+")),
    ("other", re.compile(r"[^\W\d_A-Za-z\u00c0-\u024f\u3400-\u9fff]+")),
)
_BEYOND_LATIN = re.compile("[^\x00-\x7f\u00a0\u00ab\u00b0\u00bb\u00c0-\u024f\u2010-\u2027\u202f]")
SAMPLE = 500
"""Characters that tell the script of a text."""


class FarSource(NamedTuple):
    """A cited source and the sentences that cite it. `languages`: of the paragraph and of the source."""

    citation_id: str
    languages: tuple[str, str]
    claims: tuple[str, ...]
    sentences: tuple[str, ...]


class Near(NamedTuple):
    """The nearest sentence of a source, and its cosine with a sentence of the paragraph."""

    score: float
    sentence: int


class Lacking(NamedTuple):
    """The facts of a paragraph that none of its sources states, and how many facts it has."""

    findings: tuple[Finding, ...]
    facts: int


def lacking(claims: Iterable[tuple[int, str]], sources: Sequence[str], language: str) -> Lacking:
    """Returns the facts that no source states. `claims`: the sentences of a paragraph with their places in it."""
    missing: list[Finding] = []
    facts = 0
    for start, sentence in claims:
        if refuses(sentence, language):
            continue
        found = [compared(sentence, source) for source in sources]
        facts += found[0].facts
        everywhere = set(found[0].missing).intersection(*(each.missing for each in found))
        missing += [each.moved(start) for each in sorted(everywhere, key=lambda each: each.start)]
    return Lacking(tuple(missing), facts)


def states(figure: str, sources: Iterable[str]) -> bool:
    """Tells whether a source in another language has a figure."""
    found = [compared(figure, source) for source in sources]
    return any(each.facts and not each.missing for each in found)


def limited(sources: Iterable[FarSource]) -> list[FarSource]:
    """Returns the sources that are compared."""
    chosen: list[FarSource] = []
    room = MOST_SENTENCES
    for source in sources:
        if 0 < len(source.sentences) <= room and source.claims and len(chosen) < MOST_SOURCES:
            room -= len(source.sentences)
            chosen.append(source._replace(claims=source.claims[:MOST_CLAIMS]))
    return chosen


def judged(
    citations: Sequence[Citation],
    sources: Sequence[FarSource],
    found: Sequence[Sequence[Near]],
    evidence: Callable[[str, Iterable[int]], tuple[Evidence, ...]],
) -> list[Citation]:
    """Returns the citations with what a comparison by meaning says.

    found: for each source, the nearest sentence to each of its claims; none if it was not compared.
    evidence: returns the ranges of some sentences of a source.
    """
    compared_ones = [(source, nearest) for source, nearest in zip(sources, found, strict=True) if nearest]
    most = [max(each.score for each in claim) for claim in zip(*(nearest for _, nearest in compared_ones), strict=True)]
    standing = {citation.citation_id: citation for citation in citations}
    for source, nearest in compared_ones:
        # A source answers for the sentences that are nearer to it than to the others.
        carried = [each for each, best in zip(nearest, most, strict=True) if each.score >= best]
        carried = carried or [max(nearest, key=lambda each: each.score)]
        score = round(max(0.0, sum(each.score for each in carried) / len(carried)), 3)
        citation = standing[source.citation_id]
        shown = citation.evidence or evidence(source.citation_id, dict.fromkeys(each.sentence for each in carried))
        citation = replace(citation, status="ok", score=score, evidence=shown)
        standing[source.citation_id] = citation if score >= SUPPORTED else citation.judged("weak")
    return list(standing.values())


def script(text: str) -> str:
    """Returns the script that most letters belong to: `latin`, `han` or `other`; empty without text. A Han character
    counts double."""
    sample = text[:SAMPLE]
    if sample.isascii() or not _BEYOND_LATIN.search(sample):
        return "latin" if sample.strip() else ""
    counts = {name: sum(map(len, pattern.findall(sample))) for name, pattern in _SCRIPTS}
    counts["han"] *= 2
    return max(counts, key=lambda name: counts[name]) if sample.strip() else ""
