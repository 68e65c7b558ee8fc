"""Questions inside documents (FAQ, `Q: … A: …`): they match a reader's question best and answer nothing. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gateway.models.quoting.blocks import Unit
from gateway.models.quoting.rating import Rating

_QUESTION = re.compile(r"[?？][\"'”’»›)\]）】」』*_\s\u00a0\u202f]*$")
_ANSWER_SENTENCES = 2


def is_question(unit: Unit) -> bool:
    """A sentence or list item that asks, or a list that does nothing else."""
    if unit.kind == "list":
        return all(_QUESTION.search(line) for line in unit.text.splitlines() if line.strip())
    return unit.kind in ("sentence", "item") and bool(_QUESTION.search(unit.text))


def with_answer(rating: Rating, ratings: Sequence[Rating]) -> list[Rating]:
    """Returns what to quote for a unit: itself, or a question with what follows it up to the next question.

    Empty where nothing answers: the next unit asks again, stands under another heading, or there is none.
    """
    if not is_question(rating.unit):
        return [rating]
    if rating.unit.kind == "list":
        return []
    following = [
        other
        for other in ratings
        if other.candidate is rating.candidate
        and other.unit.order > rating.unit.order
        and rating.unit.block <= other.unit.block <= rating.unit.block + (rating.unit.kind == "sentence")
        and (rating.unit.kind == "sentence" or other.unit.kind == "item")
    ]
    if not following or is_question(following[0].unit):
        return []
    first = following[0].unit
    block = [other for other in following if other.unit.block == first.block]
    whole = next((other for other in block if other.unit.kind == "list"), None)
    if rating.unit.kind == "sentence" and first.kind == "item" and whole is not None:
        block = [whole]
    if block[0].unit.kind in ("list", "table", "code"):
        announced = block[0].unit.sentence == rating.unit.text
        return [block[0]] if announced else [rating, block[0]]
    answer: list[Rating] = []
    for other in block[:_ANSWER_SENTENCES]:
        if is_question(other.unit) or other.unit.kind != first.kind:
            break
        answer.append(other)
    return [rating, *answer]
