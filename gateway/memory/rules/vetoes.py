"""Reasons why two similar questions are not the same one, each a small rule without a model. Pure.

A cosine says what two questions are about, not whether they ask the same: numbers, negations, names and the parts that
words play hardly move it. Every veto is strict on that and mild on wording, and symmetric: it says the same of (a, b) as
of (b, a). Questions with the same normalised wording are never vetoed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from gateway.memory.rules import polarity, referents, word_order
from gateway.memory.rules.differences import WordSimilarity, swapped
from gateway.memory.rules.facets import Facets, facets
from gateway.memory.rules.hashes import normalised
from gateway.memory.rules.proper_names import is_named
from gateway.memory.rules.reasons import Reason
from gateway.words.languages import language_of

Veto = Literal[
    "numbers", "dates", "identifiers", "polarity", "antonyms", "entities", "order", "referents", "question_word", "one_slot"
]  # fmt: skip
REASON_OF: dict[Veto, Reason] = {
    "numbers": "veto_numbers", "dates": "veto_dates", "identifiers": "veto_identifiers", "polarity": "veto_polarity",
    "antonyms": "veto_antonyms", "entities": "veto_entities", "order": "veto_order", "referents": "veto_referents",
    "question_word": "veto_question_word", "one_slot": "veto_one_slot",
}  # fmt: skip
LONGEST, LONGEST_UNSPACED = 500, 80
"""Code points of a question that is compared word by word; a longer one is the same only in the same words. Some rules
take time with the square of the length; characters without blanks between them cost most."""
Detail = str | None
"""What differs, for the log; None where nothing does."""


def veto(
    new: str, stored: str, language: str, word_similarity: WordSimilarity | None = None, *, only: Veto | None = None
) -> tuple[Veto, str] | None:
    """The first veto on a pair of questions with what differs, in the order of `VETOES`; None where they may be one.

    `language`: in one without tables only what needs none is compared. `word_similarity`: cosine of
    two words. `only`: nothing but this veto is asked (evaluation).
    """
    if normalised(new) == normalised(stored):
        return None
    if max(len(new), len(stored)) > (LONGEST if language_of(language).has_spaces else LONGEST_UNSPACED):
        return ("one_slot", "too long to compare") if only in (None, "one_slot") else None
    one, other = sorted((facets(new, language), facets(stored, language)), key=lambda each: each.reading.text)
    for name, differs in VETOES.items():
        if only in (None, name) and (detail := differs(one, other)):
            return name, detail
    if only in (None, "one_slot") and (found := swapped(one.reading, other.reading, word_similarity)):
        return "one_slot", " / ".join(found)
    return None


def numbers(one: Facets, other: Facets) -> Detail:
    """A number of one question that the other does not have."""
    return _beside(one.numbers - other.numbers - other.perhaps, other.numbers - one.numbers - one.perhaps)


def dates(one: Facets, other: Facets) -> Detail:
    """A date, month, weekday, season or "last year" of one question that the other does not have."""
    return _beside(one.dates - other.dates, other.dates - one.dates)


def identifiers(one: Facets, other: Facets) -> Detail:
    """A code, version, address, option or file type that the other question does not have in any spelling."""
    return _beside(
        {code for code in one.identifiers - other.identifiers if not other.reading.spells(code)},
        {code for code in other.identifiers - one.identifiers if not one.reading.spells(code)},
    )


def negation(one: Facets, other: Facets) -> Detail:
    """One question is negated and the other is not, unless a word and its opposite make up for it."""
    if not polarity.differs(one.polarity, other.polarity):
        return None
    pairs = polarity.opposed(one.reading, other.reading)
    if pairs and polarity.complementary(pairs, one.reading.language):
        return None
    return f"{one.polarity.strong} / {other.polarity.strong} negations"


def antonyms(one: Facets, other: Facets) -> Detail:
    """A word of one question and its opposite in the other, unless a negation makes up for it; or what must be done in
    one, and what may be done in the other, where they ask whether."""
    if one.asks == other.asks == _WHETHER:
        modal = polarity.modality(one.reading), polarity.modality(other.reading)
        if all(modal) and modal[0].isdisjoint(modal[1]):
            return _beside(*modal)
    pairs = polarity.opposed(one.reading, other.reading)
    negated = one.polarity.strong % 2 != other.polarity.strong % 2
    if not pairs or (negated and polarity.complementary(pairs, one.reading.language)):
        return None
    return " / ".join(pairs[0])


_WHETHER = frozenset({"polar"})


def entities(one: Facets, other: Facets) -> Detail:
    """A name of one question that the other does not mention in any spelling."""
    return _beside(
        {name for name in one.entities - other.entities if not is_named(name, other.reading)},
        {name for name in other.entities - one.entities if not is_named(name, one.reading)},
    )


def arguments(one: Facets, other: Facets) -> Detail:
    """The same words with other parts to play."""
    found = word_order.exchanged(one.reading, other.reading)
    return " / ".join(found) if found else None


def persons(one: Facets, other: Facets) -> Detail:
    """My, your and their things, what I, you and they do; or one question is about a third person, the other is not."""
    if one.others != other.others:
        return _beside(one.others - other.others, other.others - one.others)
    sides = (one.owners, other.owners), (one.actors, other.actors)
    return next((_beside(*pair) for pair in sides if referents.differ(*pair)), None)


def question_word(one: Facets, other: Facets) -> Detail:
    """No kind of answer fits both questions."""
    return _beside(one.asks, other.asks) if one.asks and other.asks and one.asks.isdisjoint(other.asks) else None


VETOES: Mapping[Veto, Callable[[Facets, Facets], Detail]] = {
    "identifiers": identifiers, "dates": dates, "numbers": numbers, "polarity": negation, "antonyms": antonyms,
    "entities": entities, "order": arguments, "referents": persons, "question_word": question_word,
}  # fmt: skip
"""In the order in which they are asked; `one_slot` (`slots.swapped`) is the last and costs most."""

VETO_ORDER: tuple[Veto, ...] = (*VETOES, "one_slot")


def _beside(ours: frozenset[str] | set[str], theirs: frozenset[str] | set[str]) -> Detail:
    if not ours and not theirs:
        return None
    return f"{', '.join(sorted(ours)) or '-'} / {', '.join(sorted(theirs)) or '-'}"
