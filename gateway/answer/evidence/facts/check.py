"""The facts of one sentence against the sentences of its sources."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.answer.evidence.facts import comparatives, names, negation, quantities
from gateway.answer.evidence.facts.alignment import COPIED, VERBATIM, replaced
from gateway.answer.evidence.facts.fact_text import FactText
from gateway.answer.evidence.facts.finding import REASONS, Finding


def findings(
    claim: FactText, near: Sequence[FactText], around: Sequence[FactText], cited: Sequence[FactText]
) -> list[Finding]:
    """Returns the facts of a sentence that its sources do not state, the most serious first.

    near: the sentences of the sources that carry the claim, the best one first; at least one.
    around: what stands around these: neighbours, headings, titles, the header of a table.
    cited: the cited passages as a whole.
    """
    copied, places = replaced(claim, near[0])
    found = quantities.findings(claim, [*near, *around], cited) + names.findings(claim, [*near, *around], cited)
    found += comparatives.findings(claim, near)
    if copied >= COPIED:
        found += names.copied(claim, near[0], places, is_verbatim=copied >= VERBATIM)
        for kind in (quantities, negation, comparatives):
            found += kind.copied(claim, near[0], places)
    else:
        found += negation.findings(claim, near)
    return sorted(set(found), key=lambda each: (REASONS.index(each.reason), each.start))
