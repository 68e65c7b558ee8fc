"""What a language says of greetings and of the collection."""

from __future__ import annotations

from typing import NamedTuple


class MannerWords(NamedTuple):
    """Alternatives of patterns over folded words between single blanks, without punctuation. Each has to be
    everything that is said, but for others of them beside it."""

    own_name: str
    """What the language calls itself, as it is written."""
    greeting: str
    thanks: str
    noted: str
    """That something is well or understood, and farewells."""
    help: str
    """What the gateway can do."""
    documents: str
    """Which documents there are."""
    number: str
    """How many there are."""
    about: str
    """Which documents there are on a subject, which is a group."""
    filler: str
    """What stands beside the others: "please"."""
    has_spaces: bool = True
    """False: the patterns are over the characters alone, for blanks are set differently or not at all."""
