"""Lists and tables that are too long for an answer: what is left out is counted, and what the question asks for stays.
Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from gateway import words
from gateway.models.quoting.blocks import Unit

LEFT_OUT = "… {count}"
"""Stands for what is left out, where nobody says it in a language."""
LONGEST_LIST = 2500
"""Characters of a list that is quoted whole."""
LONGEST_TABLE = 1200
"""The same of a table: a reader looks for a row in it, and that one is quoted with its head."""


def shown(unit: Unit, terms: Collection[str], language: str | None, more: str) -> str:
    """Returns the text of a unit as it is quoted. Of a list or table that is too long, its first items or rows and the
    one that holds the rarest of the question's `terms`; where others are left out, a line says how many. `more`: that
    line, with `{count}` in it.
    """
    most = LONGEST_TABLE if unit.kind == "table" else LONGEST_LIST
    if len(unit.text) <= most or not unit.parts:
        return unit.text
    head = unit.text[: len(unit.text) - len("\n".join(unit.parts))].rstrip("\n")
    chosen = _chosen(unit.parts, most - len(head), terms, language)
    marked = "| {} |" + " |" * (unit.parts[0].count("|") - 2) if unit.kind == "table" else "- {}"
    lines = [head] if head else []
    for part in _with_gaps(unit.parts, chosen):
        lines.append(part if isinstance(part, str) else marked.format(more.format(count=part)))
    return "\n".join(lines)


def _chosen(parts: tuple[str, ...], room: int, terms: Collection[str], language: str | None) -> set[int]:
    """Returns the numbers of the parts to show: the one that is asked for, and as many from the first one on as there
    is room for."""
    asked = [set(terms) & set(words.terms(part, language)) for part in parts]
    frequency = Counter(term for found in asked for term in found)
    worth = [sum(1 / frequency[term] for term in found) for found in asked]
    best = max(range(len(parts)), key=lambda number: (worth[number], -number))
    chosen = {best}
    room -= len(parts[best])
    for number, part in enumerate(parts):
        if number not in chosen:
            room -= len(part) + 1
            if room < 0:
                break
            chosen.add(number)
    return chosen


def _with_gaps(parts: tuple[str, ...], chosen: set[int]) -> Iterator[str | int]:
    """Yields the chosen parts in order, and how many are left out between them and behind the last one."""
    skipped = 0
    for number, part in enumerate(parts):
        if number not in chosen:
            skipped += 1
            continue
        if skipped:
            yield skipped
        skipped = 0
        yield part
    if skipped:
        yield skipped
