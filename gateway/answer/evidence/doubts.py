"""What is doubtful in a paragraph: its sentences with the sentences of the sources that carry them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from gateway.answer.answer import Candidate, Citation, TextRange
from gateway.answer.evidence.facts import check
from gateway.answer.evidence.facts.fact_text import fact_text
from gateway.answer.evidence.facts.finding import REASONS, Finding
from gateway.answer.evidence.facts.quantities import figures

MOST_NEAR = 4
"""Sentences of the sources that a sentence is compared with, and the share of the best one's words that each has."""
NEAR = 0.5
LONGEST = 600
"""Characters of a sentence that is compared; beyond, it is a list or a table in one piece."""
_SourceSentence = tuple[int, int, Set[str]]


def findings(
    claim: str, terms: Set[str], sources: Sequence[tuple[Candidate, Sequence[_SourceSentence]]], language: str
) -> list[Finding]:
    """Returns the facts of a sentence that its sources do not state. `sources`: those that are cited."""
    ranked = sorted(
        (
            (len(terms & known), -which, -at)
            for which, (_, sentences) in enumerate(sources)
            for at, (_, _, known) in enumerate(sentences)
        ),
        reverse=True,
    )
    if not ranked or not ranked[0][0] or len(claim) > LONGEST:
        return []
    best = ranked[0][0]
    near = [(-which, -at) for shared, which, at in ranked[:MOST_NEAR] if shared >= NEAR * best]
    cited = dict.fromkeys(which for which, _ in near)
    around = [
        text for which in cited for text in _around(*sources[which], [at for other, at in near if other == which])
    ]
    texts = [_text(*sources[which], at) for which, at in near]
    return check.findings(
        fact_text(claim, language),
        [fact_text(text, language) for text in texts],
        [fact_text(text, language) for text in around],
        [fact_text(candidate.text, language) for candidate, _ in sources],
    )


def _text(candidate: Candidate, sentences: Sequence[_SourceSentence], at: int) -> str:
    start, end, _ = sentences[at]
    return candidate.text[start:end]


def _around(candidate: Candidate, sentences: Sequence[_SourceSentence], near: Sequence[int]) -> Iterator[str]:
    """Yields title and heading of a source, the sentences beside the best one, and the header of a table."""
    yield f"{candidate.title}. {candidate.heading}"
    best = near[0]
    for at in (best - 1, best + 1):
        if 0 <= at < len(sentences) and at not in near:
            yield _text(candidate, sentences, at)
    if candidate.text.startswith("|") and best > 1:
        yield candidate.text.partition("\n")[0]


def marked(citation: Citation, found: Sequence[Finding], prose: str, text: str) -> Citation:
    """Returns a citation with what is doubtful about it: `weak`, a reason, and ranges of the paragraph's text. The
    findings are places of `prose`, which is the text without its marks."""
    if not found:
        return replace(citation, reason="wording") if citation.status == "weak" else citation
    first = min(found, key=lambda each: REASONS.index(each.reason))
    ranges = {spot for each in found if (spot := _placed(each, prose, text))}
    return replace(
        citation,
        status="weak",
        reason=first.reason,
        ranges=tuple(sorted(ranges)),
        source_value=first.source_value,
        doubts=frozenset(each.reason for each in found),
    )


def in_part(citations: Sequence[Citation], text: str) -> list[Citation]:
    """Returns the citations of a paragraph whose figures rest on a part of a table: doubtful, unless they are for a
    more serious reason."""
    ranges = tuple(TextRange(figure.start, figure.end) for figure in figures(text))
    return [
        replace(each, status="weak", reason="part", ranges=ranges)
        if ranges and (each.status != "weak" or each.reason == "wording") and each.score is not None
        else each
        for each in citations
    ]


def _placed(finding: Finding, prose: str, text: str) -> TextRange | None:
    """Returns where the words of a finding stand in the paragraph as it was written."""
    words = prose[finding.start : finding.end]
    at = -1
    for _ in range(prose.count(words, 0, finding.start) + 1):
        at = text.find(words, at + 1)
        if at < 0:
            return None
    return TextRange(at, at + len(words))
