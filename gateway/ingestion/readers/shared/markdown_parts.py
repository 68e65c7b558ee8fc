"""Parts of a document that are documents themselves, put below a heading."""

from __future__ import annotations

import re

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
