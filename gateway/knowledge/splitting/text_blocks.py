"""The blocks of a text, found in one part of it after the other, so that a text of any length costs no more than a
part.

A part ends where a block begins, before a heading where there is one, so that what is found is what would be found in
the whole: `words/text/markdown.py` decides what a block is, and sees one part at a time. Only a block longer than two
windows is cut inside; lines of code and rows of a table stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from gateway.knowledge.formats import delimited, source_code
from gateway.knowledge.formats.front_matter import FrontMatter, front_matter
from gateway.knowledge.formats.plain_headings import plain_headings
from gateway.words.text import markdown

Kind = Literal["heading", "prose", "item", "list", "whole", "table", "comment"]
"""A comment is no text: settings between `<!--` and `-->`, remarks for those who write the page."""

WINDOW = 1 << 17
"""Characters of a part; a text of this length is taken whole."""
_HEADING_LENGTH = 120
_HEADING_SOURCE = 2000
"""Characters of a heading that are read: brackets without end cost the square of its length."""
_COMMENT = re.compile(r"\s*+<!--(?:(?!-->)[^\n])*+\n(?:(?!-->).)*+-->\s*+", re.DOTALL)
"""Of several lines; a mark of one line parts nothing."""
_BLANK_LINE = re.compile(r"(?:\A|(?<=\n))[ \t]*\n")


@dataclass(slots=True)
class Block:
    """A block of a text, by its offsets there."""

    start: int
    end: int
    kind: Kind
    path: tuple[str, ...] = ()
    body: int = 0
    """Length without headings; a span without body is never a passage of its own."""
    header: str = ""
    """Rows of a table or the sentence that introduces a list: it goes before the text of a passage that begins here."""
    caption: str = ""
    """The line above a table: further pieces of the table begin with it."""

    @property
    def length(self) -> int:
        return self.end - self.start

    def reach(self, end: int) -> int:
        """Returns the length of the passage that ends there."""
        return len(self.header) + end - self.start


class TextPart(NamedTuple):
    """A part of a text, where it starts in the whole, and its blocks, whose offsets are those in the part."""

    text: str
    start: int
    blocks: list[Block]


Found = tuple[list[Block], int]
"""The blocks of a window and where they end; at 0 where the window is too short to tell."""


def parts(
    pieces: Iterable[str], media_type: str, sizes: Callable[[str], tuple[int, int]], window: int = WINDOW
) -> Iterator[TextPart]:
    """Yields the parts of a text that comes in pieces.

    `sizes`: returns target and limit of the passages of a part, for code.
    """
    reader = _reader(media_type, sizes)
    short = (piece[at : at + window] for piece in pieces for at in range(0, len(piece), window))
    waiting, start, width = "", 0, window
    is_over = False
    while not is_over or waiting:
        while len(waiting) <= width and not is_over:
            piece = next(short, "")
            waiting, is_over = waiting + piece, not piece
        text = waiting[:width]
        is_last = is_over and len(waiting) <= width
        if not is_last and (text.isspace() or not text):
            waiting, start = waiting[len(text) :], start + len(text)
            continue
        found, end = reader.read(text, is_last=is_last, is_wide=width > window)
        if not end and text and width == window and not is_last:
            width = 2 * window
            continue
        yield TextPart(text[:end], start, found)
        waiting, start, width = waiting[end:], start + end, window
        if is_last and not waiting:
            return


def heading_text(written: str) -> str:
    """Returns the text of a heading without Markdown's marks, on one line."""
    return markdown.plain(written[:_HEADING_SOURCE])[:_HEADING_LENGTH]


def _reader(media_type: str, sizes: Callable[[str], tuple[int, int]]) -> _Code | _Table | _Prose | _Markdown:
    """Returns what reads the blocks of the next window. In a wide one, something must be found."""
    if media_type in source_code.BY_MEDIA_TYPE:
        return _Code(media_type, sizes)
    if media_type in (delimited.CSV, delimited.TSV):
        return _Table()
    return _Prose() if media_type == "text/plain" else _Markdown()


