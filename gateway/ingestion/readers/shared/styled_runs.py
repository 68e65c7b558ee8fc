"""Runs of text with one look each, as the readers of Word-like formats find them, written as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from gateway.ingestion.readers.shared.symbols import symbol
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.inline_marks import lowered, raised, struck

_PLAIN = str.maketrans({"\xad": None, "\u2011": "-", "\uf0b7": "•", "\uf0a7": "▪"})
"""Soft hyphens, which a reader does not see, and bullets of the fonts Symbol and Wingdings."""
_PRIVATE = re.compile("[\uf021-\uf0ff]")
_SHIFT = attrgetter("shift")
_WRITERS: Mapping[int, Callable[[str], str]] = {1: raised, 0: str, -1: lowered}


class StyledRun(NamedTuple):
    """Text of one look.

    shift: 1 for a superscript, -1 for a subscript.
    concealed: the kind of hidden text in the table of omissions, such as `hidden_text`; empty for visible text.
    """

    text: str
    shift: int = 0
    struck: bool = False
    concealed: str = ""


def as_html(runs: Iterable[StyledRun], omissions: Omissions) -> str:
    """Returns the runs as inline HTML: raised, lowered and struck text with its marks, without concealed text."""
    return escape(as_text(runs, omissions)).replace("\n", "<br>")


def as_text(runs: Iterable[StyledRun], omissions: Omissions) -> str:
    """Returns the runs as plain text with the same marks."""
    found = list(runs)
    parts = []
    if not any(run.shift or run.struck or run.concealed for run in found):
        parts, found = [run.text for run in found], []
    for is_struck, group in groupby(_visible(found, omissions), lambda run: run.struck):
        text = "".join(_WRITERS[shift]("".join(run.text for run in some)) for shift, some in groupby(group, _SHIFT))
        parts.append(struck(text) if is_struck else text)
    text = "".join(parts)
    if text.isascii():
        return text
    return _PRIVATE.sub(lambda sign: symbol("wingdings", ord(sign[0])), text.translate(_PLAIN))


def _visible(runs: Iterable[StyledRun], omissions: Omissions) -> Iterator[StyledRun]:
    for concealed, group in groupby(runs, lambda run: run.concealed):
        some = list(group)
        if not concealed or (any(run.text.strip() for run in some) and not omissions.hides(concealed)):
            yield from some


def shift_of(stated: str) -> int:
    """Returns the direction of a percentage such as `-33%` or `30000`: 1, -1, or 0."""
    digits = stated.strip("+-%").replace(".", "", 1)
    return 0 if not digits.isdecimal() or not int(digits[:6]) else -1 if stated.startswith("-") else 1
