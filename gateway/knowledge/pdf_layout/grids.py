"""Tables on pages: which rows of a column of text make one, what are its columns, and which lines share a cell.

A table on a page is text whose gaps stand above each other; drawn lines, where there are any, say which lines of text
are one row. Every table becomes a Markdown table, so that a number is read with its row and its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from gateway.knowledge.formats.plain_lines import cell, table_row
from gateway.knowledge.pdf_layout.hyphens import Words
from gateway.knowledge.pdf_layout.runs import PageRow, Rule, Run, around

Edges = tuple[float, float]
"""Left and right."""
_MOST_RULES = 2000
"""Lines on one page; more are a drawing."""
_MOST_COLUMNS = 40
_FARTHEST = 120.0
"""Points between two lines of one table."""
_SAME_EDGE = 3.0
_LEAST_FILLED = 0.3
"""Share of cells that hold something; below, it is text that happens to stand so."""
_LONG = 60
"""Characters; where most cells are longer, it is running text side by side."""
_NUMBER = re.compile(r"[-+−–(]?[\d\s.,'’%€$£¥/:]{0,60}\d[\d\s.,'’%€$£¥)]{0,60}")
_NO_WORDS = Words()


def _overlap(first: Edges, other: Edges) -> bool:
    return first[0] < other[1] and other[0] < first[1]


def is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


@dataclass(slots=True)
class TableRow:
    """`cells` as they are written, one for each column; `rows` are the lines of the page that it takes."""

    cells: list[str]
    rows: list[PageRow]

    @property
    def box(self) -> Run:
        return around([run for row in self.rows for run in row.runs])

    @property
    def page(self) -> int:
        return self.rows[0].page

    @property
    def numbers(self) -> int:
        """Cells that hold a number."""
        return sum(is_number(cell) for cell in self.cells)


@dataclass(slots=True)
class PageTable:
    """At least two columns and two lines of text; the first row is its header."""

    columns: list[Edges]
    """Left and right, in points."""
    rows: list[TableRow] = field(default_factory=list)

    def goes_on_in(self, other: PageTable) -> bool:
        """Tells whether a table on the next page or in the next column is the rest of this one: the same columns, and
        no names of its own above them.
        """
        first, *others = other.rows
        renamed = first.cells != self.rows[0].cells and not first.numbers and all(row.numbers for row in others)
        if (renamed and others) or len(self.columns) != len(other.columns):
            return False
        moved = 0.0 if _overlap(self.columns[0], other.columns[0]) else other.columns[0][0] - self.columns[0][0]
        return all(
            _overlap((left + moved, right + moved), column)
            for (left, right), column in zip(self.columns, other.columns, strict=True)
        )

    def extend(self, rest: PageTable) -> None:
        """Its rest, whose header is the same one or none."""
        self.rows += rest.rows[rest.rows[0].cells == self.rows[0].cells :]

    def lines(self) -> list[str]:
        """Returns lines of Markdown, one for each row, without the ruling below the header."""
        return [table_row(map(cell, row.cells)) for row in self.rows]


@dataclass(slots=True)
class Zone:
    """The area of a table that is ruled: its lines, one above the other, of one width."""

    left: float
    right: float
    heights: list[float]

    def holds(self, run: Run) -> bool:
        inside = self.left - _SAME_EDGE <= run.left and run.right <= self.right + _SAME_EDGE
        return inside and self.heights[-1] < run.middle < self.heights[0]


def zones(rules: Sequence[Rule]) -> list[Zone]:
    """Returns where at least three level lines of one width follow each other from top to bottom."""
    found: list[Zone] = []
    for rule in _whole(rules):
        for zone in reversed(found):
            same = abs(zone.left - rule.left) < _SAME_EDGE and abs(zone.right - rule.right) < _SAME_EDGE
            if same and zone.heights[-1] - rule.top < _FARTHEST:
                zone.heights.append(rule.bottom)
                break
        else:
            found.append(Zone(rule.left, rule.right, [rule.top]))
    return [zone for zone in found if len(zone.heights) > 2]


def _whole(rules: Sequence[Rule]) -> list[Rule]:
    """Returns the level lines from top to bottom; the pieces of a line, one for each cell, are one line again."""
    whole: list[Rule] = []
    level = [rule for rule in rules if rule.level] if len(rules) <= _MOST_RULES else []
    for rule in sorted(level, key=lambda rule: (-round(rule.top / 2), rule.left)):
        last = whole[-1] if whole else None
        if last and abs(last.top - rule.top) < _SAME_EDGE and rule.left <= last.right + _SAME_EDGE:
            whole[-1] = last._replace(right=max(last.right, rule.right), left=min(last.left, rule.left))
        else:
            whole.append(rule)
    return whole


def parts(
    rows: Sequence[PageRow], rules: Sequence[Rule], ruled: Sequence[Zone], words: Words = _NO_WORDS
) -> Iterator[list[PageRow] | PageTable]:
    """Cuts the rows of one column of text into tables and what stands between them."""
    plain: list[PageRow] = []
    index = 0
    while index < len(rows):
        end = max(index + 1, _end(rows, index, ruled))
        table = _table(rows[index:end], rules, words) if end > index + 1 else None
        if table is None:
            plain += rows[index:end]
            index = end
            continue
        if plain:
            yield plain
        yield table
        plain, index = [], end
    if plain:
        yield plain


def _end(rows: Sequence[PageRow], begin: int, ruled: Sequence[Zone]) -> int:
    """Returns the row behind the last one of the table that begins at `begin`; `begin` itself where no table does."""
    runs = pairwise(rows[begin].runs)
    gaps = [(before.right, after.left) for before, after in runs if after.left > before.right]
    end = begin
    zone = next((zone for zone in ruled if zone.holds(rows[begin].box)), None)
    edge = max(run.right for run in rows[begin].runs)
    for index in range(begin + 1, len(rows)) if 0 < len(gaps) < _MOST_COLUMNS else ():
        above, row = rows[index - 1].box, rows[index]
        box = row.box
        framed = zone is not None and zone.holds(box)
        if not framed and above.bottom - box.top > 1.6 * box.height:
            break
        left = _narrowed(gaps, row)
        if len(row.runs) > 1 and left:
            gaps, edge, end = left, max(edge, box.right), index + 1
        elif framed:
            # A line across all columns is part of it where more of the table follows.
            if not left and len(rows[min(index + 1, len(rows) - 1)].runs) == 1:
                break
            end = index + 1
        elif zone is None and len(row.runs) == 1 and left and _goes_on(rows, index, gaps, edge):
            end = index + 1
        else:
            break
    return end


def _narrowed(gaps: Sequence[Edges], row: PageRow) -> list[Edges]:
    """Returns what a row leaves of some gaps; a gap that it crosses is gone."""
    narrowed = (row.gap_within(*gap) for gap in gaps)
    return [(low, high) for low, high in narrowed if high - low > 0.25 * row.runs[0].height]


def _goes_on(rows: Sequence[PageRow], index: int, gaps: Sequence[Edges], edge: float) -> bool:
    """Whether a line with a single cell is the rest of a cell: close below, within its column, and, in the first
    column, where prose could stand too, with more of the table below it.
    """
    above, run = rows[index - 1].box, rows[index].runs[0]
    if above.bottom - run.top > 0.6 * run.height or run.right > edge + run.height:
        return False
    if run.left >= gaps[0][1] - 0.5 * run.height:
        return True
    following = rows[index + 1] if index + 1 < len(rows) else None
    return following is not None and len(following.runs) > 1 and bool(_narrowed(gaps, following))


def _table(rows: Sequence[PageRow], rules: Sequence[Rule], words: Words) -> PageTable | None:
    """Makes a table of rows, unless its cells are too empty or too long for one."""
    columns, head = _columns(rows)
    if len(columns) < 2:
        return None
    spread = [_spread(row, columns, over=index < head) for index, row in enumerate(rows)]
    table = PageTable(columns)
    named = 0
    for group in _groups(rows, spread, columns, rules):
        cells = [
            cell_text([run for at in group for run in spread[at][number]], words) for number in range(len(columns))
        ]
        table.rows.append(TableRow(cells, [rows[at] for at in group]))
        over = sum(map(len, spread[group[-1]])) > len(rows[group[-1]].runs)
        named += over and named == len(table.rows) - 1
    with_names_above(table, named)
    texts = [cell for row in table.rows for cell in row.cells if cell]
    long = sum(len(cell) > _LONG for cell in texts) * 2 > len(texts) and len(rows) == len(table.rows)
    empty = len(texts) < _LEAST_FILLED * len(table.rows) * len(columns)
    # Two rows of words and no lines: signatures, addresses.
    bare = len(rows) < 3 and not rules and not any(row.numbers for row in table.rows)
    return None if long or empty or bare or len(table.rows) < 2 else table


def with_names_above(table: PageTable, spanning: int) -> None:
    """Joins rows at the top, in which cells span several columns, with the names of the columns below them, if names
    follow and not numbers already.
    """
    while spanning and len(table.rows) > 2 and _are_names(table.rows[1], table.rows[2], table.rows[0]):
        spanning -= 1
        first, second = table.rows[:2]
        names = [" ".join(dict.fromkeys(filter(None, pair))) for pair in zip(first.cells, second.cells, strict=True)]
        table.rows[:2] = [TableRow(names, first.rows + second.rows)]


def _are_names(row: TableRow, below: TableRow, above: TableRow) -> bool:
    shared = any(cell and cell == over for cell, over in zip(row.cells, above.cells, strict=True))
    return row.numbers < below.numbers or (shared and not row.numbers)


def _columns(rows: Sequence[PageRow]) -> tuple[list[Edges], int]:
    """Returns left and right of each column, by the row with most cells, widened by the others; and how many rows above
    that one have fewer cells, which can be names that stand over several columns.
    """
    most = max(len(row.runs) for row in rows)
    if most > _MOST_COLUMNS:
        return [], 0
    head = next(index for index, row in enumerate(rows) if len(row.runs) == most)
    columns = [(run.left, run.right) for run in rows[head].runs]
    loose: list[Edges] = []
    for row in sorted((row for index, row in enumerate(rows) if index > head), key=lambda row: -len(row.runs)):
        if widened := _widened(row, columns):
            columns = widened
            continue
        for run in row.runs:
            met = _met(run, columns)
            if len(met) == 1:
                left, right = columns[met[0]]
                columns[met[0]] = min(left, run.left), max(right, run.right)
            elif not met and _met(run, loose):
                # Twice at one place where the fullest row is blank: a column. Once: a word that stands in between.
                columns.append((run.left, run.right))
                columns.sort()
            elif not met:
                loose.append((run.left, run.right))
    return columns, head


def _widened(row: PageRow, columns: Sequence[Edges]) -> list[Edges]:
    """Returns the columns with a row that has a run for each, such as names in the middle above cells at the left;
    empty if some runs do not fit."""
    if len(row.runs) != len(columns) or any(_met(run, columns) not in ([], [at]) for at, run in enumerate(row.runs)):
        return []
    pairs = zip(columns, row.runs, strict=True)
    widened = [(min(left, run.left), max(right, run.right)) for (left, right), run in pairs]
    return [] if any(before[1] > after[0] for before, after in pairwise(widened)) else widened


def _met(run: Run, columns: Sequence[Edges]) -> list[int]:
    return [number for number, (left, right) in enumerate(columns) if run.left < right and run.right > left]


def _spread(row: PageRow, columns: Sequence[Edges], *, over: bool) -> list[list[Run]]:
    """Sorts the runs of a row into columns. A run that meets several is in the first; `over` several, in all of
    them."""
    if _widened(row, columns):
        return [[run] for run in row.runs]
    cells: list[list[Run]] = [[] for _ in columns]
    taken = {number for run in row.runs for number in _met(run, columns)[:1]}
    for run in row.runs:
        met = _met(run, columns)
        if not met:
            before = sum(right <= run.left for _, right in columns)
            met = [number for number in (before - 1, before) if 0 <= number < len(columns)]
            if not over:
                met.sort(key=lambda number: number in taken)
        for number in met if over else met[:1]:
            cells[number].append(run)
    return cells


def _groups(
    rows: Sequence[PageRow],
    spread: Sequence[Sequence[Sequence[Run]]],
    columns: Sequence[Edges],
    rules: Sequence[Rule],
) -> Iterator[list[int]]:
    """Lines that are one row of the table: those between two drawn lines, else those that stand closer than rows do."""
    parted = _parted(rows, columns, rules)
    steps = [above.box.middle - below.box.middle for above, below in pairwise(rows)]
    tight = 1.12 * min(steps)
    filled = [sum(map(bool, cells)) for cells in spread]
    full = [count >= 0.75 * max(filled) for count in filled]
    close = [full[index] and full[index + 1] for index, step in enumerate(steps) if step <= tight]
    # Rows of a table are full; of the lines of one row, one at most is.
    spaced = max(steps) > 1.25 * min(steps) and sum(close) < 0.3 * len(close)
    drawn = sum(parted) > 1 and sum(parted) + 1 >= 0.4 * len(rows)
    group = [0]
    for index in range(1, len(rows)):
        if drawn:
            same = not parted[index - 1]
        elif spaced:
            same = steps[index - 1] <= tight and not (full[index - 1] and full[index])
        else:
            same = _is_rest(spread[index], spread[index - 1]) and not parted[index - 1]
        if same and not any(_clash(spread[group[-1]][number], spread[index][number]) for number in range(len(columns))):
            group.append(index)
        else:
            yield group
            group = [index]
    yield group


def _parted(rows: Sequence[PageRow], columns: Sequence[Edges], rules: Sequence[Rule]) -> list[bool]:
    """Returns for each row but the last whether a line is drawn below it along at least half of the table."""
    left, right = columns[0][0], columns[-1][1]
    level = [rule for rule in _whole(rules) if rule.right > left and rule.left < right]
    return [
        any(
            below.box.middle < rule.bottom < above.box.middle
            and min(rule.right, right) - max(rule.left, left) >= 0.5 * (right - left)
            for rule in level
        )
        for above, below in pairwise(rows)
    ]


def _is_rest(cells: Sequence[Sequence[Run]], above: Sequence[Sequence[Run]]) -> bool:
    """Whether a line goes on with cells of the line above: words under words, nothing in the first column."""
    filled = [number for number, runs in enumerate(cells) if runs]
    words = all(above[number] and not is_number(cell_text(cells[number])) for number in filled)
    return not cells[0] and words and 2 * len(filled) <= len(cells)


def _clash(above: Sequence[Run], below: Sequence[Run]) -> bool:
    """Whether two cells cannot be one, for both hold a number."""
    return bool(above and below and is_number(cell_text(above)) and is_number(cell_text(below)))


def cell_text(runs: Sequence[Run], words: Words = _NO_WORDS) -> str:
    """Returns the lines of a cell as one."""
    return words.text(run.text for run in runs)
