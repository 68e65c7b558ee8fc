"""Do two questions give the same words other parts to play: "merge A into B", "merge B into A"? Pure.

Two signs: the same tokens with two stretches exchanged around a common middle, whatever they are; and words that change
sides of a directed word ("from … to", "than", "into", 比, 转成). A passive turns the direction round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from gateway import words
from gateway.memory.comparing import referents
from gateway.memory.comparing.asked_kind import kinds
from gateway.memory.comparing.question_words import QuestionReading, term, unspaced_empty
from gateway.words.languages import LANGUAGES
from gateway.words.terms.stopwords import STOP
from gateway.words.text.patterns import compiled

LONGEST_ARGUMENT = 4
"""Tokens (Latin words, Chinese characters) of an argument that is looked for as exchanged."""
MOST_TOKENS = 60
"""Tokens of a question up to which stretches are compared; longer ones are no question twice."""

_SHARED_ENDS = 2
"""Tokens with which both arguments may begin or end."""

_EVEN = frozenset().union(*(language.order.even for language in LANGUAGES.values()))
"""Around these words the order does not matter."""
_COMPARED = frozenset().union(*(language.order.compared for language in LANGUAGES.values()))
_SPAN = 4
"""Content words on either side of a directed word that may be its argument."""


def exchanged(first: QuestionReading, second: QuestionReading) -> tuple[str, str] | None:
    """Returns what has changed places, or None."""
    if _is_passive(first) != _is_passive(second):
        return None
    return (
        _stretches(first.tokens, second.tokens, first)
        or _parts(first, second)
        or _arguments(first, second)
        or _acting(first, second)
        or _asked_person(first, second)
        or _deed_of_mine(first, second)
    )


def _is_passive(reading: QuestionReading) -> bool:
    return bool(compiled(reading.tables.order.passive).search(reading.folded))


def _stretches(first: tuple[str, ...], second: tuple[str, ...], reading: QuestionReading) -> tuple[str, str] | None:
    """p X m Y s against p Y m X s, with a middle that is not empty and does not merely join."""
    if len(first) != len(second) or first == second or len(first) > MOST_TOKENS or sorted(first) != sorted(second):
        return None
    start = next(at for at, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1])
    back = next(at for at, pair in enumerate(zip(first[::-1], second[::-1], strict=True)) if pair[0] != pair[1])
    for wider, longer in product(range(_SHARED_ENDS + 1), repeat=2):
        window = slice(max(start - wider, 0), len(first) - max(back - longer, 0))
        ours, theirs = first[window], second[window]
        for left, right in _cuts(len(ours)):
            before, middle, after = ours[:left], ours[left : len(ours) - right], ours[len(ours) - right :]
            if theirs == after + middle + before and not _joins(middle, reading):
                return "".join(before), "".join(after)
    return None


def _parts(first: QuestionReading, second: QuestionReading) -> tuple[str, str] | None:
    """Returns the same among the words, or characters, that carry meaning, where the sentences begin alike and are
    equally long, or both want yes or no."""
    undergone = first.tables.order.undergone
    alike = first.tokens[:1] == second.tokens[:1] and len(first.tokens) == len(second.tokens)
    same_voice = undergone.isdisjoint(first.tokens) == undergone.isdisjoint(second.tokens)
    if alike or not first.tables.has_spaces or (same_voice and _are_polar(first, second)):
        return _stretches(_weighty(first), _weighty(second), first)
    return None


def _weighty(reading: QuestionReading) -> tuple[str, ...]:
    if reading.tables.has_spaces:
        return reading.content
    empty = compiled("|".join(unspaced_empty(reading.language)))
    return tuple(filter(str.isalpha, empty.sub(" ", reading.folded)))


def _acting(first: QuestionReading, second: QuestionReading) -> tuple[str, str] | None:
    """Whoever asks acts in one question, and in the other, of the same words, something is done to them."""
    acting = first.tables.persons.acting
    if any(acting.get(token) == "you" for token in (*first.tokens, *second.tokens)):
        return None
    order = first.tables.order
    acts = [not order.subjects.isdisjoint(reading.tokens) for reading in (first, second)]
    suffers = [not order.objects.isdisjoint(reading.tokens) for reading in (first, second)]
    if acts == suffers[::-1] and acts[0] != acts[1] and sorted(first.content) == sorted(second.content):
        return ("I", "me") if acts[0] else ("me", "I")
    return None


def _asked_person(first: QuestionReading, second: QuestionReading) -> tuple[str, str] | None:
    """Whoever is asked for acts in one question, and in the other something is done to them."""
    asked = compiled(first.tables.order.asked_object)
    found = [bool(asked.search(reading.folded)) for reading in (first, second)]
    return ("whom" if found[0] else "who", "whom" if found[1] else "who") if found[0] != found[1] else None


def _deed_of_mine(first: QuestionReading, second: QuestionReading) -> tuple[str, str] | None:
    """Whoever asks acts in one question, and in the other, of the same words, somebody else does: "can I", "can my
    employer"."""
    ours, theirs = _weighty(first), _weighty(second)
    if ours[:1] == theirs[:1] or sorted(ours) != sorted(theirs) or not _are_polar(first, second):
        return None
    leads = [_self_leads(reading) for reading in (first, second)]
    other = second if leads[0] else first
    if leads[0] == leads[1] or not first.tables.order.undergone.isdisjoint(other.tokens):
        return None
    return ("I", "another") if leads[0] else ("another", "I")


