"""An answer without a model, if the passages disagree: both values with their dates, the newest one first. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.evidence.disagreement import Disagreement, Side, without
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement
from gateway.models.quoting.quotes import Quoted

LONGEST_TITLE, LONGEST_VALUE = 80, 160
"""Characters of a title and of a value in the sentence."""
BEFORE = 12
"""Characters before a value by which its place is known."""
_LABELS = {"": "disagreement", "newest": "disagreement_newest", "order": "disagreement_order"}


def told(found: Disagreement, candidates: Candidates, label: Callable[[str], str]) -> ToldDisagreement:
    """Returns a disagreement with the sentence that tells it. `label`: a fixed sentence by its name."""
    once = list({side.value: side for side in reversed(found.sides)}.values())[::-1]
    sides = [_said(side, candidates.get(side.citation_id)) for side in once]
    sentence = label(_LABELS[found.rule]).format(sides="; ".join(sides), first=sides[0], others="; ".join(sides[1:]))
    return ToldDisagreement(found, sentence)


def _said(side: Side, candidate: Candidate | None) -> str:
    title = _line(candidate.title, LONGEST_TITLE) if candidate else ""
    about = ", ".join(part for part in (side.date[:10], title) if part)
    value = _line(side.value, LONGEST_VALUE).rstrip(".。")
    return f"{value} ({about})" if about else value


def _line(text: str, most: int) -> str:
    text = " ".join(re.sub(r"[\[\]{}<>*_`|]", " ", text).split())
    return text if len(text) <= most else f"{text[:most].rstrip()}…"


def without_others(candidates: Candidates, found: Sequence[ToldDisagreement]) -> Candidates:
    """Returns the candidates without the sentences that give another value than the first side: these are told in the
    gateway's own sentence, and not quoted as if they were the answer."""
    gone: dict[str, list[tuple[int, int]]] = {}
    for each in found:
        for side in each.found.others:
            gone.setdefault(side.citation_id, []).append((side.start, side.end))
    if not gone:
        return candidates
    return Candidates(
        [without(each, gone[each.citation_id]) if each.citation_id in gone else each for each in candidates]
    )


def with_own(quoted: Sequence[Quoted], candidates: Candidates, found: Sequence[ToldDisagreement]) -> list[Quoted]:
    """Returns the quotes with the gateway's own sentence before the first quote of each thing that is disputed."""
    shown = list(quoted)
    for each in found:
        stated = _spot(each.found.sides[0], candidates)
        at = next((at for at, quote in enumerate(shown) if quote.citation_ids and stated in _bare(quote.text)), None)
        if at is not None and stated:
            ids = tuple(dict.fromkeys(side.citation_id for side in each.found.sides))
            shown.insert(at, Quoted(ids, each.sentence))
    return shown


def _spot(side: Side, candidates: Candidates) -> str:
    """Returns the value of a side with the words before it: quotes may cut its sentence elsewhere."""
    candidate = candidates.get(side.citation_id)
    sentence = candidate.text[side.start : side.end] if candidate else ""
    before, value, _ = sentence.partition(side.value)
    return _bare(before)[-BEFORE:] + _bare(value) if value else _bare(sentence)


def _bare(text: str) -> str:
    """Returns the letters and digits of a text."""
    return re.sub(r"[\W_]+", "", words.fold(text))
