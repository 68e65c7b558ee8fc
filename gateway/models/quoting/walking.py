"""A summary by quoting: what each part of a document says first, in the document's order. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from gateway import words
from gateway.answer.answer import Candidate
from gateway.knowledge.format_table import PLAIN_TEXT
from gateway.models.quoting.blocks import Unit, units
from gateway.models.quoting.embedded_questions import is_question
from gateway.models.quoting.looks import bare, is_contents, is_motto, is_rights, is_tagline
from gateway.models.quoting.quotes import GAP, Quoted, joined

_ENDED = re.compile(r"[.!?…。！？][\"'”’»›)\]）】」』*_`\s]*$")
_SYNOPSIS = re.compile(r"(?:[\[{<|][^\]}>|\n]{0,200}[\]}>|].{0,700}){2}|^[^\S\n]*+[$#%] ", re.DOTALL | re.MULTILINE)
"""Optional parts and alternatives of a command, or lines of a shell."""
ENOUGH = 200
"""Characters of a sentence that says enough of its part; behind a shorter one comes the next."""
LONGEST = 900
"""Characters of what is quoted of one part."""


def is_walk(candidates: Sequence[Candidate]) -> bool:
    """Says whether candidates are passages of one document in its order, as `turn.walks` has them: at least two."""
    documents = {candidate.document_id for candidate in candidates}
    starts = [candidate.position["start"] for candidate in candidates]
    if len(starts) < 2 or len(documents) > 1 or "" in documents:
        return False
    return starts == sorted(starts)


def walked(candidates: Sequence[Candidate]) -> list[Quoted]:
    """Returns a paragraph for each passage that says something, in their order, and the same only once."""
    headings = {bare(part) for each in candidates for part in each.heading.split(" › ")} - {""}
    told = [_told(candidate, headings) for candidate in candidates]
    if _is_opened_by_tagline(told[0], candidates[0]) and (len(told[0]) > 1 or any(told[1:])):
        told[0] = told[0][1:]
    found: dict[str, Quoted] = {}
    for candidate, of_passage in zip(candidates, told, strict=True):
        if of_passage:
            text = _first(of_passage)
            found.setdefault(text, Quoted((candidate.citation_id,), text))
    return list(found.values())


def _told(candidate: Candidate, headings: Set[str]) -> list[Unit]:
    """Returns what can stand by itself in a passage: sentences, the list or table that they announce, steps; no table
    of contents, no motto, no line about rights and nothing after it in its paragraph."""
    of_passage = units(candidate.text, plain=candidate.media_type == PLAIN_TEXT)
    in_sentences = {unit.block for unit in of_passage if unit.kind == "item"}
    rights = {unit.block: unit.order for unit in reversed(of_passage) if is_rights(unit.text)}
    return [
        unit
        for unit in of_passage
        if _tells(unit, unit.block in in_sentences)
        and unit.order < rights.get(unit.block, unit.order + 1)
        and not is_motto(_paragraph(unit, of_passage))
        and not is_contents(unit.parts, headings)
    ]


def _paragraph(unit: Unit, of_passage: Sequence[Unit]) -> str:
    """Returns all sentences of the paragraph of a sentence."""
    return joined([other.text for other in of_passage if other.block == unit.block and other.kind == unit.kind])


def _is_opened_by_tagline(told: Sequence[Unit], first: Candidate) -> bool:
    """Says whether a document begins with a tagline, alone in its paragraph and without a word of the title."""
    if not told or (len(told) > 1 and told[1].block == told[0].block) or not is_tagline(told[0].text):
        return False
    named = words.content_words(first.title, first.language)
    return words.vocabulary(told[0].text, first.language).isdisjoint(named)


def _first(told: Sequence[Unit]) -> str:
    """Returns what a passage begins with."""
    text, last = told[0].text, told[0]
    for unit in told[1:]:
        if last.kind != "sentence" or unit.kind != "sentence" or unit.block != last.block or len(text) >= ENOUGH:
            break
        text, last = joined([text, unit.text] if unit.order == last.order + 1 else [text, GAP, unit.text]), unit
    return text if len(text) <= LONGEST else told[0].text


def _tells(unit: Unit, in_sentences: bool) -> bool:
    """Says whether a unit stands by itself in a summary: no code, no question, no synopsis of a command, and no list of
    names that nothing introduces, such as the links under "See also"."""
    if len(unit.text) > LONGEST or is_question(unit):
        return False
    if unit.kind == "list":
        return bool(unit.sentence) or unit.ordered or in_sentences
    if unit.kind == "table":
        return True
    return (
        unit.kind in ("sentence", "excerpt")
        and bool(_ENDED.search(unit.sentence))
        and not _SYNOPSIS.search(unit.sentence)
    )
