"""Tables: CSV and TSV written as Markdown, and the header that goes with every piece of a table too long for a
passage."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html_parts.block_writer import escaped
from gateway.knowledge.formats.plain_lines import cell, ended_lines, ruling, table_row
from gateway.knowledge.formats.tabular.table_heads import SAMPLE, class_of, head_of, names_of

CSV, TSV = "text/csv", "text/tab-separated-values"

_DELIMITERS = ",;\t|"
_SNIFFED_LINES = 40
_MOST_COLUMNS = 500
_MOST_FILLED = 1_000_000
"""Empty cells by which short rows are made as long as the others; beyond, rows stay as they are."""
_LONGEST_LINE, _LONGEST_ROW = 1 << 17, 1 << 18
"""Characters."""
_NAMED = re.compile(r"\ufeff?\"?sep=([,;\t|])\"?[ \t]*\n", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_NUMBERS = ("figure", "year", "date", "empty")
_RULE = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-*+:?[ \t]*+)*+")


def csv_lines(pieces: Callable[[], Iterable[str]], omissions: Omissions) -> Iterator[str]:
    """Yields a CSV or TSV text as the lines of one Markdown table, and keeps no more than one row in memory.

    The header is the text above the figures, in one to three rows; without one, the columns have numbers. The delimiter
    is the one that a first line `sep=;` names, else that one of `,`, `;`, tab and `|` which cuts most lines alike. A
    comma between digits counts last. Titles, comments (`# …`) and remarks above a table stay lines above it. An empty
    text stays empty.

    The pieces are gone through three times: for the delimiter, for the widest row and for the rows.
    """
    sample = ""
    for piece in pieces():
        sample += piece
        if len(sample) > _LONGEST_LINE or sample.count("\n") > _SNIFFED_LINES:
            break
    named = _NAMED.match(sample)
    delimiter = named[1] if named else _delimiter(sample[:_LONGEST_LINE])

    def rows() -> Iterator[list[str]]:
        return _rows(islice(ended_lines(pieces()), bool(named), None), delimiter)

    above, head, widest = _shape(rows(), delimiter)
    width = min(widest, _MOST_COLUMNS)
    if not width:
        return
    yield from [*map(escaped, above), ""] * bool(above)
    names = names_of(head, width) if head else [str(column) for column in range(1, width + 1)]
    yield from (table_row(names), ruling(width))
    room = _MOST_FILLED
    for cells in islice(rows(), len(above) + len(head), None):
        room -= max(0, width - len(cells))
        yield table_row(cells[:width] + [""] * (width - len(cells) if room > 0 else 0))


def _shape(rows: Iterator[list[str]], delimiter: str) -> tuple[list[str], list[list[str]], int]:
    """Returns the lines above a table, the rows of its header, and how many cells its longest row has."""
    sample = list(islice(rows, SAMPLE))
    widths = [len(row) for row in sample if len(row) > 1 and not row[0].startswith("#")]
    usual = max(set(widths), key=widths.count, default=0)
    comments = next((at for at, row in enumerate(sample) if not _is_comment(row, usual)), 0)
    above, count = head_of(sample[comments:])
    if comments + above == len(sample):  # a table of one column
        first = chain.from_iterable(sample[comments : comments + 1])
        above, count = 0, int(not all(class_of(text) in _NUMBERS for text in first))
    start = comments + above
    lines = [
        f"{delimiter} ".join(row) if at < comments else " ".join(filter(None, row))
        for at, row in enumerate(sample[:start])
    ]
    return lines, sample[start : start + count], max(map(len, chain(sample[start:], rows)), default=0)


def _is_comment(row: Sequence[str], usual: int) -> bool:
    """Tells whether a row is a remark that begins with `#`, and no header with this sign in its first name."""
    return row[0].startswith("#") and len(row) != usual


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
    scores = dict.fromkeys(_DELIMITERS, 0.0)
    for delimiter in _DELIMITERS:
        widths = [len(row) for row in _rows(ended_lines([sample]), delimiter)]
        usual = max(set(widths), key=widths.count, default=1)
        scores[delimiter] = (usual > 1) * widths.count(usual) / max(1, len(widths)) + min(usual, 9) / 100
    if sample.count(",") == len(_DECIMAL_COMMA.findall(sample)) and any(scores[other] > 1 for other in ";\t|"):
        del scores[","]
    return max(scores, key=scores.__getitem__)


def _rows(lines: Iterable[str], delimiter: str) -> Iterator[list[str]]:
    """Rows that are not empty, cells on one line. Where quotes do not match, the text is cut without regard to them
    from there on."""
    return filter(any, ([cell(text) for text in texts] for texts in _cut(lines, delimiter)))


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
        for row in csv.reader(noted(), delimiter=delimiter, skipinitialspace=True):
            yield row
            read.clear()
    except csv.Error:
        for line in chain(read, lines):
            yield line.rstrip("\n").split(delimiter)
