"""What of a question must be equal for its answer to be the same. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gateway.memory.comparing import asked_figures, asked_kind, polarity, referents
from gateway.memory.comparing.proper_names import names
from gateway.memory.comparing.question_words import CACHED, QuestionReading, read


@dataclass(frozen=True, slots=True)
class Facets:
    """Everything the vetoes compare, of one question."""

    reading: QuestionReading
    numbers: frozenset[str]
    perhaps: frozenset[str]
    """Numbers in words that may mean something else ("one")."""
    dates: frozenset[str]
    identifiers: frozenset[str]
    negations: int
    entities: frozenset[str]
    owners: frozenset[str]
    others: frozenset[str]
    actors: frozenset[str]
    asks: frozenset[str]


@lru_cache(maxsize=CACHED)
def facets(question: str, language: str) -> Facets:
    """Returns the facets of a question; in a language without tables those that need none."""
    reading = read(question, language)
    return Facets(
        reading=reading,
        numbers=asked_figures.numbers(reading),
        perhaps=asked_figures.perhaps(reading),
        dates=asked_figures.dates(reading),
        identifiers=asked_figures.codes(reading),
        negations=polarity.negations(reading),
        entities=names(reading),
        owners=referents.owners(reading),
        others=referents.others(reading),
        actors=referents.actors(reading),
        asks=asked_kind.kinds(reading),
    )
