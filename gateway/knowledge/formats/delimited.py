"""Tables: CSV and TSV written as Markdown, and the header that goes with every piece of a table too long for a
passage."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from gateway.knowledge.documents.omissions import Omissions

CSV, TSV = "text/csv", "text/tab-separated-values"

_DELIMITERS = ",;\t|"
_SNIFFED_LINES = 40
_MOST_COLUMNS = 500
_MOST_ABOVE = 10
"""Lines of a title; where more rows have one cell, the others are empty."""
_MOST_FILLED = 1_000_000
"""Empty cells by which short rows are made as long as the others; beyond, rows stay as they are."""
_LONGEST_LINE, _LONGEST_ROW = 1 << 17, 1 << 18
"""Characters."""
_NAMED = re.compile(r"\ufeff?\"?sep=([,;\t|])\"?[ \t]*\n", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?(?=\D*\d)[\d\s.,'%€$£¥]*+")
_RULE = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-*+:?[ \t]*+)*+")


def csv_lines(pieces: Callable[[], Iterable[str]], omissions: Omissions) -> Iterator[str]:
    """Yields a CSV or TSV text as the lines of one Markdown table, and keeps no more than one row in memory.

    The first row is the header, unless it contains only numbers. The delimiter is the one that a first line `sep=;`
    names, else that one of `,`, `;`, tab and `|` which cuts most lines alike. Lines of one cell above a table of
    several columns (a title, a date) stay lines above it. An empty text stays empty.

    The pieces are gone through three times: for the delimiter, for the widest row and for the rows.
    """
    sample = ""
    for piece in pieces():
        sample += piece
        if len(sample) > _LONGEST_LINE or sample.count("\n") > _SNIFFED_LINES:
            break
    named = _NAMED.match(sample)
    skipped, delimiter = (named.end(), named[1]) if named else (0, _delimiter(sample[:_LONGEST_LINE]))
    first, above, widest = _shape(_rows(_lines(pieces(), skipped), delimiter))
    width = min(widest, _MOST_COLUMNS)
    if not width:
        return
    yield from [*above, ""] * bool(above)
    numbered = all(_NUMBER.fullmatch(cell) or not cell for cell in first)
    room = _MOST_FILLED
    rows = islice(_rows(_lines(pieces(), skipped), delimiter), len(above), None)
    for number, row in enumerate(chain([[str(column) for column in range(1, width + 1)]] * numbered, rows)):
        room -= max(0, width - len(row))
        filled = row[:width] + [""] * (width - len(row) if room > 0 else 0)
        yield f"| {' | '.join(filled)} |"
        if number == 0:
            yield "|" + " --- |" * width


def _shape(rows: Iterable[Sequence[str]]) -> tuple[Sequence[str], list[str], int]:
    """Returns the first row of the table, the lines above it, and how many cells its longest row has."""
    start: list[Sequence[str]] = []
    """Rows until one that has several cells."""
    widest = 0
    first: Sequence[str] | None = None
    for row in rows:
        if first is None:
            start.append(row)
            if sum(map(bool, row)) > 1:
                first = row
            elif len(start) > _MOST_ABOVE:
                first, widest = start[0], max(map(len, start))
                start = [first]
        widest = max(widest, len(row)) if first is not None else 0
    if first is None:
        return (start[0], [], max(map(len, start))) if start else ((), [], 0)
    return first, [" ".join(filter(None, row)) for row in start[: start.index(first)]], widest


def header_end(text: str, start: int, end: int) -> int:
    """Returns where the header of the Markdown table in `text[start:end]` ends, its ruling line included; `start` when
    it has no header.
    """
    first = text.find("\n", start, end)
    second = text.find("\n", first + 1, end) if first >= 0 else -1
    if second < 0 or not _RULE.fullmatch(text[first + 1 : second].strip()):
        return start
    return second + 1


def _delimiter(text: str) -> str:
    """Returns the delimiter that makes most columns on most lines; without any, a text is one column."""
    sample = "\n".join(text.split("\n", _SNIFFED_LINES)[:_SNIFFED_LINES])
    best, chosen = 0.0, ","
    for delimiter in _DELIMITERS:
        widths = [len(row) for row in _rows(_lines([sample], 0), delimiter)]
        usual = max(set(widths), key=widths.count, default=1)
        score = (usual > 1) * widths.count(usual) / max(1, len(widths)) + min(usual, 9) / 100
        if score > best:
            best, chosen = score, delimiter
    return chosen


def _lines(pieces: Iterable[str], skipped: int) -> Iterator[str]:
    """Lines with their ends, without the first characters of the text; one that is longer than any row is cut."""
    rest = ""
    for piece in pieces:
        piece, skipped = piece[skipped:], max(0, skipped - len(piece))
        *whole, rest = (rest + piece).split("\n")
        for line in whole:
            yield line + "\n"
        while len(rest) > _LONGEST_LINE:
            yield rest[:_LONGEST_LINE]
            rest = rest[_LONGEST_LINE:]
    yield rest + "\n"


def _rows(lines: Iterable[str], delimiter: str) -> Iterator[list[str]]:
    """Rows that are not empty, cells on one line. Where quotes do not match, the text is cut without regard to them
    from there on."""
    for row in _cut(lines, delimiter):
        cells = [" ".join(cell.split()).replace("|", "\\|") for cell in row]
        if any(cells):
            yield cells


def _cut(lines: Iterable[str], delimiter: str) -> Iterator[list[str]]:
    lines = iter(lines)
    read: list[str] = []
    """The lines of the row that is being read."""

    def noted() -> Iterator[str]:
        length = 0
        for line in lines:
            length = len(line) if not read else length + len(line)
            read.append(line)
            if length > _LONGEST_ROW:
                raise csv.Error("a quote without an end")
            yield line

    try:
        for row in csv.reader(noted(), delimiter=delimiter):
            yield row
            read.clear()
    except csv.Error:
        for line in chain(read, lines):
            yield line.rstrip("\n").split(delimiter)
