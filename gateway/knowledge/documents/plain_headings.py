"""The headings of a plain text, known by how they are set. Pure.

A heading stands at the left margin on a line of its own, below an empty one, and does not end as a sentence does. What
more it needs is one of these: a line of signs below it; capitals, with an indented text below or others of its kind; a
number, where others of its kind go on counting and text stands between them; a mark of AsciiDoc, Org or Markdown, where
others stand beside it; that everything else in the text is indented.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

_LONGEST = 90
_RULE = re.compile(r"([=\-~^*#+_\"'.])\1{2,}[ \t]*")
_ENDED = re.compile(r"[.,;。，；、…]$|[!?！？]$|[-‐]$")
_GAP = re.compile(r"\S(?: {3,}|\t)\S")
_MARKED = re.compile(r"(?P<mark>={1,6}|\*{1,6}|#{1,6})[ \t]+(?P<title>[^\W_].*?|\S*\d.*?)(?:[ \t]+(?P=mark))?[ \t]*")
_NUMBERED = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,4})(?P<point>\.?)[ \t]+(?P<title>[^\W\d_].*)")
_COUNTED = re.compile(r"(?P<word>[^\W\d_]{2,20}|§{1,2})[ \t]+(?P<number>\d{1,4}(?:\.\d{1,4})*|[IVXLC]{1,7})(?![\w,])(?P<rest>.*)")
_SHARE = 4
"""In a text of which no more than one line in so many stands at the margin, these lines are headings."""


class PlainHeading(NamedTuple):
    """A heading by its lines in the text; `style` tells those of one level from the others."""

    start: int
    end: int
    title: str
    style: str


def plain_headings(lines: Sequence[str]) -> list[PlainHeading]:
    """Returns the headings of the lines of a text, in order."""
    alone = [at for at in range(len(lines)) if _may_be(lines, at)]
    found = {heading.start: heading for heading in _underlined(lines)}
    taken = {line for heading in found.values() for line in range(heading.start, heading.end)}
    hanging = _is_hanging(lines)
    for read in (_marked, _counted, _numbered, _capitals):
        free = [at for at in alone if at not in taken]
        for heading in read(lines, free):
            found[heading.start] = heading
            taken.add(heading.start)
    if hanging:
        for at in alone:
            if at not in taken and _is_indented(_below(lines, at)):
                found[at] = PlainHeading(at, at + 1, lines[at].strip(), "margin")
    return [found[at] for at in sorted(found)]


def plain_title(text: str) -> str | None:
    """Returns the title of a plain text that begins with one: underlined, or behind a mark."""
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    found = next(iter(_underlined(lines[: first + 4])), None)
    if found and found.start <= first:
        return found.title
    marked = _MARKED.fullmatch(lines[first]) if first < len(lines) and _may_be(lines, first) else None
    return marked["title"] if marked and marked["mark"] == "=" else None


def _may_be(lines: Sequence[str], at: int) -> bool:
    """Whether a line stands as headings do."""
    line = lines[at].rstrip()
    if not line or line[0].isspace() or len(line) > _LONGEST or (at and lines[at - 1].strip()):
        return False
    return not _ENDED.search(line) and not _GAP.search(line) and any(map(str.isalnum, line))


def _below(lines: Sequence[str], at: int) -> str:
    """Returns the next line that is not empty, of those close by."""
    return next((line for line in lines[at + 1 : at + 4] if line.strip()), "")


def _is_indented(line: str) -> bool:
    return line[:2] in ("  ", "\t") or line[:1] == "\t" or (line[:1] == " " and line[1:2] in "*-o•")


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _underlined(lines: Sequence[str]) -> Iterator[PlainHeading]:
    """Yields headings with a line of signs below them, or one above and one below."""
    for at, line in enumerate(lines):
        rule = _RULE.fullmatch(line)
        title = lines[at - 1].strip() if rule and at else ""
        if not rule or not title or _GAP.search(title) or not any(map(str.isalnum, title)) or len(title) > _LONGEST:
            continue
        above = lines[at - 2] if at > 1 else ""
        is_boxed = bool(_RULE.fullmatch(above)) and above[0] == rule[1] and (at < 3 or not lines[at - 3].strip())
        if is_boxed:
            yield PlainHeading(at - 2, at + 1, title, rule[1] * 2)
            continue
        fits = 0.7 * _width(title) <= len(line.rstrip()) <= _width(title) + 4
        is_title = not lines[at - 1][0].isspace() and not above.strip() and not re.search(r"[.,;。，；]$", title)
        if fits and is_title and not _RULE.fullmatch(title):
            yield PlainHeading(at - 1, at + 1, title, rule[1])


def _marked(lines: Sequence[str], alone: Sequence[int]) -> Iterator[PlainHeading]:
    """Yields headings behind `==`, `**` or `##`; one sign alone is a comment or an item unless deeper ones follow."""
    read = [(at, found) for at in alone if (found := _MARKED.fullmatch(lines[at]))]
    deep = Counter(found["mark"][0] for _, found in read if len(found["mark"]) > 1)
    for at, found in read:
        if deep[found["mark"][0]] and not _MARKED.fullmatch(lines[at + 1] if at + 1 < len(lines) else ""):
            yield PlainHeading(at, at + 1, found["title"], f"{'mark' if found['mark'] else ''}{found['mark']}")


def _counted(lines: Sequence[str], alone: Sequence[int]) -> Iterator[PlainHeading]:
    """Yields `Chapter 1`, `§ 2 Fees`, `Version 4.1`: a word with a number, where the same word comes with others."""
    read = [(at, found) for at in alone if (found := _COUNTED.fullmatch(lines[at].rstrip())) and found["word"][0] == found["word"][0].upper()]
    numbers: dict[str, set[str]] = {}
    for _, found in read:
        numbers.setdefault(found["word"], set()).add(found["number"])
    for (at, found), following in pairwise([*read, (len(lines), None)]):
        if len(numbers[found["word"]]) > 1 and _has_text(lines, at, following[0]):  # type: ignore[index]
            yield PlainHeading(at, at + 1, lines[at].strip(), f"word {found['word']}")  # type: ignore[index]


def _numbered(lines: Sequence[str], alone: Sequence[int]) -> Iterator[PlainHeading]:
    """Yields `1. Scope` and `1.2 Terms`, where the numbers go on and text stands between them."""
    read = [(at, found) for at in alone if (found := _NUMBERED.fullmatch(lines[at].rstrip()))]
    with_text = [
        (at, found) for (at, found), (below, _) in pairwise([*read, (len(lines), None)]) if found and _has_text(lines, at, below)
    ]
    counted = {tuple(map(int, found["number"].split("."))) for _, found in read if found}
    if len(with_text) < 2 or 2 * len(with_text) < len(read):
        return
    for at, found in read:
        number = tuple(map(int, found["number"].split(".")))
        before, after = (*number[:-1], number[-1] - 1), (*number[:-1], number[-1] + 1)
        if before in counted or after in counted or number[:-1] in counted:
            yield PlainHeading(at, at + 1, lines[at].strip(), f"number {len(number)}")


def _capitals(lines: Sequence[str], alone: Sequence[int]) -> Iterator[PlainHeading]:
    """Yields lines of capitals, with an indented text below; or, where there are several, with any text."""
    read = [at for at in alone if _is_capital(lines[at]) and (below := _below(lines, at)) and not _is_capital(below)]
    stand_free = [at for at in read if at + 1 < len(lines) and not lines[at + 1].strip()]
    for at in read:
        if _is_indented(_below(lines, at)) or (len(stand_free) > 1 and at in stand_free):
            yield PlainHeading(at, at + 1, lines[at].strip().rstrip(":"), "capitals")


def _is_capital(line: str) -> bool:
    """Whether a line is a few words in capitals."""
    letters = [letter for letter in line if letter.isalpha()]
    return len(letters) > 3 and len(line.split()) <= 9 and all(map(str.isupper, letters))


def _has_text(lines: Sequence[str], at: int, end: int) -> bool:
    """Whether something stands below a heading and before the next one."""
    return any(line.strip() for line in lines[at + 1 : min(end, at + 6)])


def _is_hanging(lines: Sequence[str]) -> bool:
    """Whether nearly everything is indented, and what is not looks like a heading."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    outer = [at for at in filled if not lines[at][0].isspace() and not _RULE.fullmatch(lines[at])]
    if len(outer) < 2 or _SHARE * len(outer) > len(filled):
        return False
    good = sum(_may_be(lines, at) and _is_indented(_below(lines, at)) for at in outer)
    return 10 * good >= 7 * len(outer)
