"""Where a sentence and a source use the same words in the same order, and what stands in their place elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from gateway.answer.evidence.facts.fact_text import FactText

COPIED = 0.5
"""Share of the tokens of a sentence, in one order with a source, from which on it counts as copied."""


VERBATIM = 0.8
"""The same share, from which on a name or a figure has its place: it may not be elsewhere in the source."""
BEHIND = 4
"""Tokens of a source behind the last one that both have: an exception may stand there."""


class Replaced(NamedTuple):
    """Tokens of a sentence, and those that a source has in their place; either may be empty."""

    ours: range
    theirs: range


def replaced(claim: FactText, source: FactText) -> tuple[float, list[Replaced]]:
    """Returns the share of a sentence that is copied from a source, and where the two differ beside that."""
    matcher = SequenceMatcher(None, claim.stems, source.stems, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    if not blocks:
        return 0.0, []
    copied = sum(block.size for block in blocks) / len(claim.stems)
    return copied, list(_between(blocks, len(claim.stems), len(source.stems)))


def _between(blocks: Sequence[tuple[int, int, int]], ours: int, theirs: int) -> Iterator[Replaced]:
    at, other = 0, max(0, blocks[0][1] - blocks[0][0] - 1)
    for own, their, size in blocks:
        if own > at or their > other:
            yield Replaced(range(at, own), range(other, their))
        at, other = own + size, their + size
    yield Replaced(range(at, ours), range(other, min(theirs, other + ours - at + BEHIND)))
