"""The facts of one sentence against the sentences of its sources."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.answer.evidence.facts import comparison, figures, names, negation
from gateway.answer.evidence.facts.alignment import replaced
from gateway.answer.evidence.facts.fact_text import FactText
from gateway.answer.evidence.facts.finding import REASONS, Finding


def findings(
    claim: str, near: Sequence[str], cited: Sequence[str], around: Sequence[str], language: str
) -> list[Finding]:
    """Returns the facts of a sentence that its sources do not state, the most serious first.

    near: the sentences of the sources that carry the claim, the best one first.
    cited: the whole texts of the cited passages.
    around: what stands around `near`: neighbours, headings, titles, the header of a table.
    """
    ours = FactText(claim, language)
    sources = [FactText(text, language) for text in near]
    wide = [*near, *around]
    found = figures.findings(claim, figures.FiguresIn(near), figures.FiguresIn(cited), figures.FiguresIn(near[:1]))
    found += names.findings(claim, language, names.NamedIn(wide), names.NamedIn(cited), near[0] if near else "")
    places = replaced(ours, sources[0]) if sources else None
    if places is not None:
        found += figures.copied(ours, sources[0], places)
        found += names.copied(ours, sources[0], places)
        found += negation.copied(ours, sources[0], places)
        found += comparison.copied(ours, sources[0], places)
    else:
        found += negation.findings(ours, sources)
        if sources and (left := negation.left_out(ours, sources[0])):
            found.append(left)
    found += comparison.findings(ours, sources)
    return sorted(set(found), key=lambda each: (REASONS.index(each.reason), each.start))
