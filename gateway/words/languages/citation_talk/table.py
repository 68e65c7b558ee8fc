"""How a language speaks of the sources of an answer."""

from __future__ import annotations

from typing import NamedTuple


class CitationWords(NamedTuple):
    """Alternatives over folded text in which signs are spaces. None of them has an alternative within a group."""

    source: str
    """What a citation is called, next to a number too: "source", "footnote"."""
    claim: str
    """What a source states: "this information"."""
    document: str
    page: str
    table: str
    this: str
    """Articles and demonstratives before such a noun."""
    other: str
    cited: str
    """What says that the answer quoted it."""
    ordinals: str
    """The first to the fifth and the last one; a space after each of the six."""
    numbered: str
    """What may be between a noun and its number: "no.". The numbers one to five follow, each after a space."""
    more: str
    nearby: str
    """Asks for the text around a source and for nothing else."""
    say: str
    according: str
    """What names a source for what follows: "according to"."""
    about: str
    """What introduces a subject."""
    origin: str
    """Asks where a source is from, if a source is named."""
    aged: str
    """Asks for age or author of a source or of a thing."""
    sourced: str
    """Asks for the origin of nothing but a source."""
    other_word: str
    """Compares two sources: "contradict", "agree"."""
    exact: str
    """Asks for the wording."""
    exactly: str
    """The same, if a source is named."""
    why: str
    fault: str
    """What the gateway does with a citation: "dropped", "marked weak"."""
    idle: str
    """What carries no meaning next to these."""
