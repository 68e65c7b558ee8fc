"""How a manual page is laid out: whether a text is one, its measures, its lines, its columns, its cut words. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from gateway.knowledge.documents.plain_lines import escaped, without_added_blanks

_LOOKED_AT = 4000
"""Characters in which a page shows as one."""
_RUNNING = re.compile(r"(?P<name>\S[^()]{0,60}\(\w{1,8}\))(?:[ \t]{2,}+\S.*)?(?<![ \t])[ \t]{2,}+(?P=name)\s*")
"""The line at the top, `LS(1)  User Commands  LS(1)`."""
_DAMAGED = re.compile(r"\S.*?(?P<section>\(\w{1,8}\))\s*")
"""The same where the name is so long that its parts lie over each other."""
_HELP = re.compile(r"(?:Help on|Python Library Documentation:) [^.;]{1,200}:?")
"""The line at the top of what pydoc shows."""
_NAMED = re.compile(r"\s+(?P<names>\S[^\n]{0,200}?)\s+[-\u2010-\u2015]{1,2}\s+\S")
"""The body of the section NAME."""
_LONGEST_HEADING = 80
TEXT_END = re.compile(r"[.,;!?。，；！？]$")
GAP = re.compile(r"(?<=\S)\s{2,}(?=\S)")
WIDE_GAP = re.compile(r"\S {3,}\S")
TAG = 7
"""Columns by which the text of an entry is indented, behind its name."""
_QUOTED = re.compile(r"`([^`'\n]{1,60})'")
_BAR = re.compile(r"(?<! )(?P<indent> ++)\|(?= |$)")
_CUT = re.compile(r"(?<![^\W\d_])(?P<start>[^\W\d_]++)(?P<hyphen>[\u2010\u00ad])\Z")
_BROKEN = re.compile(r"(?<!\S)\S+[\u2010\u00ad]\s*\Z")


def is_manual(text: str) -> bool:
    """Whether a plain text is a manual page: behind its running head, or from the section NAME on, nothing stands at
    the left margin but the names of sections."""
    lines = [line for line in text[:_LOOKED_AT].split("\n") if line.strip()][:-1] or [text.strip()]
    is_headed = bool(_RUNNING.fullmatch(lines[0]) or _HELP.fullmatch(lines[0].strip()))
    is_damaged = (
        not is_headed and len(lines) > 2 and bool(_DAMAGED.fullmatch(lines[0]) and _NAMED.match("\n" + lines[2]))
    )
    lines = lines[is_headed or is_damaged :]
    sections = [(line, below) for line, below in pairwise(lines) if not line[0].isspace()]
    if not sections or sections[0][0] != lines[0] or 2 * len(sections) > len(lines):
        return False
    if not all(is_heading(line) and below[0].isspace() for line, below in sections):
        return False
    named = _NAMED.match("\n" + lines[1]) is not None
    return is_headed or (named and all(line == line.upper() for line, _ in sections))


def is_heading(line: str) -> bool:
    return (
        len(line.rstrip()) <= _LONGEST_HEADING and not TEXT_END.search(line.rstrip()) and not GAP.search(line.strip())
    )


class ManualLine(NamedTuple):
    indent: int
    text: str


@dataclass(slots=True)
class PageShape:
    """What a page looks like: its title, the column of its text, the columns at which lines begin, its words."""

    title: str = ""
    head: str = ""
    body: int = TAG
    stops: frozenset[int] = frozenset()
    words: set[str] = field(default_factory=set)
    is_pydoc: bool = False
    above: str = ""
    """The first line."""


def shape_of(lines: Iterator[str]) -> PageShape:
    shape, below, stops = PageShape(), Counter[int](), Counter[int]()
    above, name, is_cut = "", "", False
    for line in lines:
        if not line.strip():
            continue
        if not above:
            running, damaged = _RUNNING.fullmatch(line), _DAMAGED.fullmatch(line)
            shape.head = running["name"] if running else damaged["section"] if damaged else ""
            shape.above = line.rstrip()
            shape.is_pydoc = bool(_HELP.fullmatch(line.strip()))
        indent = _indent(line)
        stops[indent] += 1
        shape.words.update(
            re.findall(
                r"[^\W\d_]{3,}",
                _BROKEN.sub("", line.lower() if not is_cut else line.lower().lstrip().partition(" ")[2]),
            )
        )
        is_cut = bool(_BROKEN.search(line))
        if above and not above[0].isspace() and indent:
            below[indent] += 1
            found = _NAMED.match(line) if not name and sum(below.values()) == 1 else None
            is_name = shape.is_pydoc and sum(below.values()) == 1
            name = found["names"] if found else line.strip() if is_name else name
        above = line
    shape.body = below.most_common(1)[0][0] if below else TAG
    shape.stops = frozenset(stop for stop, count in stops.items() if count > 1 and stop > shape.body)
    shape.title = _title(shape.head, name)
    return shape


def _title(head: str, names: str) -> str:
    """Returns `ls(1)`: as the section NAME spells it, where the running head spells it in capitals."""
    listed = [name.strip() for name in names.split(",")]
    if not head:
        return listed[0]
    page, _, section = head.rpartition("(")
    spelled = next((name for name in listed if name.casefold() == page.casefold()), page or listed[0])
    return f"{spelled}({section.lower() if section.isupper() and len(section) > 2 else section}"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def dressed(lines: Iterator[str], shape: PageShape) -> Iterator[str]:
    """Yields the lines without what repeats the name of the page, and those of pydoc without their bars."""
    for line in lines:
        if (
            shape.head and (line.rstrip() == shape.above or (line.startswith(shape.head) and _RUNNING.fullmatch(line)))
        ) or (shape.is_pydoc and _HELP.fullmatch(line.strip()) and line[0] != " "):
            continue
        yield _BAR.sub(r"\g<indent> ", line, count=1).rstrip() if shape.is_pydoc else line


@dataclass(slots=True)
class ManualChunk:
    """Lines without a blank one between them; those at the margin and subheadings each stand alone."""

    lines: list[ManualLine]

    @property
    def indent(self) -> int:
        return self.lines[0].indent


def chunks(lines: Iterator[str], shape: PageShape) -> Iterator[ManualChunk]:
    chunk: list[ManualLine] = []
    for line in lines:
        text = line.strip()
        if not text:
            if chunk:
                yield ManualChunk(chunk)
            chunk = []
            continue
        read = ManualLine(_indent(line), text)
        if chunk and (read.indent < shape.body or chunk[-1].indent < shape.body):
            yield ManualChunk(chunk)
            chunk = []
        chunk.append(read)
    if chunk:
        yield ManualChunk(chunk)


def filled(lines: list[ManualLine], words: set[str]) -> list[str]:
    """Returns the lines of a paragraph, words cut at their ends made whole."""
    texts = [without_added_blanks(line.text) for line in lines]
    for at, following in enumerate(texts[1:]):
        found = _CUT.search(texts[at])
        if found is None:
            continue
        rest, _, after = following.partition(" ")
        start = texts[at][: found.start("hyphen")]
        stem = re.match(r"[^\W\d_]*", rest)
        whole = (found["start"] + (stem.group() if stem else "")).lower()
        parts = found["start"].lower() in words and rest.strip(".,;:()").lower() in words
        keeps = whole not in words and parts and len(found["start"]) > 2 and found["hyphen"] != "\u00ad"
        texts[at], texts[at + 1] = f"{start}{'-' * keeps}{rest}", after
    return [escaped(_QUOTED.sub(r"'\1'", text).replace("\u2010", "-")) for text in texts if text] or [""]


def column_of(lines: list[ManualLine]) -> int:
    """Returns where the second of two columns begins that most lines have; 0: there are none."""
    first = lines[0].indent
    rows = [line for line in lines if line.indent == first]
    if len(rows) < 2:
        return 0
    ends = Counter(first + gap.end() for line in rows for gap in GAP.finditer(line.text) if gap.end() < 40)
    column, count = max(ends.items(), key=lambda end: (end[1], -end[0]), default=(0, 0))
    if (
        count < (2 if WIDE_GAP.search(lines[0].text) else 3)
        or 3 * count < 2 * len(rows)
        or any(first < line.indent < column for line in lines)
    ):
        return 0
    terms = [line.text[: column - first] for line in rows]
    return column if all(len(term.split()) <= 4 and not TEXT_END.search(term.strip()[1:]) for term in terms) else 0


def rows(lines: list[ManualLine], column: int) -> Iterator[list[ManualLine]]:
    row: list[ManualLine] = []
    for line in lines:
        if row and line.indent < column:
            yield row
            row = []
        row.append(line)
    yield row
