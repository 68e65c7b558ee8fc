"""From runs of characters on pages to text in reading order: columns, paragraphs, headings, and where each line stands.

A page knows no words and no paragraphs, only characters at places. What repeats at the top and bottom of pages is left
out, words cut at line ends are whole again, and every line keeps its rectangle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from gateway.knowledge.document import Line

HEADING = 1.15
"""A heading is at least so much larger than most of the text."""
_LONGEST_HEADING, _HEADING_LEVELS = 200, 4
_EDGE_ROWS = 2
"""Rows at the top and at the bottom of a page that can be running heads and feet."""
_LEAST_COLUMN, _LEAST_WORDS = 3, 15
"""Lines in a column, and characters in its middle line; below, side by side means a table."""

_BULLET = re.compile(r"[•‣▪●○◦■□–·]\s*(?=\S)")
_ITEM = re.compile(r"(?:[•‣▪●○◦■□–·]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_SENTENCE_END = re.compile(r"[.!?:;…。！？：；][\"'”’»)\]]*$")
_NUMBER = re.compile(r"\d+")
_MARKS = re.compile(r"#{1,6}\s|```|~~~")
_ROMAN = re.compile(r"[ivxlc]{1,7}")
_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_LONGEST_WORD = 60
_CUT_WORD = re.compile(r"(\w+)[-\u00ad\u2010\x02]$")


@dataclass(slots=True)
class Run:
    """Characters in one go. `angle` is that of the writing (0, 90, 180, 270 degrees); the rectangle is turned back by
    it, so that every run reads from left to right.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    angle: int = 0
    size: float = 0.0
    """Of its letters, in points; 0: as its height says."""

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class LaidOut:
    """`title` is the first heading of the highest level on the first page that has any."""

    title: str | None
    text: str
    lines: tuple[Line, ...]


@dataclass(slots=True)
class _Row:
    runs: list[Run]
    page: int

    @property
    def text(self) -> str:
        return "  ".join(run.text.strip() for run in self.runs)

    @property
    def box(self) -> Run:
        return Run(
            "", min(run.left for run in self.runs), min(run.bottom for run in self.runs),
            max(run.right for run in self.runs), max(run.top for run in self.runs), self.runs[0].angle,
        )  # fmt: skip

    @property
    def size(self) -> float:
        return max(self.runs, key=lambda run: len(run.text)).size


@dataclass(slots=True)
class _Paragraph:
    rows: list[_Row] = field(default_factory=list)
    by_rows: bool = False
    """A table's row stays a line of its own."""

    @property
    def size(self) -> float:
        return median(row.size for row in self.rows)


def turned(left: float, bottom: float, right: float, top: float, angle: int) -> tuple[float, float, float, float]:
    """A rectangle of the page, turned so that writing at `angle` reads from left to right."""
    if angle == 90:
        return bottom, -right, top, -left
    if angle == 180:
        return -right, -top, -left, -bottom
    if angle == 270:
        return -top, left, -bottom, right
    return left, bottom, right, top


def lay_out(pages: Sequence[Sequence[Run]]) -> LaidOut:
    """Text and lines of a document; page numbers count from 1. Blank pages are pages too."""
    rows = [_rows(_joined(runs), number) for number, runs in enumerate(pages, 1)]
    edges = [_edges(page) for page in rows]
    repeated = _repeated(edges)
    paragraphs: list[_Paragraph] = []
    for page, edge in zip(rows, edges, strict=True):
        dropped = {id(row) for row in edge if repeated & set(_keys(row))}
        kept = [row for row in page if id(row) not in dropped]
        for flow in _flows_by_angle(kept):
            _append(paragraphs, list(_paragraphs(flow)))
    return _write(paragraphs)


