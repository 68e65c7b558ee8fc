"""Runs of text with one look each, as the readers of Word-like formats find them, written as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import NamedTuple

from gateway.ingestion.readers.shared.word.symbols import symbol
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.inline_marks import lowered, raised, struck

_PLAIN = str.maketrans({"\xad": None, "\u2011": "-", "\uf0b7": "•", "\uf0a7": "▪"})
"""Soft hyphens, which a reader does not see, and bullets of the fonts Symbol and Wingdings."""
_PRIVATE = re.compile("[\uf021-\uf0ff]")


class StyledRun(NamedTuple):
    """Text of one look.

    shift: above 0 for a superscript, below 0 for a subscript.
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
        text = "".join(_shifted("".join(run.text for run in some), shift) for shift, some in groupby(group, _shift))
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


def _shift(run: StyledRun) -> int:
    return (run.shift > 0) - (run.shift < 0)


def _shifted(text: str, shift: int) -> str:
    return raised(text) if shift > 0 else lowered(text) if shift < 0 else text
