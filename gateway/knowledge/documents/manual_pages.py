"""Manual pages as a terminal shows them (`man ls > ls.txt`, pydoc, perldoc), written as Markdown. Pure.

Such a page has its sections at the left margin and everything else indented: headings become headings, an entry of
OPTIONS becomes the item of a list, its name as code. Lines that were justified lose the added blanks, words cut at the
end of a line are whole again, examples become code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from gateway.knowledge.documents.manual_layout import (
    GAP,
    TAG,
    WIDE_GAP,
    ManualChunk,
    ManualLine,
    PageShape,
    chunks,
    column_of,
    dressed,
    filled,
    is_heading,
    rows,
    shape_of,
)
from gateway.knowledge.documents.plain_lines import escaped, fenced, lines_of, spaced, span, without_added_blanks

_FOOT = re.compile(r"\S.*(?<![ \t])[ \t]{2,}+\S[^()]{0,60}\(\w{1,8}\)\s*")
_LONGEST_TERM, _MOST_TERMS = 120, 8
_SHORT = 4
"""Lines of an entry that is the item of a list."""
_OPEN_END = re.compile(r"[\w,]\Z")
_MARK = re.compile(r"(?P<mark>[•·o*+‣◦-]|\(?(?:\d{1,3}|[a-z])[.)]|\[\d{1,3}\])(?P<gap>\s+)(?=\S)")
_BULLETS = "•·o*+‣◦-"
_RULE = re.compile(r"\W{10,}")
_USAGE = re.compile(r"\s+(?:[\[<({]|-\S)")
"""What follows the name of a program where its options are shown."""
_PROMPT = re.compile(r">>>|\$ |# ")


def manual_lines(pieces: Callable[[], Iterable[str]]) -> Iterator[str]:
    """Yields the lines of a manual page in Markdown. The pieces are gone through twice: for its measures, and for its
    text; no more than a section is held."""
    shape = shape_of(lines_of(pieces()))
    yield from spaced(_ManualWriter(shape).lines(chunks(dressed(lines_of(pieces()), shape), shape)))


@dataclass(slots=True)
class _OpenEntry:
    """An open item of a list: where it begins, where its text does, and whether it is written as an item."""

    indent: int
    body: int
    is_named: bool = False
    is_row: bool = False
    width: int = 2
    """Columns by which what belongs to it is indented."""


class _ManualWriter:
    """Writes the chunks of a page; `_open` are the items that the next chunk may belong to."""

    def __init__(self, shape: PageShape) -> None:
        self._shape = shape
        self._is_long = False
        """Whether the entries of a section are definitions rather than the items of a list."""
        self._open: list[_OpenEntry] = []
        self._last: _OpenEntry | None = None
        """The item that was closed last, at the side of which the next one may stand."""
        self._awaited = ""
        """An entry whose text is still to come."""
        self._tight = False
        """Whether the line above is an item's."""
        self._code: list[ManualLine] = []
        """An example that may go on behind a blank line."""
        self._unended: tuple[int, int] | None = None
        """The column and the depth of a paragraph whose sentence is not over."""

    def lines(self, chunks: Iterator[ManualChunk]) -> Iterator[str]:
        if self._shape.title:
            yield f"# {escaped(self._shape.title)}"
        section: list[ManualChunk] = []
        for chunk in chunks:
            if chunk.indent < self._shape.body and section:
                yield from self._section(section, chunk)
                section = []
            section.append(chunk)
        if section:
            yield from self._section(section, None)

    def _section(self, section: list[ManualChunk], behind: ManualChunk | None) -> Iterator[str]:
        self._is_long = any(
            _goes_on(above, below, self._shape.body) for above, below in pairwise([*section, section[0]])
        )
        for chunk, following in pairwise([*section, behind]):
            if chunk and chunk.indent < self._shape.body:
                yield from self._heading(chunk, following)
            elif chunk:
                yield from self._body(chunk, following.indent if following else 0)
        yield from chain(self._nothing_to_come(), self._example())

    def _heading(self, chunk: ManualChunk, following: ManualChunk | None) -> Iterator[str]:
        self._open, self._last, self._tight = [], None, False
        line = chunk.lines[0]
        is_last = following is None or following.indent < chunk.indent
        if not is_heading(line.text) or is_last or _FOOT.fullmatch(line.text):
            yield from ("", escaped(without_added_blanks(line.text)))
            return
        yield from ("", f"{'###' if line.indent else '##'} {escaped(line.text.rstrip(':'))}")

    def _nothing_to_come(self) -> Iterator[str]:
        """Yields the entry that has no text after all."""
        if self._awaited:
            yield self._awaited
            self._awaited = ""

    def _example(self) -> Iterator[str]:
        """Yields the example that is over."""
        if self._code:
            margin, least = self._margin(), min(line.indent for line in self._code if line.text)
            lines = [" " * (line.indent - least) + line.text for line in self._code]
            yield from ("", *(margin + line for line in fenced(lines)))
        self._code = []

    def _body(self, chunk: ManualChunk, below: int) -> Iterator[str]:
        if self._code:
            if chunk.indent >= self._code[0].indent > self._around():
                self._code += [ManualLine(self._code[0].indent, ""), *chunk.lines]
                return
            yield from self._example()
        while self._open and chunk.indent < self._open[-1].body:
            self._last = self._open.pop()
            if self._awaited:
                yield from self._nothing_to_come()
        lines = chunk.lines
        if self._shape.is_pydoc and _RULE.fullmatch(lines[0].text):
            lines = lines[1:]
            if not lines:
                return
        if self._shape.is_pydoc and lines[0].text.startswith("class ") and lines[0].indent == self._shape.body:
            yield from ("", f"### {escaped(lines[0].text)}")
            self._tight, self._last = False, None
            self._open.append(_OpenEntry(-1, self._shape.body + 4, width=0))
            if lines[1:]:
                yield from self._body(ManualChunk(lines[1:]), below)
            return
        column = column_of(lines)
        if column:
            for row in rows(lines, column):
                yield from self._row(row, column)
        elif (found := self._marked(lines)) or (found := self._named(lines, below)):
            yield from self._item(*found)
        elif len(lines) == 1 and self._is_beside(lines[0]) and not _is_spoken(lines[0].text):
            yield from self._item(span(lines[0].text), _OpenEntry(lines[0].indent, lines[0].indent + 1, True), [])
        else:
            yield from self._text(lines)

    def _around(self) -> int:
        """Returns the column at which the text begins that comes next."""
        return self._open[-1].body if self._open else self._shape.body

    def _margin(self) -> str:
        return " " * sum(entry.width for entry in self._open)

    def _text(self, lines: list[ManualLine]) -> Iterator[str]:
        """Yields a paragraph or an example."""
        is_code = self._is_code(lines)
        inner = 0 if is_code else _announced(lines)
        if inner:
            yield from self._text(lines[:inner])
            yield from self._body(ManualChunk(lines[inner:]), 0)
            return
        goes_on = self._unended == (lines[0].indent, len(self._open)) and lines[0].text[0].islower()
        self._unended = None if is_code or not _OPEN_END.search(lines[-1].text) else (lines[-1].indent, len(self._open))
        if self._awaited and not is_code:
            first, *rest = filled(lines, self._shape.words)
            margin = self._margin()
            is_item = self._open[-1].width > 0
            yield f"{self._awaited}{'' if is_item else chr(10)}: {first}"
            yield from (margin + line for line in rest)
            self._awaited, self._tight = "", is_item
            return
        yield from self._nothing_to_come()
        margin = self._margin()
        self._tight = False
        if is_code:
            self._code = list(lines)
            return
        yield from [""] * (not goes_on)
        yield from (margin + line for line in filled(lines, self._shape.words))

    def _item(self, lead: str, entry: _OpenEntry, rest: list[ManualLine]) -> Iterator[str]:
        yield from self._nothing_to_come()
        if not self._tight or not self._last:
            yield from [""] * (not self._open or not self._tight)
        margin = self._margin()
        self._open.append(entry)
        self._last = None
        self._tight = True
        entry.width = len(lead) if not entry.is_named else 2
        lead = margin + ("- " if entry.is_named else "") + lead
        if entry.is_named and self._is_long and not margin and not entry.is_row:
            yield ""
            lead, entry.width, self._tight = lead[2:], 0, False
        if entry.is_named:
            self._awaited = lead
            if rest:
                yield from self._body(ManualChunk(rest), 0) if rest[0].indent > entry.indent else ()
            return
        first, *more = filled(rest, self._shape.words)
        yield lead + first
        yield from (self._margin() + line for line in more)

    def _row(self, lines: list[ManualLine], column: int) -> Iterator[str]:
        """Yields a line of two columns, which is an entry whatever its name looks like."""
        while self._open and lines[0].indent <= self._open[-1].indent:
            self._last = self._open.pop()
        first = lines[0]
        cut = column - first.indent
        if len(first.text) > cut and first.text[cut - 1] == " ":
            term, text = first.text[:cut].strip(), first.text[cut:]
            mark = _MARK.match(first.text)
            lead = _bullet(mark["mark"]) if mark and mark.end() == cut and mark["mark"] != "-" else ""
            yield from self._item(
                lead or span(term),
                _OpenEntry(first.indent, column, not lead, is_row=True),
                [ManualLine(column, text), *lines[1:]],
            )
        else:
            yield from self._item("- ", _OpenEntry(first.indent, column), lines)

    def _is_beside(self, line: ManualLine) -> bool:
        """Whether the item above is an entry with a name, and this line begins at its side."""
        return self._last is not None and self._last.indent == line.indent and self._last.is_named

    def _marked(self, lines: list[ManualLine]) -> tuple[str, _OpenEntry, list[ManualLine]] | None:
        """Returns an item behind a bullet or a number."""
        first = lines[0]
        found = _MARK.match(first.text)
        if found is None:
            return None
        column = first.indent + found.end()
        if self._is_beside(first) and len(found["gap"]) > 1 and found["mark"] == "-":  # an entry that is called so
            return (
                span("-"),
                _OpenEntry(first.indent, column, True),
                [ManualLine(column, first.text[found.end() :]), *lines[1:]],
            )
        if any(line.indent < column for line in lines[1:]) or (found["mark"] == "o" and len(found["gap"]) < 2):
            return None
        return (
            _bullet(found["mark"]),
            _OpenEntry(first.indent, column),
            [ManualLine(column, first.text[found.end() :]), *lines[1:]],
        )

    def _named(self, lines: list[ManualLine], below: int) -> tuple[str, _OpenEntry, list[ManualLine]] | None:
        """Returns an entry with its name, which stands before its text or above it."""
        first = lines[0]
        count = next((at for at, line in enumerate(lines) if line.indent != first.indent), len(lines))
        terms = [line.text for line in lines[:count]]
        ends = [first.indent + gap.end() for gap in GAP.finditer(first.text)]
        for column in [lines[count].indent] if count < len(lines) else [*ends, first.indent + TAG]:
            term, text = self._parted(lines[count - 1], column, is_first=count == 1)
            is_entry = all(line.indent >= column for line in lines[count:]) and self._are_terms([*terms[:-1], term])
            if text and is_entry and (count < len(lines) or (count == 1 and column in self._shape.stops)):
                lead = ", ".join(map(span, [*terms[:-1], term]))
                return lead, _OpenEntry(first.indent, column, True), [ManualLine(column, text), *lines[count:]]
        deeper = lines[count].indent if count < len(lines) else below
        if (
            deeper <= first.indent + 1
            or not self._are_terms(terms)
            or any(line.indent < deeper for line in lines[count:])
        ):
            return None
        return ", ".join(map(span, terms)), _OpenEntry(first.indent, deeper, True), lines[count:]

    def _parted(self, line: ManualLine, column: int, *, is_first: bool) -> tuple[str, str]:
        """Returns the name of an entry and the text that begins behind it at a column; both empty where none does."""
        cut = column - line.indent
        term, text = line.text[:cut], line.text[cut:]
        if not term.endswith(" ") or not text or text[0] == " " or len(term.split()) > 4 or text.endswith(":"):
            return "", ""
        is_entry = is_first and (term.startswith("-") or self._is_beside(line))
        if not term.endswith("  ") and (text[0] == "-" or " " in term.strip() or not is_entry):
            return "", ""
        return term.strip(), text

    @staticmethod
    def _are_terms(lines: list[str]) -> bool:
        """Whether lines name what stands below them: each is short, and none ends as a sentence does."""
        if len(lines) > _MOST_TERMS or any(len(line) > _LONGEST_TERM or WIDE_GAP.search(line) for line in lines):
            return False
        if all(line.startswith("-") for line in lines):
            return True
        return len(lines) <= 2 and not any(_is_spoken(line) for line in lines)

    def _is_code(self, lines: list[ManualLine]) -> bool:
        """Whether lines are an example: deeper than the text around them, and not filled as text is."""
        around = self._around()
        name = self._shape.title.partition("(")[0]
        text = lines[0].text
        if (name and text.startswith(name) and _USAGE.match(text, len(name))) or _PROMPT.match(text):
            return True
        if 3 * sum(bool(WIDE_GAP.search(line.text)) for line in lines) > 2 * len(lines) > 2:
            return True
        if any(line.indent != lines[0].indent for line in lines[1:]) and lines[0].indent >= around:
            return not all(_is_spoken(line.text) or len(line.text) > 50 for line in lines[:2])
        return lines[0].indent > around and not (lines[-1].text.endswith((".", "。")) or len(lines[0].text) > 55)


def _goes_on(chunk: ManualChunk, below: ManualChunk, body: int) -> bool:
    """Whether an entry of a section is more than a few lines: its text goes on in a second paragraph, or is long."""
    deep = [line for line in chunk.lines if line.indent > max(body, chunk.indent)]
    return len(deep) > _SHORT or (below.indent > body and below.indent == chunk.lines[-1].indent)


def _is_spoken(line: str) -> bool:
    """Whether a line reads like a sentence or its part, or announces what follows."""
    return bool(re.search(r"[,;:!?。，；：]$|(?<!\.\.)[^.]\.$", line)) or len(line.split()) > 9


def _announced(lines: list[ManualLine]) -> int:
    """Returns the number of the line at which deeper ones begin that a paragraph announces; 0: there are none."""
    for at, (above, line) in enumerate(pairwise(lines), 1):
        if line.indent > above.indent:
            return at if above.indent == lines[0].indent and _is_spoken(above.text) else 0
    return 0


def _bullet(mark: str) -> str:
    digits = re.sub(r"\D", "", mark)
    return "- " if mark in _BULLETS else f"{digits}. " if digits else f"- {mark} "
