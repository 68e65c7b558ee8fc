"""Tables for people: aligned for a terminal, or of Markdown for a page. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Row = Sequence[str]


def aligned(rows: Sequence[Row]) -> Iterator[str]:
    """Yields rows in columns as wide as their widest cell; all but the first are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        yield "  ".join([name.ljust(widths[0]), *map(str.rjust, cells, widths[1:])])


def piped(rows: Sequence[Row], rule: str = "---") -> Iterator[str]:
    """Yields rows as a table of Markdown, the first one as its head. rule: below all heads but the first."""
    head, *body = rows
    for row in (head, ["---", *[rule] * (len(head) - 1)], *body):
        yield f"| {' | '.join(row)} |"
