"""From runs of characters on pages to text in reading order: columns, paragraphs, headings, and where each line stands.

A page knows no words and no paragraphs, only characters at places. Running heads and feet are left out
(`running_heads`), words cut at line ends are whole again, and every line keeps its rectangle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from gateway.knowledge.documents.corpus import Content, LayoutLine
from gateway.knowledge.formats.plain_lines import ruling
from gateway.knowledge.pdf_layout.columns import flows_by_angle
from gateway.knowledge.pdf_layout.framed_tables import cut_at_frames, framed
from gateway.knowledge.pdf_layout.grids import PageTable, TableRow, Zone, parts, zones
from gateway.knowledge.pdf_layout.headings import (
    CONTENTS_ENTRY,
    HEADING_SIZE_FACTOR,
    LaidOutParagraph,
    can_be_heading,
    levels_of,
    rounded,
)
from gateway.knowledge.pdf_layout.hyphens import Words
from gateway.knowledge.pdf_layout.margins.line_numbers import without_line_numbers
from gateway.knowledge.pdf_layout.running_heads import usual_size, without_running_heads
from gateway.knowledge.pdf_layout.runs import (
    PageRow,
    Rule,
    Run,
    in_rows,
    joined,
    left_and_right,
    on_page,
    turned,
    unjustified,
)
from gateway.knowledge.pdf_layout.title_pages import title_of

_BULLET = re.compile(r"[•‣▪●○◦■□–·]\s*(?=\S)")
_ITEM = re.compile(r"(?:[•‣▪●○◦■□–·]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_MOST_BETWEEN = 6
"""Footnotes and tables between two parts of a paragraph."""
_SENTENCE_END = re.compile(r"[.!?:;…。！？：；][\"'”’»)\]]*$")
_MARKS = re.compile(r"#{1,6}\s|```|~~~")


def lay_out(pages: Sequence[Sequence[Run]], rules: Sequence[Sequence[Rule]] = ()) -> Content:
    """Returns text and lines of a document. Page numbers count from 1, and blank pages are pages too.

    `rules`: the lines drawn on each page, which say where a table is and what shares a row of it.
    """
    turns = [_turn(runs) for runs in pages]
    drawn = [
        [Rule(*turned(*rule, turn)) for rule in lines] if turn else lines
        for turn, lines in zip(turns, rules or [()] * len(pages), strict=True)
    ]
    level = [
        [replace(run, angle=(run.angle - turn) % 360) for run in runs] if turn else runs
        for runs, turn in zip(pages, turns, strict=True)
    ]
    whole = [joined(runs, lines) for runs, lines in zip(without_line_numbers(level), drawn, strict=True)]
    words = Words(whole)
    rows = [
        in_rows(framed(runs, lines, words, number), number)
        for number, (runs, lines) in enumerate(zip(whole, drawn, strict=True), 1)
    ]
    blocks: list[LaidOutParagraph | PageTable] = []
    bodies = list(without_running_heads(rows))
    usual = usual_size(bodies)
    for body, lines in zip(bodies, drawn, strict=True):
        ruled = zones(lines)
        for flow in flows_by_angle(body, ruled):
            upright, begins = flow[0].runs[0].angle == 0, True
            for part in _parts(flow, lines if upright else (), ruled if upright else (), words):
                _append(
                    blocks, [part] if isinstance(part, PageTable) else list(_paragraphs(part)), usual, begins=begins
                )
                begins = False
    first = next((rows for rows in bodies if rows), [])
    written = _write(blocks, turns, usual, words)
    return replace(written, title=title_of(first, usual, words) or written.title)


def _turn(runs: Sequence[Run]) -> int:
    """Returns the angle of most of the writing on a page, which is read as if it were level."""
    count: Counter[int] = Counter()
    for run in runs:
        count[run.angle] += len(run.text)
    return next((angle for angle, _ in count.most_common(1) if angle % 90 == 0), 0)


def _parts(
    rows: Sequence[PageRow], rules: Sequence[Rule], ruled: Sequence[Zone], words: Words
) -> Iterator[list[PageRow] | PageTable]:
    for piece in cut_at_frames(rows):
        if isinstance(piece, PageTable):
            yield piece
        else:
            yield from parts(unjustified(piece), rules, ruled, words)


def _paragraphs(rows: Sequence[PageRow]) -> Iterator[LaidOutParagraph]:
    """Rows of one column into paragraphs, by the space between them, by indents and by short last lines."""
    boxes = [row.box for row in rows]
    left, right = left_and_right(boxes)
    steps = [above.middle - below.middle for above, below in pairwise(boxes)]
    pitch = median(steps) if len(steps) > 2 else 1.4 * boxes[0].height
    pitch = min(pitch, 2 * median(box.height for box in boxes))
    usual = median(row.size for row in rows)
    current = LaidOutParagraph()
    for index, row in enumerate(rows):
        cells = len(row.runs) > 1
        if current.rows:
            above, box = boxes[index - 1], boxes[index]
            # Large letters stand farther apart than the lines of most of the text.
            most = max(1.35 * pitch, 1.4 * row.size * (row.size > HEADING_SIZE_FACTOR * usual))
            apart = steps[index - 1] > most or cells != current.by_rows
            other_size = abs(rows[index - 1].size - row.size) > 0.1 * max(rows[index - 1].size, row.size)
            entry = CONTENTS_ENTRY.search(rows[index - 1].text) is not None
            entry |= any(run.is_value for run in (*rows[index - 1].runs, *row.runs))
            ended = above.right < right - 0.15 * (right - left) and _SENTENCE_END.search(rows[index - 1].text)
            begun = _ITEM.match(row.text) is not None
            in_item = _ITEM.match(current.rows[0].text) is not None
            indented = box.left > left + 0.7 * box.height and above.left < left + 0.3 * box.height and not in_item
            if apart or other_size or (not cells and (entry or ended or begun or indented)):
                yield current
                current = LaidOutParagraph()
        current.by_rows = cells
        current.add([row])
    yield current


def _append(
    blocks: list[LaidOutParagraph | PageTable],
    new: Sequence[LaidOutParagraph | PageTable],
    usual: float,
    *,
    begins: bool,
) -> None:
    """Appends blocks; a paragraph or a table that the border of a column or a page cut becomes whole again. begins: the
    new blocks are the first ones of a column.
    """
    last, first = (blocks[-1], new[0]) if blocks and new else (None, None)
    if isinstance(last, PageTable) and isinstance(first, PageTable):
        if begins and _moves_up(last.rows[-1], first.rows[0]) and last.goes_on_in(first):
            last.extend(first)
            new = new[1:]
    elif isinstance(first, LaidOutParagraph) and rounded(first.size) < HEADING_SIZE_FACTOR * usual:
        cut = _cut_before(blocks, first)
        if cut:
            cut.add(first.rows)
            new = new[1:]
    blocks += new


def _moves_up(end: PageRow | TableRow, begin: PageRow | TableRow) -> bool:
    """Tells whether a row is on a later page than another one, or higher on the same page, in the next column."""
    return begin.page > end.page or begin.box.top > end.box.top


def _cut_before(blocks: Sequence[LaidOutParagraph | PageTable], rest: LaidOutParagraph) -> LaidOutParagraph | None:
    """Returns the paragraph that goes on in another one. At the end of a column, it is above footnotes and tables."""
    begin = rest.rows[0]
    if rest.by_rows or not begin.text[:1].islower() or _ITEM.match(begin.text):
        return None
    for block in reversed(blocks[-_MOST_BETWEEN:]):
        if isinstance(block, LaidOutParagraph) and block.size > 0.94 * rest.size:
            same = not block.by_rows and abs(block.size - rest.size) < 0.06 * block.size
            return block if same and not _SENTENCE_END.search(block.rows[-1].text) else None
        if not _moves_up(block.rows[-1], begin):
            return None
    return None


def _write(blocks: Sequence[LaidOutParagraph | PageTable], turns: Sequence[int], usual: float, words: Words) -> Content:
    paragraphs = [block for block in blocks if isinstance(block, LaidOutParagraph)]
    levels = levels_of(paragraphs, usual)
    pieces: list[str] = []
    lines: list[LayoutLine] = []
    title: tuple[int, int, str] | None = None
    at = 0
    for block in blocks:
        level = None
        if isinstance(block, PageTable):
            text, spans = _table_text(block)
        else:
            level = levels.get(rounded(block.size)) if can_be_heading(block) else None
            text, spans = _one_text(block, "#" * level + " " if level else "", words)
        if not text.strip():
            continue
        if level:
            page = block.rows[0].page
            found = (page, level, text.lstrip("# "))
            title = found if title is None or (page == title[0] and level < title[1]) else title
        if pieces:
            at += 2
        placed: Sequence[PageRow | TableRow] = block.rows
        lines += [
            LayoutLine(at + start, at + end, row.page, *on_page(_turned_back(row.box, turns[row.page - 1])))
            for (start, end), row in zip(spans, placed, strict=True)
        ]
        pieces.append(text)
        at += len(text)
    return Content(title[2] if title else None, "\n\n".join(pieces), lines=tuple(lines))


def _table_text(table: PageTable) -> tuple[str, list[tuple[int, int]]]:
    """Returns the table as Markdown and where each row lies in it; no row holds the ruling below the header."""
    lines = table.lines()
    rule = ruling(len(table.columns))
    spans: list[tuple[int, int]] = []
    at = 0
    for line in lines:
        spans.append((at, at + len(line)))
        at += len(line) + 1 + (at == 0) * (len(rule) + 1)
    return "\n".join([lines[0], rule, *lines[1:]]), spans


def _one_text(paragraph: LaidOutParagraph, prefix: str, words: Words) -> tuple[str, list[tuple[int, int]]]:
    """Returns the paragraph on one line (rows of cells: on their own lines) and where each row lies in it."""
    text = prefix
    spans: list[tuple[int, int]] = []
    for index, row in enumerate(paragraph.rows):
        line = row.text if paragraph.by_rows else " ".join(row.text.split())
        if index == 0 and not prefix:
            line = _BULLET.sub("- ", line, count=1)
            # The text is read as Markdown from here on, and this is a heading or a fence in none but its looks.
            text = "\\" if _MARKS.match(line) else ""
        if index and paragraph.by_rows:
            text += "\n"
        elif index:
            text = words.joined(text, line)
            spans[-1] = spans[-1][0], max(spans[-1][0], min(spans[-1][1], len(text)))
        spans.append((len(text), len(text) + len(line)))
        text += line
    return text.replace("\x02", "-"), spans


def _turned_back(box: Run, turn: int) -> Run:
    return replace(box, angle=(box.angle + turn) % 360) if turn else box