def _are_polar(first: QuestionReading, second: QuestionReading) -> bool:
    return all("polar" in kinds(reading) for reading in (first, second))


def _self_leads(reading: QuestionReading) -> bool:
    """Says whether whoever asks is named before anything else, and not merely as an owner."""
    persons = reading.tables.persons
    if not reading.tables.has_spaces:
        return persons.pronouns.get(reading.folded[:1]) == "self"
    for token in re.findall(r"\w+", words.fold(reading.text)):
        if referents.is_self(token, reading.language) and (token in persons.asker or token not in persons.owners):
            return True
        if term(token, reading.language) in reading.content:
            return False
    return False


def _cuts(length: int) -> Iterator[tuple[int, int]]:
    for left in range(1, LONGEST_ARGUMENT + 1):
        for right in range(1, LONGEST_ARGUMENT + 1):
            if left + right < length:
                yield left, right


def _joins(middle: Sequence[str], reading: QuestionReading) -> bool:
    """Says whether a middle merely joins its neighbours, or the question compares them anyway."""
    if not _COMPARED.isdisjoint(reading.tokens):
        return True
    stop = STOP.get(reading.language, frozenset())
    return not _EVEN.isdisjoint(middle) and all(token in _EVEN or token in stop for token in middle)


def _arguments(first: QuestionReading, second: QuestionReading) -> tuple[str, str] | None:
    ours, theirs = dict(_sides(first)), dict(_sides(second))
    for marker, (left, right) in ours.items():
        if marker not in theirs:
            continue
        their_left, their_right = theirs[marker]
        stays = left & their_left | right & their_right
        for word in sorted((left & their_right) - stays):
            for against in sorted((right & their_left) - stays):
                if word != against and _COMPARED.isdisjoint(first.tokens):
                    return word, against
    return None


def _sides(reading: QuestionReading) -> Iterator[tuple[str, tuple[frozenset[str], frozenset[str]]]]:
    """For each directed word the terms before and after it."""
    order = reading.tables.order
    content = set(reading.content)
    tokens = [(token, term(token, reading.language)) for token in reading.tokens]
    for at, (token, _) in enumerate(tokens):
        if token not in order.directed:
            continue
        left = [word for _, word in tokens[:at] if word in content][-_SPAN:]
        right = [word for _, word in tokens[at + 1 :] if word in content][:_SPAN]
        marker = order.reversed.get(token, token)
        sides = frozenset(left), frozenset(right)
        yield marker, sides if token == marker else sides[::-1]
