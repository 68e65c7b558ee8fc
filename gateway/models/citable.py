"""Candidates as documents, for services that cite documents by themselves.

A document is given in its sentences, so that the service can name those that it cites, and their places in the
candidate's text are known whatever was made harmless in them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from gateway import words
from gateway.answer.answer import Candidate
from gateway.answer.graph_text import statements
from gateway.models.prompt import GRAPH, harmless, titled

LONGEST_TITLE = 200
"""Characters; services take no title of any length."""


class CitableDocument(NamedTuple):
    """One candidate. A document always has text."""

    citation_id: str
    title: str
    blocks: tuple[str, ...]
    """Its text in pieces that can be cited each; joined, they are all of it."""
    ranges: tuple[tuple[int, int], ...]
    """Where the pieces stand in the candidate's text, in code points; empty for a graph result, which has none."""

    @property
    def text(self) -> str:
        return "".join(self.blocks)

    def range_of(self, first: int, last: int) -> tuple[int, int] | None:
        """Returns the range of the blocks from the first up to, but not with, the last; None where there are none."""
        named = self.ranges[first:last] if first >= 0 else ()
        return (named[0][0], named[-1][1]) if named else None


def documents(candidates: Iterable[Candidate]) -> list[CitableDocument]:
    """Returns the candidates that say anything as documents, in their order."""
    return [document for candidate in candidates if (document := _document(candidate)) is not None]


def _document(candidate: Candidate) -> CitableDocument | None:
    title = titled(candidate)
    blocks, ranges = _sentences(candidate)
    if candidate.type == "graph":
        title, ranges = GRAPH, ()
        blocks = tuple(f"- {statement.text}\n" for statement in statements(candidate.graph))
    if not blocks:
        return None
    return CitableDocument(candidate.citation_id, harmless(title)[:LONGEST_TITLE], tuple(map(harmless, blocks)), ranges)


def _sentences(candidate: Candidate) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """Returns the sentences of a passage with the blanks behind them, and their ranges."""
    text = candidate.text
    ranges = tuple((start, end) for start, end in words.sentences(text, candidate.language) if text[start:end].strip())
    starts = [0, *(start for start, _ in ranges[1:]), len(text)] if ranges else [0]
    return tuple(text[start:end] for start, end in pairwise(starts)), ranges
