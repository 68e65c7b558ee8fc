"""Running heads and feet: rows that return at the top or bottom of pages, page numbers above all, are no text. Of large
letters, the first ones are kept: they are the title of the text or of a part.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from gateway.knowledge.pdf_layout.headings import HEADING_SIZE_FACTOR, rounded
from gateway.knowledge.pdf_layout.runs import PageRow

_EDGE_ROWS = 2
"""Rows at the top and at the bottom of a page that can be running heads and feet."""
_NUMBER = re.compile(r"\d+")
_NUMBER_AT_END = re.compile(r"^\d{1,4}(?!\S)|(?<!\S)\d{1,4}$")
_LARGEST = 1.2
"""Sizes of a running head; larger letters with its words are the title."""
_LEAST_ALTERNATING = 4
"""Pages of a document whose heads differ on left and right pages."""
_FIRST_PAGE = {f"{before}\x00{0}\x00{after}": math.inf for before, after in (("", ""), ("- ", " -"), ("page ", ""))}
"""Keys of the foot of a document of one page."""
_ROMAN = re.compile(r"[ivxlc]{1,7}")


def without_running_heads(pages: Sequence[Sequence[PageRow]]) -> Iterator[list[PageRow]]:
    """Yields the rows of each page that are text."""
    edges = [_edges(page) for page in pages]
    repeated = _repeated(edges)
    usual = usual_size(pages)
    known: set[str] = set()
    for page, edge in zip(pages, edges, strict=True):
        large = {id(row): row.text for row in edge if row.size >= HEADING_SIZE_FACTOR * usual}
        dropped = {
            id(row)
            for row in edge
            if (id(row) not in large or row.text in known)
            and any(_is_head(row, repeated.get(key)) for key in _all_keys(row))
        }
        known.update(large.values())
        yield [row for row in page if id(row) not in dropped]


def usual_size(pages: Sequence[Sequence[PageRow]]) -> float:
    """Returns the size of most of the letters."""
    sizes: Counter[float] = Counter()
    for rows in pages:
        for row in rows:
            sizes[rounded(row.size)] += len(row.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _is_head(row: PageRow, size: float | None) -> bool:
    """Tells whether a row is no larger than the heads with one of its keys, as the title with the same words is."""
    return size is not None and row.size <= _LARGEST * size


def _repeated(pages: Sequence[Sequence[PageRow]]) -> dict[str, float]:
    """Returns the keys of rows that return at the edges of pages, and the size of their letters."""
    if len(pages) < 2:
        return _FIRST_PAGE
    least = 2 if len(pages) == 2 else max(3, len(pages) // 10)
    found = _at_least(least, pages, _keys)
    if len(pages) >= _LEAST_ALTERNATING:
        found |= _at_least(max(2, len(pages) // 10), pages, _keys_of_side)
        found |= _at_least(max(3, len(pages) // 2), pages, _keys_of_number)
    return found


def _at_least(least: int, pages: Sequence[Sequence[PageRow]], keys: Callable[[PageRow], list[str]]) -> dict[str, float]:
    sizes: dict[str, list[float]] = defaultdict(list)
    for edges in pages:
        for key, size in {key: row.size for row in edges for key in keys(row)}.items():
            sizes[key].append(size)
    return {key: min(of_pages) for key, of_pages in sizes.items() if len(of_pages) >= least}


def _all_keys(row: PageRow) -> list[str]:
    return [*_keys(row), *_keys_of_side(row), *_keys_of_number(row)]


def _keys_of_side(row: PageRow) -> list[str]:
    """Returns a key of the words of a row on left pages, or on right pages, at one height."""
    return [f"{row.text.casefold()}\0at {_height(row)} {row.page % 2}"]


def _keys_of_number(row: PageRow) -> list[str]:
    """Returns keys of the page number with which a row begins or ends, at one height; its words change, as in the names
    of chapters.
    """
    numbers = {int(end) - row.page for end in _NUMBER_AT_END.findall(row.text.strip())}
    return [f"\0{number} at {_height(row)}, {rounded(row.size)}" for number in numbers]


def _height(row: PageRow) -> int:
    return round(row.box.middle / 4)


def _keys(row: PageRow) -> list[str]:
    """Returns what makes two rows the same head or foot: the words; the first or last number may count the pages."""
    text = " ".join(row.text.casefold().split())
    numbers = list(_NUMBER.finditer(text))
    ends = {match.start(): match for match in (numbers[:1] + numbers[-1:]) if len(match[0]) < 6}
    counted = [f"{text[: match.start()]}\0{int(match[0]) - row.page}\0{text[match.end() :]}" for match in ends.values()]
    return [text, *counted, *(["\0roman"] if _ROMAN.fullmatch(text) else [])]


def _edges(page: Sequence[PageRow]) -> list[PageRow]:
    """Returns the first and last rows of a page, where a gap parts them from its text."""
    edges: list[PageRow] = []
    for rows in (page, page[::-1]):
        for count in range(_EDGE_ROWS, 0, -1):
            if count < len(rows) and _gap(rows[count - 1], rows[count]) <= 1.6:
                continue
            edges += rows[:count]
            break
    return edges


def _gap(row: PageRow, other: PageRow) -> float:
    """Returns the distance of two rows, in heights of the second or, beside a framed table, of the lower one."""
    one_box, other_box = row.box, other.box
    low, high = sorted((one_box.height, other_box.height))
    if high > 3 * low:
        return 1 + max(one_box.bottom - other_box.top, other_box.bottom - one_box.top) / max(low, 0.1)
    return abs(one_box.middle - other_box.middle) / max(other_box.height, 0.1)
