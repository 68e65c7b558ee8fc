"""Reasons why two similar questions are not the same one, each a small rule without a model. Pure.

A cosine says what two questions are about, not whether they ask the same: numbers, negations, names and the parts that
words play hardly move it. Every veto is strict on that and mild on wording, and symmetric: it says the same of (a, b)
as of (b, a). Questions with the same normalised wording are never vetoed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, cast, get_args

from gateway.memory.comparing import polarity, referents, word_order
from gateway.memory.comparing.differences import swapped
from gateway.memory.comparing.facets import Facets, facets
from gateway.memory.comparing.proper_names import is_named
from gateway.memory.rules.hashes import normalised
from gateway.memory.rules.reasons import Reason
from gateway.words.languages import language_of

Veto = Literal[
    "numbers",
    "dates",
    "identifiers",
    "polarity",
    "antonyms",
    "entities",
    "order",
    "referents",
    "question_word",
    "one_slot",
]
REASON_OF: dict[Veto, Reason] = {name: cast(Reason, f"veto_{name}") for name in get_args(Veto)}
LONGEST, LONGEST_UNSPACED = 500, 80
"""Code points of a question that is compared word by word; a longer one is the same only in the same words. Some rules
take time with the square of the length; characters without blanks between them cost most."""
Detail = str | None
"""What differs, for the log; None where nothing does."""


def veto(new: str, stored: str, language: str, *, only: Veto | None = None) -> tuple[Veto, str] | None:
    """Returns the first veto on a pair of questions with what differs, in the order of `VETOES`; None where they may be
    one.

    `language`: in one without tables only what needs none is compared. `only`: nothing but this veto is asked
    (evaluation).
    """
    if normalised(new) == normalised(stored):
        return None
    if max(len(new), len(stored)) > (LONGEST if language_of(language).has_spaces else LONGEST_UNSPACED):
        return ("one_slot", "too long to compare") if only in (None, "one_slot") else None
    first, second = sorted((facets(new, language), facets(stored, language)), key=lambda each: each.reading.text)
    for name, differs in VETOES.items():
        if only in (None, name) and (detail := differs(first, second)):
            return name, detail
    if only in (None, "one_slot") and (found := swapped(first.reading, second.reading, first.asks & second.asks)):
        return "one_slot", " / ".join(found)
    return None


def numbers(first: Facets, second: Facets) -> Detail:
    """A number of one question that the other does not have."""
    return _beside(first.numbers - second.numbers - second.perhaps, second.numbers - first.numbers - first.perhaps)


def dates(first: Facets, second: Facets) -> Detail:
    """A date, month, weekday, season or "last year" of one question that the other does not have."""
    return _beside(first.dates - second.dates, second.dates - first.dates)


def identifiers(first: Facets, second: Facets) -> Detail:
    """A code, version, address, option or file type that the other question does not have in any spelling."""
    return _beside(
        {code for code in first.identifiers - second.identifiers if not second.reading.spells(code)},
        {code for code in second.identifiers - first.identifiers if not first.reading.spells(code)},
    )


def negation(first: Facets, second: Facets) -> Detail:
    """One question is negated and the other is not, unless a word and its opposite make up for it."""
    if first.negations % 2 == second.negations % 2:
        return None
    pairs = polarity.opposed(first.reading, second.reading)
    if pairs and polarity.complementary(pairs, first.reading.language):
        return None
    return f"{first.negations} / {second.negations} negations"


def antonyms(first: Facets, second: Facets) -> Detail:
    """A word of one question and its opposite in the other, unless a negation makes up for it; or what must be done in
    one, and what may or will be done in the other."""
    if (first.asks & second.asks or not (first.asks and second.asks)) and polarity.differing_modality(
        first.reading, second.reading, first.asks & second.asks
    ):
        return _beside(polarity.modality(first.reading), polarity.modality(second.reading))
    pairs = polarity.opposed(first.reading, second.reading)
    negated = first.negations % 2 != second.negations % 2
    if not pairs or (negated and polarity.complementary(pairs, first.reading.language)):
        return None
    return " / ".join(pairs[0])


def entities(first: Facets, second: Facets) -> Detail:
    """A name of one question that the other does not mention in any spelling."""
    return _beside(
        {name for name in first.entities - second.entities if not is_named(name, second.reading)},
        {name for name in second.entities - first.entities if not is_named(name, first.reading)},
    )


def arguments(first: Facets, second: Facets) -> Detail:
    """The same words with other parts to play."""
    found = word_order.exchanged(first.reading, second.reading)
    return " / ".join(found) if found else None


def persons(first: Facets, second: Facets) -> Detail:
    """My, your and their things, what I, you and they do; or one question is about a third person, the other is not."""
    if first.others != second.others:
        return _beside(first.others - second.others, second.others - first.others)
    sides = (first.owners, second.owners), (first.actors, second.actors)
    return next((_beside(*pair) for pair in sides if referents.differ(*pair)), None)


def question_word(first: Facets, second: Facets) -> Detail:
    """No kind of answer fits both questions."""
    return (
        _beside(first.asks, second.asks) if first.asks and second.asks and first.asks.isdisjoint(second.asks) else None
    )


VETOES: Mapping[Veto, Callable[[Facets, Facets], Detail]] = {
    "identifiers": identifiers,
    "dates": dates,
    "numbers": numbers,
    "polarity": negation,
    "antonyms": antonyms,
    "entities": entities,
    "order": arguments,
    "referents": persons,
    "question_word": question_word,
}
"""In the order in which they are asked; `one_slot` (`slots.swapped`) is the last and costs most."""

VETO_ORDER: tuple[Veto, ...] = (*VETOES, "one_slot")


def _beside(ours: frozenset[str] | set[str], theirs: frozenset[str] | set[str]) -> Detail:
    if not ours and not theirs:
        return None
    return f"{', '.join(sorted(ours)) or '-'} / {', '.join(sorted(theirs)) or '-'}"