def _rows(runs: Iterable[Run], page: int) -> list[_Row]:
    """Runs on one height, from top to bottom, each row from left to right."""
    rows: list[_Row] = []
    for run in sorted(runs, key=lambda run: (run.angle, -run.middle, run.left)):
        last = rows[-1].runs[0] if rows else None
        if last and last.angle == run.angle and last.middle - run.middle < 0.5 * min(last.height, run.height):
            rows[-1].runs.append(run)
        else:
            rows.append(_Row([run], page))
    for row in rows:
        row.runs.sort(key=lambda run: run.left)
    return rows


def _joined(runs: Sequence[Run]) -> list[Run]:
    """Words of one line in one run; what stands an em apart (a column, a cell) stays apart."""
    joined: list[Run] = []
    longest = 0
    for row in _rows((run for run in runs if run.text.strip()), 0):
        current: Run | None = None
        for run in row.runs:
            gap = run.left - current.right if current else 0.0
            if current and gap < 0.8 * min(current.height, run.height):
                blank = " " if gap > 0.12 * run.height and not current.text.endswith(" ") else ""
                current.text += blank + run.text
                current.right = max(current.right, run.right)
                current.bottom, current.top = min(current.bottom, run.bottom), max(current.top, run.top)
                if len(run.text) > longest:
                    current.size, longest = run.size or run.height, len(run.text)
            else:
                current = replace(run, size=run.size or run.height)
                longest = len(run.text)
                joined.append(current)
    return joined


def _keys(row: _Row) -> list[str]:
    """What makes two rows the same head or foot: the words; its first or last number may count the pages."""
    text = " ".join(row.text.casefold().split())
    numbers = list(_NUMBER.finditer(text))
    ends = {match.start(): match for match in (numbers[:1] + numbers[-1:]) if len(match[0]) < 6}
    counted = [f"{text[: match.start()]}\0{int(match[0]) - row.page}\0{text[match.end() :]}" for match in ends.values()]
    return [text, *counted, *(["\0roman"] if _ROMAN.fullmatch(text) else [])]


def _edges(page: Sequence[_Row]) -> list[_Row]:
    """The first and last rows of a page, where a gap parts them from its text."""
    edges: list[_Row] = []
    for rows in (page, page[::-1]):
        for count in range(_EDGE_ROWS, 0, -1):
            if count < len(rows) and _gap(rows[count - 1], rows[count]) <= 1.6:
                continue
            edges += rows[:count]
            break
    return edges


def _gap(row: _Row, other: _Row) -> float:
    """Distance of two rows, in heights of the second."""
    return abs(row.box.middle - other.box.middle) / max(other.box.height, 0.1)


