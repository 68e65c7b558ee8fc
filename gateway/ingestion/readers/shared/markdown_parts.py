"""Parts of a document that are documents themselves, put below a heading; rows of a table."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6})(?=\s)")
DEEPEST = 6


def lowered(text: str, levels: int = 1) -> str:
    """Returns a Markdown text whose headings are that many levels deeper; code stays as it is."""
    lines = text.split("\n")
    fence = ""
    for at, line in enumerate(lines):
        if found := _FENCE.match(line):
            if not fence:
                fence = found[1]
            elif found[1].startswith(fence):
                fence = ""
        elif not fence and (heading := _HEADING.match(line)):
            lines[at] = "#" * min(DEEPEST, len(heading[1]) + levels) + line[heading.end() :]
    return "\n".join(lines)


def row(cells: Sequence[str]) -> str:
    """Returns a row of a table."""
    return f"| {' | '.join(cells)} |"


def cell(text: str) -> str:
    """Returns a text as it stands in a cell: on one line, its bars marked."""
    return " ".join(text.split()).replace("|", "\\|")


def fenced(code: str, language: str = "") -> str:
    """Returns code between fences that nothing in it can close."""
    longest = max((len(run) for run in re.findall(r"^ {0,3}(`{3,})", code, re.MULTILINE)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code.strip(chr(10))}\n{fence}"
