"""Tables whose cells are framed: the drawn lines of a page make a grid, and each cell has the text inside its frame.

The frames may touch, or each cell has its own. A cell that lacks a line to its neighbour is merged with it, and the
text of merged cells is repeated in each row and column that they cover.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from gateway.knowledge.pdf_layout.grids import Edges, PageTable, TableRow, cell_text, is_number, with_names_above
from gateway.knowledge.pdf_layout.hyphens import Words
from gateway.knowledge.pdf_layout.runs import PageRow, Rule, Run, around, in_rows, page_box

Cell = tuple[int, int]
"""Row and column, from the top left."""
_MOST_RULES = 1500
"""Lines of a page; more are a drawing."""
_NEAR = 6.0
"""Points between the frames of two cells of one table."""
_NARROW = 12.0
"""Points; a narrower strip without text is the space between two frames."""
_LEAST_BESIDE = 40
"""Characters of a framed text beside another one; a shorter one may be a cell."""
_MOST_CELLS = 3000
_LONGEST_REPEATED = 200
"""Characters of a merged cell that are repeated in all the columns and rows that it covers."""
_LEAST_FILLED = 0.3
"""Share of cells that have text; below, the lines are a form or a drawing."""
_MOST_APART = 0.2
"""Share of cells in which text has columns of its own; above, only some of the columns are drawn."""


@dataclass(slots=True)
class Framed(Run):
    """A framed table or a framed text beside another one, instead of its runs: their text, and around all of them."""

    table: PageTable | None = None
    lines: list[PageRow] = field(default_factory=list)
    """Lines of text in a cell as wide as the table, above its header; without a table, all the lines."""


def framed(runs: Sequence[Run], rules: Sequence[Rule], words: Words, page: int) -> list[Run]:
    """Returns the runs of a page; instead of the runs of a framed table, there is one `Framed`."""
    rest = list(runs)
    if len(rules) > _MOST_RULES:
        return rest
    for level, upright in _meeting([rule for rule in rules if rule.level], [rule for rule in rules if not rule.level]):
        box = _box([*level, *upright])
        inside = [run for run in rest if _is_in(box, page_box(run))]
        whole = len(inside) > 1 and _Grid(level, upright, inside, page).table(words)
        whole = whole or (_is_closed(box, level, upright) and _beside(box, inside, rest, page))
        if whole:
            taken = set(map(id, inside))
            rest = [run for run in rest if id(run) not in taken] + [whole]
    return rest


def cut_at_frames(rows: Sequence[PageRow]) -> Iterator[list[PageRow] | PageTable]:
    """Yields framed tables and the rows between them; framed texts come after the text beside them."""
    plain: list[PageRow] = []
    beside: list[Framed] = []
    for row in rows:
        rest = [run for run in row.runs if not isinstance(run, Framed)]
        plain += [PageRow(rest, row.page)] if rest else []
        for run in row.runs:
            if isinstance(run, Framed) and run.table:
                yield [*plain, *run.lines]
                yield run.table
                plain = []
            elif isinstance(run, Framed):
                beside.append(run)
    yield plain
    yield from (run.lines for run in beside)


def _meeting(level: Sequence[Rule], upright: Sequence[Rule]) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """Yields groups of lines, level and upright ones, that meet each other."""
    level = sorted(level, key=lambda rule: rule.bottom)
    heights = [rule.bottom for rule in level]
    group = list(range(len(level)))

    def root(number: int) -> int:
        while group[number] != number:
            group[number] = number = group[group[number]]
        return number

    met: list[tuple[int, Rule]] = []
    for rule in upright:
        near = range(bisect_left(heights, rule.bottom - _NEAR), bisect_right(heights, rule.top + _NEAR))
        numbers = [at for at in near if level[at].left - _NEAR <= rule.left <= level[at].right + _NEAR]
        for number in numbers:
            group[root(number)] = root(numbers[0])
        met += [(number, rule) for number in numbers[:1]]
    found: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for number, rule in enumerate(level):
        found.setdefault(root(number), ([], []))[0].append(rule)
    for number, rule in met:
        found[root(number)][1].append(rule)
    yield from (lines for lines in found.values() if len(lines[0]) > 1 and lines[1])


def _box(rules: Sequence[Rule]) -> Run:
    left, bottom = min(rule.left for rule in rules), min(rule.bottom for rule in rules)
    return Run("", left, bottom, max(rule.right for rule in rules), max(rule.top for rule in rules))


def _instead(runs: Sequence[Run], table: PageTable | None, lines: list[PageRow]) -> Framed:
    box = around(list(map(page_box, runs)))
    size = median(run.size or run.height for run in runs)
    text = "  ".join(run.text for run in runs)
    return Framed(text, box.left, box.bottom, box.right, box.top, 0, size, table=table, lines=lines)


def _is_closed(box: Run, level: Sequence[Rule], upright: Sequence[Rule]) -> bool:
    """Tells whether lines are drawn along all four edges of a rectangle."""
    across, down = 0.9 * (box.right - box.left), 0.9 * box.height
    wide = [rule.bottom for rule in level if rule.right - rule.left >= across]
    high = [rule.left for rule in upright if rule.top - rule.bottom >= down]
    return len(wide) > 1 < len(high) and max(wide) - min(wide) >= down and max(high) - min(high) >= across


def _beside(box: Run, inside: Sequence[Run], runs: Sequence[Run], page: int) -> Framed | None:
    """Returns the text in a frame, if it has several lines and other text is beside the frame."""
    lines = in_rows(inside, page)
    long = sum(len(run.text) for run in inside) >= _LEAST_BESIDE and len(lines) > 1
    others = (run for run in runs if box.bottom < run.middle < box.top and not box.left < _centre(run) < box.right)
    return _instead(inside, None, lines) if long and any(len(run.text) >= _LEAST_BESIDE / 2 for run in others) else None


def _is_in(box: Run, run: Run) -> bool:
    return box.left < _centre(run) < box.right and box.bottom < run.middle < box.top


def _centre(run: Run) -> float:
    return (run.left + run.right) / 2


def _borders(drawn: Sequence[float], text: Sequence[Edges]) -> list[Edges]:
    """Returns where lines are drawn, in order. Two lines are one border, with its width, if the strip between them is
    narrow and no text is inside it. text: where each begins and ends.
    """
    text = sorted(text)
    borders: list[Edges] = []
    for at in sorted(drawn):
        low, high = borders[-1] if borders else (at, at)
        inside = text[bisect_left(text, (high - 1, 0.0)) : bisect_left(text, (at, 0.0))]
        if borders and (at - high < 1 or (at - high < _NARROW and all(end > at + 1 for _, end in inside))):
            borders[-1] = low, at
        else:
            borders.append((at, at))
    return borders


class _Grid:
    """The cells between some lines, and the runs in each of them."""

    def __init__(self, level: Sequence[Rule], upright: Sequence[Rule], runs: Sequence[Run], page: int) -> None:
        self._page, self._runs = page, runs
        boxes = [page_box(run) for run in runs]
        whole = _box([*level, *upright])
        columns = _borders(
            [*(rule.left for rule in upright), whole.left, whole.right], [(box.left, box.right) for box in boxes]
        )
        rows = _borders(
            [*(rule.bottom for rule in level), whole.bottom, whole.top], [(box.bottom, box.top) for box in boxes]
        )
        self._columns, self._rows = columns, rows[::-1]
        self._across, self._down = len(columns) - 1, len(rows) - 1
        self._beside = _by_border(columns, upright, [rule.left for rule in upright])
        self._between = _by_border(rows, level, [rule.bottom for rule in level])[::-1]
        self._cells: dict[Cell, list[Run]] = {}
        if self._across < 2 or self._down < 2 or self._across * self._down > _MOST_CELLS:
            return
        for run, box in zip(runs, boxes, strict=True):
            row = self._down - bisect_left([low for low, _ in rows[1:-1]], box.middle) - 1
            column = bisect_left([low for low, _ in columns[1:-1]], _centre(box))
            self._cells.setdefault((row, column), []).append(run)

    def table(self, words: Words) -> Framed | None:
        """Returns the table; None if the lines do not frame the cells of one."""
        if not self._is_table():
            return None
        first = self._merged()
        above: list[PageRow] = []
        table = PageTable(list(pairwise([(low + high) / 2 for low, high in self._columns])))
        spanning = 0
        texts: dict[Cell, list[Run]] = {}
        for cell, runs in sorted(self._cells.items()):
            texts.setdefault(first[cell], []).extend(runs)
        for row in range(self._down):
            inside = [run for column in range(self._across) for run in self._cells.get((row, column), ())]
            lines = in_rows(inside, self._page)
            covered = [first[row, column] for column in range(self._across)]
            if lines and not table.rows and len(set(covered)) == 1:
                above += lines
            elif lines:
                cells = [
                    self._text(texts.get(cell, ()), words, repeated=cell != (row, at))
                    for at, cell in enumerate(covered)
                ]
                is_wide = any(cell == after == (row, cell[1]) for cell, after in pairwise(covered))
                spanning += is_wide and spanning == len(table.rows)
                table.rows.append(TableRow(cells, lines))
        filled = sum(cell in texts for cell in set(first.values()))
        if len(table.rows) < 2 or filled < _LEAST_FILLED * len(set(first.values())):
            return None
        with_names_above(table, spanning)
        return _instead(self._runs, table=table, lines=above)

    def _text(self, runs: Sequence[Run], words: Words, *, repeated: bool) -> str:
        text = cell_text([run for line in in_rows(runs, self._page) for run in line.runs], words)
        return "" if repeated and len(text) > _LONGEST_REPEATED else text

    def _is_table(self) -> bool:
        """Tells whether the lines frame cells, and not only some of the rows or columns of a table."""
        if len({row for row, _ in self._cells}) < 2 or len({column for _, column in self._cells}) < 2:
            return False
        cells = {cell: in_rows(runs, self._page) for cell, runs in self._cells.items()}
        apart = sum(any(len(line.runs) > 1 for line in lines) for lines in cells.values())
        return apart <= _MOST_APART * len(cells) and not any(
            self._has_rows([lines for cell, lines in cells.items() if cell[0] == row]) for row in range(self._down)
        )

    def _has_rows(self, cells: Sequence[Sequence[PageRow]]) -> bool:
        """Tells whether the cells of a row contain the lines of several rows, which nothing parts."""
        texts = [[line.text for line in lines] for lines in cells if len(lines) > 2]
        if any(sum(map(is_number, lines)) > 0.6 * len(lines) for lines in texts):
            return True
        words = all(not line[:1].islower() for lines in texts for line in lines)
        return self._down < 4 and words and len(texts) > 1 and len(set(map(len, texts))) == 1

    def _merged(self) -> dict[Cell, Cell]:
        """Returns for each cell the first one of those with which it is merged."""
        first: dict[Cell, Cell] = {}
        for row in range(self._down):
            for begin, end in self._segments(row):
                above = {first.get((row - 1, column)) for column in range(begin, end)}
                start = above.pop() if len(above) == 1 else None
                outside = {first.get((row - 1, begin - 1)), first.get((row - 1, end))}
                if start is None or start in outside or self._is_drawn_above(row, begin, end):
                    start = row, begin
                first.update(((row, column), start) for column in range(begin, end))
        return first

    def _segments(self, row: int) -> Iterator[Cell]:
        """Yields the cells of a row: the first column of each, and the column after its last one."""
        middle = (self._rows[row][0] + self._rows[row + 1][1]) / 2
        begin = 0
        for column in range(1, self._across + 1):
            drawn = any(rule.bottom < middle < rule.top for rule in self._beside[column])
            if drawn or column == self._across:
                inside = [run for at in range(begin, column) for run in self._cells.get((row, at), ())]
                if any(len(line.runs) > 1 for line in in_rows(inside, self._page)):
                    yield from ((at, at + 1) for at in range(begin, column))
                else:
                    yield begin, column
                begin = column

    def _is_drawn_above(self, row: int, begin: int, end: int) -> bool:
        middle = (self._columns[begin][1] + self._columns[end][0]) / 2
        return any(rule.left < middle < rule.right for rule in self._between[row])


def _by_border(borders: Sequence[Edges], rules: Sequence[Rule], places: Sequence[float]) -> list[list[Rule]]:
    """Returns the lines that make each border."""
    lines: list[list[Rule]] = [[] for _ in borders]
    highs = [high for _, high in borders]
    for rule, at in zip(rules, places, strict=True):
        lines[min(bisect_left(highs, at), len(borders) - 1)].append(rule)
    return lines
