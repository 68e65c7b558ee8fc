"""What an answer says about sources that disagree: the gateway's own sentence, and the remarks of citations. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from gateway.answer.answer import Candidate, Candidates, Citation, DisagreementRemark, Evidence
from gateway.answer.events import ParagraphFinished
from gateway.answer.evidence.disagreement import Disagreement, Side, without
from gateway.answer.evidence.same_thing import values_in
from gateway.words.text.folding import fold

LONGEST_TITLE, LONGEST_VALUE = 80, 160
"""Characters of a title and of a value in the sentence."""
_LABELS = {"": "disagreement", "newest": "disagreement_newest", "order": "disagreement_order"}


class ToldDisagreement(NamedTuple):
    """`sentence`: the paragraph in which the gateway itself tells it."""

    found: Disagreement
    sentence: str


def told(
    found: Iterable[Disagreement], candidates: Candidates, label: Callable[[str], str]
) -> tuple[ToldDisagreement, ...]:
    """Returns disagreements with the sentences that tell them. `label`: a fixed sentence by its name."""
    return tuple(_told(each, candidates, label) for each in found)


def _told(found: Disagreement, candidates: Candidates, label: Callable[[str], str]) -> ToldDisagreement:
    once: dict[str, Side] = {}
    for side in found.sides:
        once.setdefault(side.value, side)
    sides = [_said(side, candidates.get(side.citation_id)) for side in once.values()]
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


def own_citations(told: ToldDisagreement, candidates: Candidates) -> tuple[Citation, ...]:
    """Returns the citations of the gateway's own sentence: one for each candidate, with what it says."""
    sides = {side.citation_id: side for side in reversed(told.found.sides)}
    known = ((sides[each], candidates.get(each)) for each in dict.fromkeys(s.citation_id for s in told.found.sides))
    return tuple(
        Citation(side.citation_id, "ok", 1.0, (Evidence(side.start, side.end, candidate.page_at(side.start)),))
        for side, candidate in known
        if candidate is not None
    )


def remarked(citations: Sequence[Citation], text: str, told: Sequence[ToldDisagreement]) -> list[Citation]:
    """Returns the citations of a paragraph. One that rests on a side of a disagreement has a remark, unless the
    paragraph gives the other value too."""
    remarks: dict[str, DisagreementRemark] = {}
    for each in told:
        for side in _used(each.found, citations, text):
            others = [other for other in each.found.sides if other.value != side.value and not _states(text, other)]
            if others:
                ids = tuple(dict.fromkeys(other.citation_id for other in others))
                remarks.setdefault(side.citation_id, DisagreementRemark(ids, others[0].value))
    return [
        replace(citation, disagreement=remarks[citation.citation_id]) if citation.citation_id in remarks else citation
        for citation in citations
    ]


def is_open(paragraphs: Iterable[ParagraphFinished], told: Sequence[ToldDisagreement]) -> bool:
    """Tells whether paragraphs use a side of a disagreement that no rule decided."""
    undecided = [each for each in told if not each.found.rule]
    return bool(undecided) and any(
        paragraph.text == each.sentence or any(_used(each.found, paragraph.citations, paragraph.text))
        for paragraph in paragraphs
        for each in undecided
    )


def _used(found: Disagreement, citations: Sequence[Citation], text: str) -> Iterator[Side]:
    """Yields the sides on which a paragraph rests: it cites the sentence, or what has none shown, and has the value."""
    for side in found.sides:
        for citation in citations:
            shown = citation.evidence
            meets = any(part.start < side.end and side.start < part.end for part in shown)
            if citation.citation_id == side.citation_id and (meets or not shown) and _states(text, side):
                yield side


def _states(text: str, side: Side) -> bool:
    """Tells whether a text has the value of a side, however it writes the figures."""
    wanted = set(values_in(side.value))
    if wanted:
        return bool(wanted & set(values_in(text)))
    return fold(side.value).strip(" .") in fold(text)
