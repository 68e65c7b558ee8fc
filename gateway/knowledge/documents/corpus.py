"""The nouns of the knowledge base."""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gateway.knowledge.documents.omissions import LeftOut
from gateway.knowledge.documents.origin import UNSTATED, StatedOrigin
from gateway.knowledge.workspaces import DEFAULT_WORKSPACE


@dataclass(frozen=True, slots=True)
class Document:
    """One source text, replaced as a whole when its `content_hash` changes.

    `text` is the source text for Markdown and plain text, the extracted text for every other media type; the offsets
    of its passages point into it.
    """

    document_id: str
    title: str
    text: str
    source: str
    """Where it came from: a path or an address, shown to the reader."""
    language: str | None = None
    """A code such as `en`; None when it could not be told."""
    media_type: str = "text/plain"
    content_hash: str = ""
    external_id: str | None = None
    workspace: str = DEFAULT_WORKSPACE
    source_app: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    file_name: str = ""
    """The name it came under; empty for a sent text."""
    original: bytes | None = None
    """What was sent, where `text` in UTF-8 is not the same."""
    layout: tuple[LayoutLine, ...] = ()
    """Where the lines of a PDF stand, in the order of `text`."""
    reading: str = ""
    """The version of its format that read it, and ` hidden` if hidden text was read too."""
    note: str = ""
    """A sentence on what could not be read."""
    left_out: Sequence[LeftOut] = ()
    date_text: str = ""
    """When it was last changed, as `origin.StatedOrigin` has it; empty: when it was loaded."""
    date_from: str = "loaded"
    author: str = ""


class LayoutLine(NamedTuple):
    """One line of a page: its offsets in the document's text and its rectangle.

    Points (1/72 inch) of the page's own system, whose origin is at the bottom left; pages count from 1. A line whose
    rectangle is not known, as on a slide, has one of no width.
    """

    start: int
    end: int
    page: int
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader found in a file, as Markdown that is not cleaned yet. `lines` point into `text`; `note` says what
    the reader could not read; `metadata` is what the file states about itself, and `origin` who wrote it and when;
    `pictures` are the numbers of pages that are only pictures.
    """

    title: str | None
    text: str
    language: str | None = None
    lines: tuple[LayoutLine, ...] = ()
    note: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    pictures: tuple[int, ...] = ()
    origin: StatedOrigin = UNSTATED


class NewPage(NamedTuple):
    """Where in the text of a passage a further page begins: offset in code points, page."""

    start: int
    page: int


@dataclass(frozen=True, slots=True)
class Passage:
    """One citable piece of a document: `text == document.text[start:end]`, offsets in code points.

    Further pieces of a table too long for one passage begin with its header rows; the rest of them is that slice.
    """

    passage_id: str
    document_id: str
    position: int
    """0, 1, 2, … in reading order."""
    heading: str | None
    """Path of the headings above it: `Guide › Install`."""
    page: int | None
    """The one it begins on."""
    start: int
    end: int
    text: str
    chunk_hash: str
    boxes: tuple[LayoutLine, ...] = ()
    """The lines that it lies on, where pages are known."""
    new_pages: tuple[NewPage, ...] = ()

    @property
    def page_end(self) -> int | None:
        """Returns the page on which the passage ends."""
        return self.new_pages[-1].page if self.new_pages else self.page


def text_hash(text: str) -> str:
    """Returns the SHA-256 of a text, in hex: the `chunk_hash` of a passage."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def bytes_hash(data: bytes) -> str:
    """Returns the SHA-256 of a file, in hex: the `content_hash` of a document."""
    return hashlib.sha256(data).hexdigest()


def boxes(layout: Sequence[LayoutLine], start: int, end: int) -> tuple[LayoutLine, ...]:
    """Returns the lines of a layout, sorted by offset, that the text from `start` to `end` lies on."""
    first = bisect_right(layout, start, key=lambda line: line.end)
    last = bisect_left(layout, end, key=lambda line: line.start)
    return tuple(layout[first:last])


def pages(layout: Sequence[LayoutLine], start: int, end: int, length: int) -> tuple[int | None, tuple[NewPage, ...]]:
    """Returns the page on which the text from `start` to `end` begins, and where others begin in a passage of it.

    `length`: of the passage, whose beginning may be header rows that stand before that text.
    """
    if not layout:
        return None, ()
    lines = boxes(layout, start, end)
    turned = (line for line, before in zip(lines[1:], lines, strict=False) if line.page != before.page)
    shift = length - end
    return lines[0].page if lines else None, tuple(NewPage(line.start + shift, line.page) for line in turned)


def below_title(heading: str | None, title: str) -> str | None:
    """Returns a heading path without the document's own title at its head: the title is shown beside it anyway."""
    if heading is None or heading == title:
        return None
    return heading.removeprefix(f"{title} › ")
