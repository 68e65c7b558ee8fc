"""What the readers of plain text share: lines from pieces, code, widths. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

_LONGEST_LINE = 1 << 17
_TICKS = re.compile("`+")


def ended_lines(pieces: Iterable[str], most: int = _LONGEST_LINE) -> Iterator[str]:
    """Yields the lines of a text in pieces, each with its end; a line longer than `most` comes in parts."""
    waiting = ""
    for piece in pieces:
        *whole, waiting = (waiting + piece).split("\n")
        yield from (line + "\n" for line in whole)
        while len(waiting) > most:
            yield waiting[:most]
            waiting = waiting[most:]
    if waiting:
        yield waiting


def lines_of(pieces: Iterable[str], most: int = _LONGEST_LINE) -> Iterator[str]:
    """Yields the lines of a text in pieces, tabs as blanks; a line longer than `most` is cut."""
    return (line.removesuffix("\n").expandtabs() for line in ended_lines(pieces, most))


def cell(text: str) -> str:
    """Returns a text as it stands in a cell of a table: on one line, its bars marked."""
    return " ".join(text.split()).replace("|", "\\|")


def table_row(cells: Iterable[str]) -> str:
    """Returns a row of a table."""
    return f"| {' | '.join(cells)} |"


def ruling(width: int) -> str:
    """Returns the line between the header of a table and its body."""
    return "|" + " --- |" * width


def spaced(lines: Iterable[str]) -> Iterator[str]:
    """Yields lines with no more than one empty one between two."""
    above = ""
    for line in lines:
        if line or above:
            yield line
        above = line


def span(text: str) -> str:
    """Returns a text as code within a line."""
    fence = _fence([text])
    gap = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{fence}{gap}{text}{gap}{fence}"


def fenced(lines: Sequence[str], language: str = "") -> list[str]:
    """Returns lines as a block of code."""
    fence = _fence(["``", *lines])
    return [fence + language, *lines, fence]


def _fence(lines: Sequence[str]) -> str:
    """Returns more backticks than lines have in a row."""
    return "`" * (1 + max((len(ticks) for line in lines for ticks in _TICKS.findall(line)), default=0))


def width(text: str) -> int:
    """Returns the columns that a text takes in a terminal: Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
