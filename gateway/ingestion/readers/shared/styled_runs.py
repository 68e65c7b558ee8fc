"""Runs of text with one look each, as the readers of Word-like formats find them, written as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import NamedTuple

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.inline_marks import lowered, raised, struck

_SYMBOLS = str.maketrans(
    {
        "\uf06f": "☐",
        "\uf071": "☐",
        "\uf0a8": "☐",
        "\uf078": "☒",
        "\uf0fd": "☒",
        "\uf0fe": "☑",
        "\uf0fc": "✓",
        "\uf0fb": "✗",
        "\uf0b7": "•",
        "\uf0a7": "▪",
        "\uf0d8": "➢",
        "\uf0e0": "→",
        "\uf0df": "←",
        "\uf0e8": "→",
        "\uf0f0": "⇒",
        "\xad": None,
        "\u2011": "-",
    }
)
"""Boxes, ticks and bullets of the font Wingdings in Unicode; soft hyphens, which a reader does not see."""


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
    return text if text.isascii() else text.translate(_SYMBOLS)


def _visible(runs: Iterable[StyledRun], omissions: Omissions) -> Iterator[StyledRun]:
    for concealed, group in groupby(runs, lambda run: run.concealed):
        some = list(group)
        if not concealed or (any(run.text.strip() for run in some) and not omissions.hides(concealed)):
            yield from some


def _shift(run: StyledRun) -> int:
    return (run.shift > 0) - (run.shift < 0)


def _shifted(text: str, shift: int) -> str:
    return raised(text) if shift > 0 else lowered(text) if shift < 0 else text