class _Code:
    def __init__(self, media_type: str, sizes: Callable[[str], tuple[int, int]]) -> None:
        self._media_type, self._sizes = media_type, sizes

    def read(self, text: str, *, is_last: bool, is_wide: bool) -> Found:
        found = source_code.blocks(text, self._media_type, *self._sizes(text))
        if is_last:
            return _whole(found), len(text)
        late = [piece for piece in found if 2 * piece.start > len(text)]
        outer = [piece.start for piece in late if len(piece.path) == 1]
        if late:
            end = outer[-1] if outer else late[-1].start
            return _whole([piece for piece in found if piece.start < end]), end
        end = _line_end(text)  # a block of half a window is no passage anyway
        return _whole(source_code.blocks(text[:end], self._media_type, *self._sizes(text))), end


def _whole(found: Iterable[source_code.CodeBlock]) -> list[Block]:
    return [Block(piece.start, piece.end, "whole", piece.path) for piece in found]


class _Table:
    """One table to the end, below what stands above it."""

    def __init__(self) -> None:
        self._header: str | None = None

    def read(self, text: str, *, is_last: bool, is_wide: bool) -> Found:
        end = len(text) if is_last else _line_end(text)
        if self._header is not None:
            return [Block(0, end, "table", header=self._header)], end
        begin = text.find("\n\n", 0, end) + 1  # below what stands above the table, or 0
        self._header = text[begin : delimited.header_end(text, begin, end)]
        return [Block(0, begin, "whole")] * bool(begin) + [Block(begin, end, "table")], end


class _Prose:
    """Remembers the headings above the next window, and how those of each level are set, in the order they came."""

    def __init__(self) -> None:
        self._styles: list[str] = []
        self._above: tuple[str, ...] = ()

    def read(self, text: str, *, is_last: bool, is_wide: bool) -> Found:
        found = self._blocks(text)
        if is_last or not found:
            self._above = found[-1].path if found else self._above
            return found, len(text)
        end = _border(found, len(text)) or (_line_end(text) if is_wide else 0)
        self._above = next((block.path for block in reversed(found) if block.start < end), self._above)
        return _before(end, found), end

    def _blocks(self, text: str) -> list[Block]:
        """Returns headings, and the text between blank lines below them."""
        offsets = _line_offsets(text)
        found, begin, path = list[Block](), 0, self._above
        for heading in plain_headings(text.split("\n")):
            start, end = offsets[heading.start], offsets[heading.end]
            found += _moved(paragraphs(text[begin:start]), begin, path)
            if heading.style not in self._styles:
                self._styles.append(heading.style)
            path = (*path[: self._styles.index(heading.style)], " ".join(heading.title.split()))
            found.append(Block(start, end, "heading", path))
            begin = end
        return found + _moved(paragraphs(text[begin:]), begin, path)


def _moved(blocks: list[Block], by: int, path: tuple[str, ...]) -> list[Block]:
    return [Block(block.start + by, block.end + by, block.kind, path) for block in blocks]


def paragraphs(text: str) -> list[Block]:
    """Returns the text between blank lines."""
    starts = [match.end() for match in re.finditer(r"\n[ \t]*+\n(?:[^\S\n]*+\n)*+", text)]
    bounds = [0, *starts, len(text)]
    return [Block(a, b, "prose") for a, b in pairwise(bounds) if text[a:b].strip()]


