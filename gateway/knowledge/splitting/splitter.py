"""Splitting a document into passages: whole blocks under one heading, of a size that a reader takes in at a glance.

Every character that is neither blank nor part of a heading is in exactly one passage. A heading opens the passage that
follows it, so that the passage can be read, found and judged alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gateway.knowledge.formats import delimited, source_code
from gateway.knowledge.formats.front_matter import front_matter
from gateway.knowledge.splitting.text_blocks import WINDOW, Block, TextPart, heading_text, parts
from gateway.words import sentences
from gateway.words.text import markdown
from gateway.words.text.folding import HAS_UNSPACED

TARGET, UNSPACED_TARGET = 900, 450
"""Characters; blocks under one heading are joined up to this size. A Chinese character says more than a Latin letter,
and is two terms of the index, which then still fit into the row of their passage."""
LIMIT = 4000
"""Characters; no passage is longer."""
_SMALL = 4
"""A rest below a quarter of the target joins its neighbour."""
_LIST = 3
"""Targets that a list of short items may fill: a reader wants it whole."""
_LONGEST_CAPTION = 200
_SHORT_ITEM, _LONGEST_LEAD = 300, 300
"""Characters of such an item, and of the sentence that introduces a list."""
_PATH_LENGTH = 300
_OPENING = 20_000
"""Characters that are searched for a title before the whole text is."""

_SAMPLE = 2000
_LEADS = re.compile(r"[:：][*_\s]*\Z")
_NUMBERED, _ENDS = re.compile(r"[*_]{0,3}\w{1,20}\.? \d"), re.compile(r"[.!?。！？][*_\"”»]{0,4}\Z")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NUMBER = re.compile(r"\d")
_BREAK = re.compile(r".*[\s，。；、！？,;](?=\S)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PassageDraft:
    """A passage before it is stored: `text == source[start:end]`.

    Further pieces of a table too long for one passage begin with its caption and its header rows, and those of a list
    with the sentence that introduces it: `text == header + source[start:end]`.
    """

    position: int
    heading: str | None
    start: int
    end: int
    text: str


def split_pieces(
    pieces: Iterable[str], media_type: str, *, target: int | None = None, limit: int = LIMIT, window: int = WINDOW
) -> Iterator[PassageDraft]:
    """Yields the passages of a text that comes in pieces, in reading order; it holds no more than about two windows.

    `media_type`: `text/plain` knows only paragraphs; source code is read by `source_code.py`; every other type is read
    as Markdown, as which extracted text is written.
    `target`, `limit`: in code points; without a target, that of the script.
    """

    def sizes(text: str) -> tuple[int, int]:
        return max(1, min(_target(text) if target is None else target, limit)), limit

    position = 0
    alone: PassageDraft | None = None
    for part in parts(pieces, media_type, sizes, window):
        whole = all(block.kind == "heading" for block in part.blocks)
        for start, end, heading, header in _passages(part, *sizes(part.text), media_type in source_code.BY_MEDIA_TYPE):
            text = header + part.text[start:end]
            draft = PassageDraft(position, heading, part.start + start, part.start + end, text)
            if whole:  # headings with nothing below them are a passage where the text holds nothing else
                alone = alone or draft
                continue
            yield draft
            position += 1
    if alone and not position:
        yield alone


def _passages(part: TextPart, target: int, limit: int, is_code: bool) -> Iterator[tuple[int, int, str | None, str]]:
    """Yields start, end, path of headings and repeated header of each passage of a part."""
    groups: list[Block] = []
    for blocks in _between_comments(part.blocks):
        listed = _with_lists(part.text, blocks, target)
        pieces = [piece for block in listed for piece in _fit(part.text, block, target, limit)]
        groups += pieces if is_code else _merge(pieces, target, limit)
    for group in groups:
        start, end = _trim(part.text, group.start, group.end)
        if start < end:
            yield start, end, _path(group.path), group.header


def _between_comments(blocks: list[Block]) -> Iterator[list[Block]]:
    """Yields runs of blocks without a comment among them; headings that stand right above one are in the path of what
    comes below it."""
    run: list[Block] = []
    for block in blocks:
        if block.kind != "comment":
            run.append(block)
            continue
        while run and run[-1].kind == "heading":
            run.pop()
        yield run
        run = []
    yield run


def _target(text: str) -> int:
    """Returns the target by the script of most letters in three places of the text."""
    sample = "".join(text[at : at + _SAMPLE] for at in (0, len(text) // 2, max(0, len(text) - _SAMPLE)))
    return UNSPACED_TARGET if not sample.isascii() and len(HAS_UNSPACED.findall(sample)) * 3 > len(sample) else TARGET


def title_of(text: str) -> str | None:
    """Returns the title that a Markdown text begins with.

    That is its first heading of level 1, unless that is one of several versions or dates; else its first heading of any
    level, where no text stands above it.
    """
    matter = front_matter(text)
    body = text[matter.end :] if matter else text
    # A title stands at the top, which saves the parse of the rest; the last heading there may be cut, so it waits.
    whole = len(body) <= _OPENING
    opening = _headings(body[:_OPENING])
    opening = opening if whole else opening[:-1]
    every = opening if whole or any(level == 1 for level, _, _ in opening) else _headings(body)
    first = [title for level, title, _ in every if level == 1]
    if first:
        return None if len(first) > 1 and all(map(_NUMBER.search, first[:3])) else first[0]
    return every[0][1] if every and not every[0][2] else None


def _headings(text: str) -> list[tuple[int, str, bool]]:
    """Returns level and title of every heading that has a title, and whether prose stands above it."""
    found: list[tuple[int, str, bool]] = []
    below_text, lines = False, text.split("\n")
    for block in markdown.blocks(text):
        if block.kind == "heading" and (title := heading_text(block.title)):
            found.append((block.level, title, below_text))
        elif not below_text and block.kind == "prose":
            seen = _COMMENT.sub("", "\n".join(lines[block.start : block.end]))
            below_text = bool(re.search(r"\w", markdown.plain(markdown.without_images(seen))))
    return found


def _path(path: tuple[str, ...]) -> str | None:
    joined = " › ".join(part for part in path if part)
    if not joined:
        return None
    return joined if len(joined) <= _PATH_LENGTH else "…" + joined[1 - _PATH_LENGTH :]


def _with_lists(text: str, blocks: Iterable[Block], target: int) -> Iterator[Block]:
    """Yields blocks, lists of short items as one; an item of another list, or a list, has what introduces it as its
    header, for the passage that begins with it."""
    before: Block | None = None
    items: list[Block] = []
    for block in [*blocks, None]:
        if block and block.kind == "item" and (not items or items[-1].path == block.path):
            items.append(block)
            continue
        if items:
            yield from _list(items, _lead(text, before) if before and before.path == items[0].path else "", target)
        items = []
        if block and block.kind == "item":
            items, before = [block], None
        elif block:
            if block.kind == "table" and before and before.path == block.path:
                block.caption = _caption(text, before)
            yield block
            before = block


def _list(items: list[Block], lead: str, target: int) -> Iterator[Block]:
    first, last = items[0], items[-1]
    lead = lead if 4 * len(lead) <= target else ""
    whole = last.end - first.start <= _LIST * target and all(item.length <= _SHORT_ITEM for item in items)
    if whole and len(items) > 1:
        yield Block(first.start, last.end, "list", first.path, header=lead)
    else:
        yield from (Block(item.start, item.end, "item", item.path, header=lead) for item in items)


def _caption(text: str, block: Block) -> str:
    """Returns a line that is the title of the table below it, or introduces it; else an empty text."""
    line = text[slice(*_trim(text, block.start, block.end))]
    is_title = "\n" not in line and (_NUMBERED.match(line) or not _ENDS.search(line))
    return f"{line}\n\n" if block.kind == "prose" and len(line) <= _LONGEST_CAPTION and is_title else ""


def _lead(text: str, block: Block) -> str:
    """Returns the last sentence of a paragraph, where it introduces what follows; else an empty text."""
    start, end = _trim(text, block.start, block.end)
    if block.kind != "prose" or not _LEADS.search(text, max(start, end - 8), end):
        return ""
    *_, (first, last) = sentences(text[start:end])
    lead = text[start + first : start + last]
    return f"{lead}\n\n" if len(lead) <= _LONGEST_LEAD else ""


def _fit(text: str, block: Block, target: int, limit: int) -> Iterator[Block]:
    """Yields the block itself, or its pieces: long prose is cut at sentences, code and tables only above the limit, at
    lines.
    """
    start, end = _trim(text, block.start, block.end)
    if block.kind == "heading" and end - start <= limit:
        yield block
        return
    room = limit - len(block.header)
    most = {"prose": target, "item": min(2 * target, room)}.get(block.kind, room)
    if end - start <= most and (block.kind in ("item", "list") or not block.header):
        yield Block(start, end, block.kind, block.path, end - start, block.header)
        return
    if block.kind == "table":
        yield from _rows(text, replace(block, start=start, end=end), target, limit)
        return
    most = min(most, target) if block.kind == "item" else most
    for a, b in _cut(text, start, end, most, room, by_lines=block.kind == "whole"):
        yield Block(a, b, block.kind, block.path, b - a, block.header)


def _rows(text: str, table: Block, target: int, limit: int) -> Iterator[Block]:
    """Cuts a long table at its rows. Every piece is given the caption and the header, except the first one, which
    begins with the header.

    A table that has its header already is the rest of one, so every piece of it is given the header.
    """
    end = delimited.header_end(text, table.start, table.end)
    header = table.header or text[table.start : end]
    header = next((repeated for repeated in (table.caption + header, header) if 4 * len(repeated) <= limit), "")
    most = min(2 * target, limit) - len(header)
    first = end if header and not table.header else table.start
    for a, b in _cut(text, first, table.end, most, limit - len(header), by_lines=True):
        if a > first or table.header:
            yield Block(a, b, "table", table.path, b - a, header)
        else:
            yield Block(table.start, b, "table", table.path, b - a)


def _cut(text: str, start: int, end: int, most: int, limit: int, *, by_lines: bool) -> Iterator[tuple[int, int]]:
    """Yields pieces of about equal size: at most `most` long where sentences (lines, for tables and code) allow it, and
    never over `limit`.
    """
    if by_lines:
        borders = [match.end() for match in re.finditer("\n", text[start:end])]
    else:
        borders = [stop for _, stop in sentences(text[start:end])]
    count = -(-(end - start) // most)
    goal = (end - start) / count
    begin = start
    previous = start
    for border in [*(start + border for border in borders), end]:
        if border - begin > most and previous > begin:
            yield from _hard(text, begin, previous, limit)
            begin = previous
        if border - begin >= goal and border < end:
            yield from _hard(text, begin, border, limit)
            begin = border
        previous = border
    if begin < end:
        yield from _hard(text, begin, end, limit)


def _hard(text: str, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
    """Cuts a sentence that is longer than the limit at a blank or a comma, else anywhere."""
    start, end = _trim(text, start, end)
    while end - start > limit:
        found = _BREAK.match(text, start, start + limit + 1)
        cut = found.end() if found and found.end() > start + limit // 2 else start + limit
        yield _trim(text, start, cut)
        start, _ = _trim(text, cut, end)
    if start < end:
        yield start, end


def _merge(pieces: list[Block], target: int, limit: int) -> list[Block]:
    """Makes one passage of neighbours under one heading, up to the target; headings go with what follows them."""
    groups: list[Block] = []
    pending: Block | None = None
    for piece in pieces:
        if piece.kind == "heading":
            pending = Block(pending.start if pending else piece.start, piece.end, "heading", piece.path)
            continue
        if pending is not None:
            joined = piece.end - pending.start <= limit
            groups.append(replace(piece, start=pending.start if joined else piece.start))
            pending = None
        elif groups and _joins(groups[-1], piece, target, limit):
            groups[-1].end = piece.end
            groups[-1].body += piece.body
        else:
            groups.append(piece)
    if pending is not None:
        _last_heading(groups, pending, limit)
    return _without_rests(groups, target, limit)


def _joins(group: Block, piece: Block, target: int, limit: int) -> bool:
    if group.path != piece.path or group.reach(piece.end) > limit:
        return False
    # A lead-in ("Install it with:") stays with the code, list or table that it announces.
    small = group.body * _SMALL < target and piece.kind != "prose"
    return group.reach(piece.end) <= ((_LIST if piece.kind == "list" else 2) * target if small else target)


def _last_heading(groups: list[Block], heading: Block, limit: int) -> None:
    """Gives headings with nothing below them to the last passage; they stand alone only in a document of headings."""
    if not groups:
        groups.append(Block(heading.start, min(heading.end, heading.start + limit), "heading", heading.path))
    elif groups[-1].reach(heading.end) <= limit:
        groups[-1].end = heading.end


def _without_rests(groups: list[Block], target: int, limit: int) -> list[Block]:
    result: list[Block] = []
    for group in groups:
        last = result[-1] if result else None
        rest = last is not None and last.path == group.path and group.body * _SMALL < target
        if last is not None and rest and last.reach(group.end) <= limit:
            last.end = group.end
            last.body += group.body
        else:
            result.append(group)
    return result


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leaves out the blanks around a text; the indent of its first line stays, for it means something in code."""
    while end > start and text[end - 1].isspace():
        end -= 1
    first = start
    while first < end and text[first].isspace():
        first += 1
    line = text.rfind("\n", 0, first) + 1
    return (line if line >= start else first), end
