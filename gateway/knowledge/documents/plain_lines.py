"""What the readers of plain text share that write Markdown: lines from pieces, code, text without marks. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

_LONGEST_LINE = 1 << 17
_TICKS = re.compile("`+")
_MARKS = re.compile(
    r"""\\(?=[!-/:-@\[-`{-~])|`|\*(?=\S)|(?<=\S)\*|<(?=[/!?]|[A-Za-z](?![A-Za-z.+-]{1,20}:))|~(?=~)|\](?=[(\[:])"""
    r"""|&(?=\#?\w{1,31};)|^[ \t]*(?:[-+>](?=\s|$)|\#(?=\#{0,5}(?:\s|$))|[-=](?=[-=]*\s*$)|\d{1,9}(?=[.)](?:\s|$)))""",
)
_UNDERLINED = re.compile(r"""((?<![^\s(\["'])_+\w[\w.]*(?:\(\))?|(?<!\S)\w+_(?=[\s),.;:]|$)|(?<!`)`[^`\s]+`(?!`))""")
_ADDED = re.compile(r"(?<=\S) {2,}(?=\S)")


def lines_of(pieces: Iterable[str], most: int = _LONGEST_LINE) -> Iterator[str]:
    """Yields the lines of a text in pieces, tabs as blanks; a line longer than `most` is cut."""
    waiting = ""
    for piece in pieces:
        *whole, waiting = (waiting + piece).split("\n")
        yield from (line.expandtabs() for line in whole)
        while len(waiting) > most:
            yield waiting[:most].expandtabs()
            waiting = waiting[most:]
    if waiting:
        yield waiting.expandtabs()


def spaced(lines: Iterable[str]) -> Iterator[str]:
    """Yields lines with no more than one empty one between two."""
    above = ""
    for line in lines:
        if line or above:
            yield line
        above = line


def escaped(text: str) -> str:
    """Returns a line of text as Markdown that shows it so; names such as `__init__` and words in backticks are code."""
    if "_" not in text and "`" not in text:
        return _MARKS.sub(_with_backslash, text)
    parts = _UNDERLINED.split(text)  # every second one is a name
    parts[1::2] = (part if part[0] == "`" else span(part) for part in parts[1::2])
    parts[::2] = (_MARKS.sub(_with_backslash, part) for part in parts[::2])
    return "".join(parts)


def _with_backslash(match: re.Match[str]) -> str:
    found = match.group()
    mark = found.lstrip()
    indent = found[: len(found) - len(mark)]
    return f"{indent}{mark}" + "\\" if mark.isdigit() else f"{indent}\\{mark}"


def span(text: str) -> str:
    """Returns a text as code within a line."""
    longest = max(map(len, _TICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    gap = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{fence}{gap}{text}{gap}{fence}"


def fenced(lines: Sequence[str], language: str = "") -> list[str]:
    """Returns lines as a block of code."""
    longest = max((len(ticks) for line in lines for ticks in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + language, *lines, fence]


def without_added_blanks(line: str) -> str:
    """Returns a line of text whose words stand one blank apart."""
    return _ADDED.sub(" ", line)