class _Markdown:
    """Remembers the headings above the next window, and a block that goes on in it."""

    def __init__(self) -> None:
        self._is_first = True
        self._levels: dict[int, str] = {}
        self._fence: re.Pattern[str] | None = None
        """How the code ends in the middle of which the last window did."""
        self._header: str | None = None
        """The first rows of the table in which it did."""

    def read(self, text: str, *, is_last: bool, is_wide: bool) -> Found:
        if self._fence is not None or self._header is not None:
            block = self._going_on(text, is_last=is_last)
            if block.end:
                return [block], block.end
        matter = front_matter(text) if self._is_first else None
        found, levels, fence = self._blocks(text, matter)
        end = len(text) if is_last else _border(found, len(text))
        if not end and all(block.kind == "heading" for block in found):
            end = (found and found[-1].start) or _line_end(text)
        if not end and is_wide:
            end = _line_end(text)
            self._go_on_in(fence, text, found[-1], end)
        if end:
            self._is_first = False
            self._levels = next((above for start, above in reversed(levels) if start < end), self._levels)
        return without_gaps(text[:end], _before(end, found)), end

    def _blocks(
        self, text: str, matter: FrontMatter | None
    ) -> tuple[list[Block], list[tuple[int, dict[int, str]]], str]:
        """Returns the blocks, the headings in force from each heading on, and the fence that opens the last block. What
        the text states of itself in front is no text of it.
        """
        shift = matter.end if matter else 0
        above: Kind = "comment" if matter and matter.fields is not None else "whole"
        lines = [shift + offset for offset in _line_offsets(text[shift:])]
        blocks = [Block(0, shift, above, self._path(self._levels))] if shift else []
        levels, known, fence = self._levels, list[tuple[int, dict[int, str]]](), ""
        for read in markdown.blocks(text[shift:]):
            start, end = lines[read.start], lines[read.end]
            if read.kind == "heading":
                levels = {level: title for level, title in levels.items() if level < read.level}
                levels[read.level] = heading_text(read.title)
                known.append((start, levels))
            if not blocks or blocks[-1].start < start or blocks[-1].end == shift == start:
                kind: Kind = "whole" if read.kind == "code" or read.kind == "rule" else read.kind
                if kind == "prose" and _COMMENT.fullmatch(text, start, end):
                    kind = "comment"
                blocks.append(Block(start, end, kind, self._path(levels)))
                fence = read.fence
        return blocks, known, fence

    @staticmethod
    def _path(levels: dict[int, str]) -> tuple[str, ...]:
        return tuple(levels[level] for level in sorted(levels))

    def _go_on_in(self, fence: str, text: str, block: Block, end: int) -> None:
        """Remembers the code or the table that the cut is in: it is the same on the other side."""
        if fence:
            closing = re.compile(rf"^[ ]{{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$\n?", re.MULTILINE)
            is_open = closing.search(text, text.find("\n", block.start) + 1, end) is None
            self._fence = closing if is_open else None
        elif block.kind == "table":
            self._header = text[block.start : delimited.header_end(text, block.start, end)]

    def _going_on(self, text: str, *, is_last: bool) -> Block:
        """Returns the rest of the open block, or as much of it as is there."""
        kind: Kind = "table" if self._fence is None else "whole"
        found = (self._fence or _BLANK_LINE).search(text)
        header, end = self._header or "", len(text) if is_last else _line_end(text)
        if found and found.end() <= end:
            end = found.start() if kind == "table" else found.end()
            self._fence = self._header = None
        return Block(0, end, kind, self._path(self._levels), header=header)


def _border(found: list[Block], length: int) -> int:
    """Returns where to cut a text that goes on behind these blocks: before the last heading, if that is in its second
    half, else before the last block with the headings above it; 0: nowhere.
    """
    first = [
        block.start
        for above, block in pairwise([None, *found])
        if block and block.kind == "heading" and (above is None or above.kind != "heading")
    ]
    if first and 2 * first[-1] > length:
        return first[-1]
    last = len(found) - 1
    while last > 0 and found[last - 1].kind == "heading":
        last -= 1
    return found[last].start if found else 0


def without_gaps(text: str, blocks: list[Block]) -> list[Block]:
    """Returns blocks that cover the text: each one reaches to where the next begins. Text that no token owns (link
    definitions, deep nesting) goes to the block before it.
    """
    if not blocks:
        return paragraphs(text)
    result: list[Block] = []
    if text[: blocks[0].start].strip():
        result.append(Block(0, blocks[0].start, "prose"))
    for index, block in enumerate(blocks):
        end = blocks[index + 1].start if index + 1 < len(blocks) else len(text)
        if block.kind == "heading" and text[block.end : end].strip():
            result.append(block)
            block = Block(block.end, end, "prose", block.path)
        result.append(Block(block.start, end, block.kind, block.path))
    return result


def _before(end: int, found: list[Block]) -> list[Block]:
    """Returns the blocks that begin before an offset, none reaching beyond it."""
    for block in found:
        block.end = min(block.end, end)
    return [block for block in found if block.start < end]


def _line_end(text: str) -> int:
    """Returns where to cut a text that offers nothing better: behind its last line end, else its last blank, else its
    end.
    """
    return text.rfind("\n") + 1 or text.rfind(" ") + 1 or len(text)


def _line_offsets(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text)), len(text)]
