"""A summary by quoting: what each part of a document says first, in the document's order. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gateway.answer.answer import Candidate
from gateway.knowledge.documents.formats import PLAIN_TEXT
from gateway.models.quoting.blocks import Unit, units
from gateway.models.quoting.embedded_questions import is_question
from gateway.models.quoting.quotes import Quoted

_ENDED = re.compile(r"[.!?…。！？][\"'”’»›)\]）】」』*_`\s]*$")
_SYNOPSIS = re.compile(r"(?:[\[{<|][^\]}>|\n]{0,200}[\]}>|].{0,700}){2}|^[^\S\n]*+[$#%] ", re.DOTALL | re.MULTILINE)
"""Optional parts and alternatives of a command, or lines of a shell."""
UNSPACED_FROM = 0x2E80
"""The first of the characters behind which no blank stands."""
ENOUGH = 200
"""Characters of a sentence that says enough of its part; behind a shorter one comes the next."""
LONGEST = 900
"""Characters of what is quoted of one part."""


def is_walk(candidates: Sequence[Candidate]) -> bool:
    """Says whether candidates are passages of one document in its order, as `turn.walks` has them: at least two."""
    documents = {str(candidate.payload.get("documentId") or "") for candidate in candidates}
    starts = [(candidate.payload.get("position") or {}).get("start", -1) for candidate in candidates]
    if len(starts) < 2 or len(documents) > 1 or "" in documents or -1 in starts:
        return False
    return starts == sorted(starts)


def walked(candidates: Sequence[Candidate]) -> list[Quoted]:
    """Returns a paragraph for each passage that says something, in their order, and the same only once."""
    found: dict[str, Quoted] = {}
    for candidate in candidates:
        plain = candidate.payload.get("mediaType") == PLAIN_TEXT
        if text := _first(units(candidate.text, plain=plain)):
            found.setdefault(text, Quoted((candidate.citation_id,), text))
    return list(found.values())


def _first(of_passage: Sequence[Unit]) -> str:
    """Returns what a passage begins with: sentences, the list or table that they announce, steps; empty where nothing
    of it can stand by itself."""
    sentences = {unit.block for unit in of_passage if unit.kind == "item"}
    told = [unit for unit in of_passage if _tells(unit, unit.block in sentences)]
    if not told:
        return ""
    text, last = told[0].text, told[0]
    for unit in told[1:]:
        if last.kind != "sentence" or unit.kind != "sentence" or unit.block != last.block or len(text) >= ENOUGH:
            break
        text, last = f"{text}{'' if ord(text[-1]) > UNSPACED_FROM else ' '}{unit.text}", unit
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
