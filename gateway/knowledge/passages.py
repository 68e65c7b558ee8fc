"""Splitting a document into passages: whole blocks under one heading, of a size that a reader takes in at a glance.

Every character that is neither blank nor part of a heading is in exactly one passage. A heading opens the passage that
follows it, so that the passage can be read, found and judged alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from gateway.knowledge import code, tables
from gateway.knowledge.markdown import outer_blocks
from gateway.words import sentences
from gateway.words.folding import UNSPACED

Kind = Literal["heading", "prose", "item", "whole", "table"]

TARGET, UNSPACED_TARGET = 900, 450
"""Characters; blocks under one heading are joined up to this size. A Chinese character says more than a Latin letter, and
is two terms of the index, which then still fit into the row of their passage."""
LIMIT = 4000
"""Characters; no passage is longer."""
_SMALL = 4
"""A rest below a quarter of the target joins its neighbour."""
_HEADING_LENGTH, _PATH_LENGTH = 120, 300
_HEADING_SOURCE = 2000
"""Characters of a heading that are looked at: brackets without end cost the square of its length."""
_OPENING = 20_000
"""Characters that are searched for a title before the whole text is."""

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_MARKUP = re.compile(r"[`*]+|(?<!\w)_+|_+(?!\w)|<[^>]*>|\s*\{#[^}]*\}\s*$")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_SAMPLE = 2000
_BREAK = re.compile(r".*[\s，。；、！？,;](?=\S)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PassageDraft:
    """A passage before it is stored: `text == source[start:end]`.

    Further pieces of a table too long for one passage begin with its header rows: `text == header + source[start:end]`.
    """

    position: int
    heading: str | None
    start: int
    end: int
    text: str


@dataclass(slots=True)
class _Block:
    start: int
    end: int
    kind: Kind
    path: tuple[str, ...] = ()
    body: int = 0
    """Length without headings; a span without body is never a passage of its own."""
    header: str = ""
    """Rows of a table that go before the text."""

    @property
    def length(self) -> int:
        return self.end - self.start

    def reach(self, end: int) -> int:
        """Length of the passage that ends there."""
        return len(self.header) + end - self.start


def split(
    text: str, media_type: str = "text/markdown", *, target: int | None = None, limit: int = LIMIT
) -> list[PassageDraft]:
    """Passages of a text in reading order; an empty list for a blank text.

    `media_type` `text/plain` knows paragraphs only, every other type is read as Markdown (extracted text is written
    as Markdown) but for source code (`code.py`). `target` and `limit` are in code points; without a target, that of the
    script.
    """
    target = max(1, min(_target(text) if target is None else target, limit))
    blocks = _blocks(text, media_type, target, limit)
    groups = [piece for block in blocks for piece in _fit(text, block, target, limit)]
    if media_type not in code.BY_MEDIA_TYPE:
        groups = _merge(groups, target, limit)
    drafts: list[PassageDraft] = []
    for group in groups:
        start, end = _trim(text, group.start, group.end)
        if start < end:
            drafts.append(PassageDraft(len(drafts), _path(group.path), start, end, group.header + text[start:end]))
    return drafts


def _target(text: str) -> int:
    """By the script of most letters in three places of the text."""
    sample = "".join(text[at : at + _SAMPLE] for at in (0, len(text) // 2, max(0, len(text) - _SAMPLE)))
    return UNSPACED_TARGET if not sample.isascii() and len(_UNSPACED.findall(sample)) * 3 > len(sample) else TARGET


def _blocks(text: str, media_type: str, target: int, limit: int) -> list[_Block]:
    if media_type in code.BY_MEDIA_TYPE:
        return [
            _Block(piece.start, piece.end, "whole", piece.path)
            for piece in code.blocks(text, media_type, target, limit)
        ]
    if media_type in (tables.CSV, tables.TSV):
        begin = text.find("\n\n") + 1  # below what stands above the table, or 0
        return [_Block(0, begin, "prose")] * bool(begin) + [_Block(begin, len(text), "table")]
    return _paragraphs(text) if media_type == "text/plain" else _markdown_blocks(text)


def title_of(text: str) -> str | None:
    """The first heading of level 1 of a Markdown text, else the first heading of any level, else None."""
    matter = _FRONT_MATTER.match(text)
    body = text[matter.end() :] if matter else text
    # A title stands at the top, which saves the parse of the rest; the last heading there may be cut, so it waits.
    opening = _headings(body[:_OPENING])
    whole = len(body) <= _OPENING
    found = next((title for tag, title in (opening if whole else opening[:-1]) if tag == "h1"), None)
    if found is None:
        every = opening if whole else _headings(body)
        found = next((title for tag, title in every if tag == "h1"), every[0][1] if every else None)
    return found


def front_matter_title(text: str) -> str | None:
    """The `title:` of a YAML block between `---` lines at the top."""
    matter = _FRONT_MATTER.match(text)
    found = re.search(r"^title[ \t]*:[ \t]*(.+?)[ \t]*$", matter.group(), re.MULTILINE) if matter else None
    return found.group(1).strip("\"' ") or None if found else None


def _headings(text: str) -> list[tuple[str, str]]:
    """(`h1` to `h6`, title) of every heading that has one."""
    tokens = outer_blocks(text)
    named = (
        (token.tag, _plain(tokens[index + 1].content))
        for index, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    )
    return [(tag, title) for tag, title in named if title]


def _plain(heading: str) -> str:
    """Heading text without Markdown marks, on one line."""
    return " ".join(_MARKUP.sub("", _LINK.sub(r"\1", heading[:_HEADING_SOURCE])).split())[:_HEADING_LENGTH]


def _path(path: tuple[str, ...]) -> str | None:
    joined = " › ".join(part for part in path if part)
    if not joined:
        return None
    return joined if len(joined) <= _PATH_LENGTH else "…" + joined[1 - _PATH_LENGTH :]


def _line_offsets(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text)), len(text)]


def _markdown_blocks(text: str) -> list[_Block]:
    """Blocks that cover the text without gaps: each one reaches to where the next begins."""
    matter = _FRONT_MATTER.match(text)
    shift = matter.end() if matter else 0
    lines = [shift + offset for offset in _line_offsets(text[shift:])]
    blocks = [_Block(0, shift, "whole")] if shift else []
    levels: dict[int, str] = {}
    path: tuple[str, ...] = ()
    tokens = outer_blocks(text[shift:])
    for index, token in enumerate(tokens):
        if not token.map:
            continue
        if token.level == 0 and token.type not in ("bullet_list_open", "ordered_list_open"):
            kind: Kind = "whole"
            if token.type == "heading_open":
                kind, level = "heading", int(token.tag[1])
                levels = {known: title for known, title in levels.items() if known < level}
                levels[level] = _plain(tokens[index + 1].content)
                path = tuple(levels[known] for known in sorted(levels))
            elif token.type in ("paragraph_open", "blockquote_open", "html_block"):
                kind = "prose"
            elif token.type == "table_open":
                kind = "table"
        elif token.level == 1 and token.type == "list_item_open":
            kind = "item"
        else:
            continue
        if not blocks or blocks[-1].start < lines[token.map[0]] or blocks[-1].end == shift == lines[token.map[0]]:
            blocks.append(_Block(lines[token.map[0]], lines[token.map[1]], kind, path))
    return _without_gaps(text, blocks)


def _without_gaps(text: str, blocks: list[_Block]) -> list[_Block]:
    """Text that no token owns (link definitions, deep nesting) goes to the block before it."""
    if not blocks:
        return _paragraphs(text)
    result: list[_Block] = []
    if text[: blocks[0].start].strip():
        result.append(_Block(0, blocks[0].start, "prose"))
    for index, block in enumerate(blocks):
        end = blocks[index + 1].start if index + 1 < len(blocks) else len(text)
        if block.kind == "heading" and text[block.end : end].strip():
            result.append(block)
            block = _Block(block.end, end, "prose", block.path)
        result.append(_Block(block.start, end, block.kind, block.path))
    return result


def _paragraphs(text: str) -> list[_Block]:
    starts = [match.end() for match in re.finditer(r"\n[ \t]*+\n(?:[^\S\n]*+\n)*+", text)]
    bounds = [0, *starts, len(text)]
    return [_Block(a, b, "prose") for a, b in pairwise(bounds) if text[a:b].strip()]


def _fit(text: str, block: _Block, target: int, limit: int) -> Iterator[_Block]:
    """The block itself, or its pieces: long prose is cut at sentences, code and tables only above the limit, at lines."""
    start, end = _trim(text, block.start, block.end)
    if block.kind == "heading" and end - start <= limit:
        yield block
        return
    most = {"prose": target, "item": min(2 * target, limit)}.get(block.kind, limit)
    if end - start <= most:
        yield _Block(start, end, block.kind, block.path, end - start)
        return
    if block.kind == "table":
        yield from _rows(text, _Block(start, end, "table", block.path), target, limit)
        return
    for a, b in _cut(
        text, start, end, min(most, target) if block.kind == "item" else most, limit, by_lines=block.kind == "whole"
    ):
        yield _Block(a, b, block.kind, block.path, b - a)


def _rows(text: str, table: _Block, target: int, limit: int) -> Iterator[_Block]:
    """A long table by rows; every piece but the first, which begins with it anyway, is given the header."""
    end = tables.header_end(text, table.start, table.end)
    header = text[table.start : end] if 4 * (end - table.start) <= limit else ""
    most = min(2 * target, limit) - len(header)
    first = end if header else table.start
    for a, b in _cut(text, first, table.end, most, limit - len(header), by_lines=True):
        yield (
            _Block(a, b, "table", table.path, b - a, header)
            if a > first
            else _Block(table.start, b, "table", table.path, b - a)
        )


def _cut(text: str, start: int, end: int, most: int, limit: int, *, by_lines: bool) -> Iterator[tuple[int, int]]:
    """Pieces of about equal size, at most `most` long where sentences (lines, for tables and code) allow, never over `limit`."""
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
    """A sentence longer than the limit is cut at a blank or a comma, else anywhere."""
    start, end = _trim(text, start, end)
    while end - start > limit:
        found = _BREAK.match(text, start, start + limit + 1)
        cut = found.end() if found and found.end() > start + limit // 2 else start + limit
        yield _trim(text, start, cut)
        start, _ = _trim(text, cut, end)
    if start < end:
        yield start, end


def _merge(pieces: list[_Block], target: int, limit: int) -> list[_Block]:
    """Neighbours under one heading become one passage up to the target; headings go with what follows them."""
    groups: list[_Block] = []
    pending: _Block | None = None
    for piece in pieces:
        if piece.kind == "heading":
            pending = _Block(pending.start if pending else piece.start, piece.end, "heading", piece.path)
            continue
        if pending is not None:
            joined = piece.end - pending.start <= limit
            groups.append(
                _Block(
                    pending.start if joined else piece.start,
                    piece.end,
                    piece.kind,
                    piece.path,
                    piece.body,
                    piece.header,
                )
            )
            pending = None
        elif groups and _joins(groups[-1], piece, target, limit):
            groups[-1].end = piece.end
            groups[-1].body += piece.body
        else:
            groups.append(piece)
    if pending is not None:
        _last_heading(groups, pending, limit)
    return _without_rests(groups, target, limit)


def _joins(group: _Block, piece: _Block, target: int, limit: int) -> bool:
    if group.path != piece.path or group.reach(piece.end) > limit:
        return False
    # A lead-in ("Install it with:") stays with the code, list or table that it announces.
    small = group.body * _SMALL < target and piece.kind != "prose"
    return group.reach(piece.end) <= (2 * target if small else target)


def _last_heading(groups: list[_Block], heading: _Block, limit: int) -> None:
    """Headings with nothing below them: part of the last passage; alone only in a document of headings."""
    if not groups:
        groups.append(_Block(heading.start, min(heading.end, heading.start + limit), "heading", heading.path))
    elif groups[-1].reach(heading.end) <= limit:
        groups[-1].end = heading.end


def _without_rests(groups: list[_Block], target: int, limit: int) -> list[_Block]:
    result: list[_Block] = []
    for group in groups:
        last = result[-1] if result else None
        rest = last is not None and last.path == group.path and group.body * _SMALL < target
        if last is not None and rest and last.reach(group.end) <= min(limit, target * 3 // 2):
            last.end = group.end
            last.body += group.body
        else:
            result.append(group)
    return result


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the blanks around it; the indent of a first line stays, for it means something in code."""
    while end > start and text[end - 1].isspace():
        end -= 1
    first = start
    while first < end and text[first].isspace():
        first += 1
    line = text.rfind("\n", 0, first) + 1
    return (line if line >= start else first), end
