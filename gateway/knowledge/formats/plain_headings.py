"""The headings of a plain text, known by how they are set. Pure.

A heading stands at the left margin on a line of its own, below an empty one, and does not end as a sentence does. What
more it needs is one of these: a line of signs below it; capitals, with an indented text below or others of its kind; a
number, where others of its kind go on counting and text stands between them; a mark of AsciiDoc, Org or Markdown, where
others stand beside it; that everything else in the text is indented.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from gateway.knowledge.formats.plain_lines import width

_LONGEST, _SHORT = 90, 55
_RULE = re.compile(r"([=\-~^*#+_\"'.])\1{2,}[ \t]*")
_ENDED = re.compile(r"[.,;。，；、…]$|[!?！？]$|[-‐]$")
_STOP_INSIDE = re.compile(r"[^\W\d_]{3}[.!?] +[^\W\d_a-z]|[。！？](?=.)")
_GAP = re.compile(r"\S(?: {3,}|\t)\S")
_MARKED = re.compile(r"(?P<mark>={1,6}|\*{1,6}|#{1,6})[ \t]+(?P<title>[^\W_].*?|\S*\d.*?)(?:[ \t]+(?P=mark))?[ \t]*")
_NUMBERED = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,4}\.?|[IVX]{1,6}\.)[ \t]+(?P<title>[^\W\d_].*)")
_COUNTED = re.compile(
    r"(?P<word>[^\W\d_]{2,20}|§{1,2})[ \t]+(?P<number>\d{1,4}(?:\.\d{1,4})*|[IVXLC]{1,7})(?![\w,])(?P<rest>.*)"
)
_MANY = 5
"""Numbers that a word in small letters must come with to be the word of headings."""
_ROMAN = {"I": 1, "V": 5, "X": 10}
_CODE = re.compile(r"[_=*<>{}\[\]|\\$#@]")
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
    found = {heading.start: heading for heading in _underlined(lines)}
    taken = {line for heading in found.values() for line in range(heading.start, heading.end)}
    alone = [at for at in range(len(lines)) if at not in taken and _may_be(lines, at)]
    parted = [at for at in alone if _stands_apart(lines[at], _below(lines, at, 1))]
    for heading in [
        *_marked(lines, alone),
        *_capitals(lines, parted),
        *_numbered(lines, parted),
        *_counted(lines, parted),
    ]:
        found[heading.start] = heading
    if _is_hanging(lines):
        for at in parted:
            if at not in found and _is_indented(_below(lines, at)):
                found[at] = PlainHeading(at, at + 1, lines[at].strip(), "margin")
    return _without_contents([found[at] for at in sorted(found)])


def _without_contents(headings: list[PlainHeading]) -> list[PlainHeading]:
    """Returns headings without those of a table of contents: they come again, with their number, further down."""
    last = {heading.title: heading.start for heading in headings}
    return [heading for heading in headings if heading.style[:6] != "number" or last[heading.title] == heading.start]


def plain_title(text: str) -> str | None:
    """Returns the title of a plain text that begins with one: underlined, or behind `=`. The first of several versions
    or dates is none."""
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    found = list(_underlined(lines))
    if found and found[0].start <= first:
        is_first = any(other.style == found[0].style for other in found[1:]) and re.search(r"\d", found[0].title)
        return None if is_first else found[0].title
    marked = _MARKED.fullmatch(lines[first]) if first < len(lines) and _may_be(lines, first) else None
    return marked["title"] if marked and marked["mark"] == "=" else None


def _may_be(lines: Sequence[str], at: int) -> bool:
    """Whether a line stands as headings do."""
    line = lines[at].rstrip()
    if not line or line[0].isspace() or len(line) > _LONGEST or (at and lines[at - 1].strip()):
        return False
    return (
        not _ENDED.search(line) and not _STOP_INSIDE.search(line) and not _has_gap(line) and any(map(str.isalnum, line))
    )


def _has_gap(line: str) -> bool:
    """Whether a line has columns."""
    return ("   " in line or "\t" in line) and bool(_GAP.search(line))


def _below(lines: Sequence[str], at: int, most: int = 3) -> str:
    """Returns the next line that is not empty, of those close by."""
    return next((line for line in lines[at + 1 : at + 1 + most] if line.strip()), "")


def _stands_apart(line: str, below: str) -> bool:
    """Whether a line is not the first one of a paragraph; a paragraph may hang below its number."""
    return not below or (_is_indented(below) and len(line.rstrip()) <= _SHORT)


def _is_indented(line: str) -> bool:
    return line[:2] in ("  ", "\t") or line[:1] == "\t" or (line[:1] == " " and line[1:2] in "*-o•")


def _underlined(lines: Sequence[str]) -> Iterator[PlainHeading]:
    """Yields headings with a line of signs below them, or one above and one below."""
    for at, line in enumerate(lines):
        rule = _RULE.fullmatch(line)
        title = lines[at - 1].strip() if rule and at else ""
        if not rule or not title or _has_gap(title) or not any(map(str.isalnum, title)) or len(title) > _LONGEST:
            continue
        above = lines[at - 2] if at > 1 else ""
        is_boxed = bool(_RULE.fullmatch(above)) and above[0] == rule[1] and (at < 3 or not lines[at - 3].strip())
        if is_boxed:
            yield PlainHeading(at - 2, at + 1, title, rule[1] * 2)
            continue
        fits = 0.7 * width(title) <= len(line.rstrip()) <= width(title) + 4
        is_title = not lines[at - 1][0].isspace() and not above.strip() and not re.search(r"[.,;。，；]$", title)
        if fits and is_title and not _RULE.fullmatch(title):
            yield PlainHeading(at - 1, at + 1, title, rule[1])


def _marked(lines: Sequence[str], alone: Sequence[int]) -> Iterator[PlainHeading]:
    """Yields headings behind `==`, `**` or `##`, where there are deeper ones; of those behind one sign, most have a
    text below: the others are items and comments."""
    read = [(at, found["mark"], found["title"]) for at in alone if (found := _MARKED.fullmatch(lines[at].rstrip()))]
    deep = Counter(mark[0] for _, mark, _ in read if len(mark) > 1)
    followed = [*((at, mark) for at, mark, _ in read[1:]), (len(lines), "")]
    empty = Counter(
        mark
        for (at, mark, _), (end, below) in zip(read, followed, strict=False)
        if mark == below and not _has_text(lines, at, end)
    )
    count = Counter(mark for _, mark, _ in read)
    for at, mark, title in read:
        if deep[mark[0]] > 1 and 10 * empty[mark] <= count[mark]:
            yield PlainHeading(at, at + 1, title, mark)


def _counted(lines: Sequence[str], alone: Sequence[int]) -> Iterator[PlainHeading]:
    """Yields `Chapter 1`, `§ 2 Fees`, `Version 4.1`: a word with a number, where the same word comes with others."""
    read = [(at, found) for at in alone if (found := _COUNTED.fullmatch(lines[at].rstrip()))]
    numbers: dict[str, set[str]] = {}
    for _, found in read:
        numbers.setdefault(found["word"], set()).add(found["number"])
    ends = [*(at for at, _ in read[1:]), len(lines)]
    for (at, found), end in zip(read, ends, strict=False):
        least = 2 if found["word"][0] == found["word"][0].upper() else _MANY
        if len(numbers[found["word"]]) >= least and _has_text(lines, at, end):
            yield PlainHeading(at, at + 1, lines[at].strip(), f"word {found['word']}")


def _numbered(lines: Sequence[str], alone: Sequence[int]) -> Iterator[PlainHeading]:
    """Yields `1. Scope` and `1.2 Terms`, where the numbers go on and text stands between them."""
    matches = [(at, found) for at in alone if (found := _NUMBERED.fullmatch(lines[at].rstrip()))]
    read = [(at, tuple(_numbers(found["number"]))) for at, found in matches]
    ends = [*(at for at, _ in read[1:]), len(lines)]
    filled = sum(_has_text(lines, at, end) for (at, _), end in zip(read, ends, strict=False))
    counted = {number for _, number in read}
    if filled < 2 or 2 * filled < len(read):
        return
    for at, number in read:
        *above, last = number
        if {(*above, last - 1), (*above, last + 1), tuple(above)} & counted:
            yield PlainHeading(at, at + 1, lines[at].strip(), f"number {len(number)}")


def _numbers(written: str) -> Iterator[int]:
    """Yields the numbers of `2.1.`; of a Roman one, its value."""
    for part in written.rstrip(".").split("."):
        values = [_ROMAN.get(letter, 0) for letter in part]
        yield int(part) if part.isdigit() else sum(-a if a < b else a for a, b in pairwise([*values, 0]))


def _capitals(lines: Sequence[str], alone: Sequence[int]) -> Iterator[PlainHeading]:
    """Yields lines of capitals, with an indented text below; or, where there are several, with any text."""
    read = [at for at in alone if _is_capital(lines[at]) and (below := _below(lines, at)) and not _is_capital(below)]
    free = [at for at in read if at + 1 < len(lines) and not lines[at + 1].strip()]
    for at in read:
        if _is_indented(_below(lines, at)) or (len(free) > 1 and at in free):
            yield PlainHeading(at, at + 1, lines[at].strip().rstrip(":"), "capitals")


def _is_capital(line: str) -> bool:
    """Whether a line is a few words in capitals."""
    letters = [letter for letter in line if letter.isalpha()]
    return len(letters) > 3 and len(line.split()) <= 9 and not _CODE.search(line) and all(map(str.isupper, letters))


def _has_text(lines: Sequence[str], at: int, end: int) -> bool:
    """Whether something stands below a heading and before the next one."""
    return any(line.strip() for line in lines[at + 1 : min(end, at + 6)])


def _is_hanging(lines: Sequence[str]) -> bool:
    """Whether nearly everything is indented, and what is not looks like a heading."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    set_apart = [at for at in filled if not lines[at][0].isspace() and not _RULE.fullmatch(lines[at])]
    outer = [at for at in set_apart if not _has_gap(lines[at])]  # without the heads and feet of pages
    if len(outer) < 2 or _SHARE * len(outer) > len(filled):
        return False
    good = sum(_may_be(lines, at) and _is_indented(_below(lines, at)) for at in outer)
    return 10 * good >= 7 * len(outer)