def _repeated(pages: Sequence[Sequence[_Row]]) -> set[str]:
    """Keys of rows that return at the edges of pages."""
    if len(pages) < 2:
        return set()
    count: Counter[str] = Counter()
    for edges in pages:
        count.update({key for row in edges for key in _keys(row)})
    least = 2 if len(pages) == 2 else max(3, len(pages) // 10)
    return {key for key, pages_with_it in count.items() if pages_with_it >= least}


def _flows_by_angle(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """The writing of most of the page first; what runs up its side comes after it."""
    by_angle: dict[int, list[_Row]] = {}
    for row in rows:
        by_angle.setdefault(row.runs[0].angle, []).append(row)
    for group in sorted(by_angle.values(), key=lambda group: -sum(len(row.text) for row in group)):
        yield from _flows([run for row in group for run in row.runs], group[0].page)


def _flows(runs: list[Run], page: int, depth: int = 0) -> Iterator[list[_Row]]:
    """Columns in reading order. What reaches across the gutter divides a page into bands."""
    gutter = _gutter(runs) if depth < 4 else None
    if gutter is None:
        if runs:
            yield _rows(runs, page)
        return
    across = _rows((run for run in runs if run.left < gutter < run.right), page)
    rest = [run for run in runs if not run.left < gutter < run.right]
    whole: list[_Row] = []
    for row in [*across, None]:
        border = row.box.middle if row else float("-inf")
        band = [run for run in rest if run.middle > border]
        rest = [run for run in rest if run.middle <= border]
        if band:
            if whole:
                yield whole
            whole = []
            yield from _flows([run for run in band if run.right <= gutter], page, depth + 1)
            yield from _flows([run for run in band if run.left >= gutter], page, depth + 1)
        if row:
            whole.append(row)
    if whole:
        yield whole


def _gutter(runs: Sequence[Run]) -> float | None:
    """The middle of the widest upright gap between two columns of text; None where there is one column, or a table."""
    if len(runs) < 2 * _LEAST_COLUMN:
        return None
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    steps = int(right - left)
    if steps < 50 or steps > 20_000:
        return None
    change = [0] * (steps + 2)
    for run in runs:
        change[int(run.left - left)] += 1
        change[int(run.right - left) + 1] -= 1
    crossing, now = [], 0
    for delta in change:
        now += delta
        crossing.append(now)
    inner = range(steps // 5, steps - steps // 5)
    lowest = min(crossing[step] for step in inner)
    if lowest > 0.3 * len(runs):
        return None
    best, begin = (0, 0), None
    for step in [*inner, inner.stop]:
        if step < inner.stop and crossing[step] == lowest:
            begin = step if begin is None else begin
        elif begin is not None:
            best, begin = max(best, (step - begin, begin)), None
    width, begin = best
    if width < 0.5 * median(run.height for run in runs):
        return None
    gutter = left + begin + width / 2
    sides = [run for run in runs if run.right <= gutter], [run for run in runs if run.left >= gutter]
    return gutter if _side_by_side(*sides) else None


def _side_by_side(one: Sequence[Run], other: Sequence[Run]) -> bool:
    if min(len(one), len(other)) < _LEAST_COLUMN:
        return False
    if min(median(len(run.text) for run in side) for side in (one, other)) < _LEAST_WORDS:
        return False
    top = min(max(run.top for run in side) for side in (one, other))
    bottom = max(min(run.bottom for run in side) for side in (one, other))
    return top - bottom > 2 * median(run.height for run in one)


def _paragraphs(rows: Sequence[_Row]) -> Iterator[_Paragraph]:
    """Rows of one column into paragraphs, by the space between them, by indents and by short last lines."""
    boxes = [row.box for row in rows]
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    steps = [above.middle - below.middle for above, below in pairwise(boxes)]
    pitch = median(steps) if len(steps) > 2 else 1.4 * boxes[0].height
    pitch = min(pitch, 2 * median(box.height for box in boxes))
    current = _Paragraph()
    for index, row in enumerate(rows):
        cells = len(row.runs) > 1
        if current.rows:
            above, box = boxes[index - 1], boxes[index]
            apart = steps[index - 1] > 1.35 * pitch or cells != current.by_rows
            other_size = abs(rows[index - 1].size - row.size) > 0.1 * max(rows[index - 1].size, row.size)
            ended = above.right < right - 0.15 * (right - left) and _SENTENCE_END.search(rows[index - 1].text)
            begun = _ITEM.match(row.text) is not None
            in_item = _ITEM.match(current.rows[0].text) is not None
            indented = box.left > left + 0.7 * box.height and above.left < left + 0.3 * box.height and not in_item
            if apart or other_size or (not cells and (ended or begun or indented)):
                yield current
                current = _Paragraph()
        current.by_rows = cells
        current.rows.append(row)
    yield current


def _append(paragraphs: list[_Paragraph], new: list[_Paragraph]) -> None:
    """A paragraph that a column or page border cut is one again."""
    if paragraphs and new:
        last, first = paragraphs[-1], new[0]
        end, begin = last.rows[-1].text, first.rows[0].text
        same = not (last.by_rows or first.by_rows) and abs(last.size - first.size) < 0.1 * last.size
        if same and not _SENTENCE_END.search(end) and begin[:1].islower() and not _ITEM.match(begin):
            last.rows += first.rows
            new = new[1:]
    paragraphs += new


def _write(paragraphs: Sequence[_Paragraph]) -> LaidOut:
    sizes: Counter[float] = Counter()
    for paragraph in paragraphs:
        for row in paragraph.rows:
            sizes[_rounded(row.size)] += len(row.text)
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    levels = _levels(paragraphs, body)
    known = {word for paragraph in paragraphs for row in paragraph.rows for word in map(_bare, row.text.split())}
    pieces: list[str] = []
    lines: list[Line] = []
    title: tuple[int, int, str] | None = None
    at = 0
    for paragraph in paragraphs:
        level = levels.get(_rounded(paragraph.size)) if _can_head(paragraph) else None
        text, spans = _one_text(paragraph, "#" * level + " " if level else "", known)
        if not text.strip():
            continue
        if level:
            page = paragraph.rows[0].page
            found = (page, level, text.lstrip("# "))
            title = found if title is None or (page == title[0] and level < title[1]) else title
        if pieces:
            at += 2
        lines += [
            Line(at + start, at + end, row.page, *_place(row)) for (start, end), row in zip(spans, paragraph.rows, strict=True)
        ]  # fmt: skip
        pieces.append(text)
        at += len(text)
    return LaidOut(title[2] if title else None, "\n\n".join(pieces), tuple(lines))


def _rounded(size: float) -> float:
    return round(size * 2) / 2


def _can_head(paragraph: _Paragraph) -> bool:
    text = " ".join(row.text for row in paragraph.rows)
    letters = any(character.isalpha() for character in text)
    return not paragraph.by_rows and letters and len(text) <= _LONGEST_HEADING and len(paragraph.rows) <= 3


def _levels(paragraphs: Sequence[_Paragraph], body: float) -> dict[float, int]:
    sizes = {_rounded(paragraph.size) for paragraph in paragraphs if _can_head(paragraph)}
    larger = sorted((size for size in sizes if size >= HEADING * body), reverse=True)
    return {size: min(level, _HEADING_LEVELS) for level, size in enumerate(larger, 1)}


def _one_text(paragraph: _Paragraph, prefix: str, known: set[str]) -> tuple[str, list[tuple[int, int]]]:
    """The paragraph on one line (a table: on its own lines) and where each row lies in it."""
    text = prefix
    spans: list[tuple[int, int]] = []
    for index, row in enumerate(paragraph.rows):
        line = row.text if paragraph.by_rows else " ".join(row.text.split())
        if index == 0 and not prefix:
            line = _BULLET.sub("- ", line, count=1)
            # The text is read as Markdown from here on, and this is a heading or a fence in none but its looks.
            text = "\\" if _MARKS.match(line) else ""
        if index:
            cut = _CUT_WORD.search(text, max(0, len(text) - _LONGEST_WORD))
            if paragraph.by_rows:
                text += "\n"
            elif cut and (line[:1].islower() or (cut[1].isupper() and line[:1].isupper())):
                if not _is_compound(cut[1], line, known):
                    text = text[:-1]
                    spans[-1] = spans[-1][0], max(spans[-1][0], len(text))
            elif not (_CJK.match(text[-1:]) and _CJK.match(line)):
                text += " "
        spans.append((len(text), len(text) + len(line)))
        text += line
    return text.replace("\x02", "-"), spans


def _is_compound(head: str, line: str, known: set[str]) -> bool:
    """Whether a hyphen at a line end is the word's own: the document writes it so inside a line."""
    tail = _bare(line.split()[0])
    return f"{_bare(head)}-{tail}" in known and _bare(head) + tail not in known


def _bare(word: str) -> str:
    return word.strip(".,;:!?()[]\"'“”«»").lower()


def _place(row: _Row) -> tuple[float, float, float, float]:
    box = row.box
    back = turned(box.left, box.bottom, box.right, box.top, (360 - box.angle) % 360)
    left, bottom, right, top = (round(edge, 1) for edge in back)
    return left, bottom, right, top
