"""The terms of a text for whoever looks for a few of them: where they stand, without a list of them all.

A passage has a hundred terms, and a Chinese one five hundred, for every character is one and every pair. A question
asks for five to ten. So the terms stand in one string, in which those asked for are searched, and characters and pairs
are not written down at all: where one stands in a run of characters tells its place. Texts come back, within a turn
and among turns about the same, and a string of terms is as short as its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from gateway.words.terms.terms import laid_out

REMEMBERED, LONGEST = 1024, 2000
"""Texts whose terms are kept, and characters of one of them: a passage with its terms takes 2 to 3 kB, so all 3 MB; of
the longest, 12."""
_END = "\n"
"""Stands between terms, for no term holds a line end."""


class PlacedTerms:
    """What `words.terms` lists of a text, counted from 0."""

    __slots__ = ("_joined", "_places", "_run_places", "_runs", "count")

    def __init__(self, text: str, language: str | None = None) -> None:
        laid = laid_out(text, language)
        self.count = laid.length
        """How many terms the text has."""
        self._joined = _END.join(["", *laid.listed, ""]) if laid.listed else ""
        self._runs, self._run_places = _END.join(laid.runs), laid.run_places
        self._places = laid.places

    def __contains__(self, term: str) -> bool:
        return f"{_END}{term}{_END}" in self._joined or (0 < len(term) <= 2 and term in self._runs)

    def __iter__(self) -> Iterator[str]:
        """Yields the terms in no order, some of them as often as they occur."""
        yield from self._joined.split(_END)[1:-1]
        for run in self._runs.split(_END) if self._runs else ():
            yield from run
            yield from map("".join, pairwise(run))

    def places(self, term: str) -> list[int]:
        """Returns where a term stands, in order."""
        found = []
        joined, wanted = self._joined, f"{_END}{term}{_END}"
        at = joined.find(wanted)
        while at >= 0:
            number = joined.count(_END, 0, at)
            found.append(self._places[number] if self._places else number)
            at = joined.find(wanted, at + len(term) + 1)
        if self._runs and 0 < len(term) <= 2:
            return sorted([*found, *self._within_runs(term)])
        return found

    def _within_runs(self, term: str) -> Iterator[int]:
        """Yields where a character or a pair stands: in a run there is a pair behind each character."""
        runs, behind = self._runs, len(term) - 1
        at = runs.find(term)
        while at >= 0:
            begin = runs.rfind(_END, 0, at) + 1
            yield self._run_places[runs.count(_END, 0, at)] + 2 * (at - begin) + behind
            at = runs.find(term, at + 1)

    def begins(self, letters: str) -> bool:
        """Says whether a term begins so; of characters and pairs of an unspaced script nothing is said."""
        return f"{_END}{letters}" in self._joined

    def ends(self, letters: str) -> bool:
        """Says the same of its end."""
        return f"{letters}{_END}" in self._joined


_remembered = lru_cache(maxsize=REMEMBERED)(PlacedTerms)


def placed(text: str, language: str | None = None) -> PlacedTerms:
    """Returns the terms of a text, which are made once for all who look at it. `language` is that of `words.terms`."""
    return _remembered(text, language) if len(text) <= LONGEST else PlacedTerms(text, language)
