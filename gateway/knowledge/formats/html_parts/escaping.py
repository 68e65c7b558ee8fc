"""Text that Markdown would misread at the beginning of a line."""

from __future__ import annotations

import re

_BLOCK_MARK = re.compile(
    r"^(?=#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|(?:[-_*][ \t]*){3,30}$|[-=]{1,200}$|`{3}|~{3}|<!--|:\s|\[[^\]\n]{1,200}\]:)"
    r"|^(?P<number>\d{1,9})(?=[.)](?:\s|$))",
    re.MULTILINE,
)


def escaped(text: str) -> str:
    """Returns a paragraph that stays a paragraph in Markdown: a backslash is put before the marks of lists, headings,
    quotations, code, rules, comments and link targets that begin a line."""
    return _BLOCK_MARK.sub(lambda match: f"{match['number'] or ''}\\", text)
