"""A paragraph as somebody would read it aloud: its words without Markdown, code and addresses. Pure."""

from __future__ import annotations

import re

from gateway.words.text.markdown import as_read, fences, without
from gateway.words.text.sentences import sentences

_MARK = re.compile(r"\s*(?:>\s*)*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?)?")
"""What stands before the words of a heading, an item or a quote. Numbers of items stay: they are read aloud."""
_RULE = re.compile(r"[\s|:=*_-]*")
"""A line between two parts, or below the head of a table."""
_ADDRESS = re.compile(r"(?<!\s)\s*+<?https?://[^\s<>]*[^\s<>.,;:!?)]>?")
_HAS_WORDS = re.compile(r"\w")


def spoken(text: str) -> str:
    """Returns what is read aloud of a paragraph, a line for each of its lines; an empty text where there are no words,
    such as in code."""
    lines = (_line(line) for line in as_read(without(fences(text), text)).split("\n"))
    return "\n".join(line for line in lines if line)


def parts(text: str, longest: int) -> list[str]:
    """Returns a text in parts of so many characters at most: whole sentences, where they are not longer."""
    if len(text) <= longest:
        return [text] if text else []
    found, begin, end = list[str](), 0, 0
    for start, stop in sentences(text):
        if stop - begin > longest and end > begin:
            found.append(text[begin:end])
            begin = start
        while stop - begin > longest:
            cut = text.rfind(" ", begin, begin + longest) + 1 or begin + longest
            found.append(text[begin:cut].strip())
            begin = cut
        end = stop
    return [part for part in (*found, text[begin:end]) if part]


def _line(line: str) -> str:
    if _RULE.fullmatch(line):
        return ""
    words = _ADDRESS.sub("", line[_MARK.match(line).end() :]).strip()  # type: ignore[union-attr]
    if words.startswith("|"):
        words = ", ".join(cell.strip() for cell in words.strip("|").split("|") if cell.strip())
    return words if _HAS_WORDS.search(words) else ""
