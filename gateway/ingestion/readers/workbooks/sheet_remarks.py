"""What lies on a sheet besides its cells: comments, text boxes, charts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.review_comments import comment_text
from gateway.ingestion.readers.shared.word.drawings import drawn_paragraphs
from gateway.ingestion.readers.shared.xml_trees import attribute, child, first, letters, local, named, whole_number
from gateway.ingestion.readers.workbooks.sheet_strings import text_of
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html_parts.block_writer import escaped
from gateway.knowledge.formats.inline_marks import box

MOST_REMARKS = 10_000
"""Comments and drawings of a sheet."""
_THREAD = "tc="
"""How the author of a comment begins which only repeats a thread, for older programs."""


class CellComment(NamedTuple):
    """A remark about a cell, and who wrote it."""

    cell: str
    author: str
    text: str


def cell_comments(package: Package, sheet: str, persons: dict[str, str]) -> list[CellComment]:
    """Returns the comments of a sheet: notes and threads, in the order of the file."""
    found: list[CellComment] = []
    for name in package.parts(sheet, "comments", "threadedComment"):
        nodes = list(package.tree(name).iter())
        authors = ["".join(node.itertext()).strip() for node in nodes if local(node) == "author"]
        for node in nodes:
            if local(node) == "comment":
                number = whole_number(node, "authorId", len(authors))
                author = authors[number] if number < len(authors) else ""
                text = text_of(child(node, "text")).strip()
                if not author.startswith(_THREAD):
                    text = text.removeprefix(f"{author}:").strip() if author else text
                    found.append(CellComment(attribute(node, "ref"), author, text))
            elif local(node) == "threadedComment":
                author = persons.get(attribute(node, "personId"), "")
                text = "".join(node.itertext())
                found.append(CellComment(attribute(node, "ref"), author, text.strip()))
    return [comment for comment in found if comment.text][:MOST_REMARKS]


def written_comment(comment: CellComment, value: str) -> str:
    """Returns a comment as Markdown: its author, its cell, its text."""
    about = f"{comment.cell}: {value}" if value else comment.cell
    return comment_text(comment.author, about, _lines(comment.text))


def drawn_texts(package: Package, sheet: str, omissions: Omissions) -> Iterator[str]:
    """Yields the texts of shapes, the boxes to tick, and the titles of charts, as Markdown. Pictures, charts and
    objects are counted."""
    for kind, name in package.related(sheet).values():
        if kind == "drawing":
            yield from _drawn(package, name, omissions)
        elif kind == "vmlDrawing":
            yield from _boxes(package, name)
        elif kind in ("oleObject", "package"):
            omissions.lost("object")


def _drawn(package: Package, name: str, omissions: Omissions) -> Iterator[str]:
    for node, is_choice in islice(_drawings(package.tree(name)), MOST_REMARKS):
        if local(node) == "pic":
            omissions.lost("picture")
            continue
        text = "\n\n".join(filter(None, drawn_paragraphs(node)))
        # Boxes to tick are hidden shapes for newer programs, beside those of the older ones.
        is_hidden = attribute(first(node, "cNvPr"), "hidden") in ("1", "true")
        if text and not (is_hidden and (is_choice or omissions.hides("hidden_shape"))):
            yield _lines(text)
    for chart in package.parts(name, "chart", "chartEx"):
        omissions.lost("chart")
        titles = (text for title in named(package.tree(chart), "title") for text in drawn_paragraphs(title))
        if text := " – ".join(filter(None, titles)):
            yield _lines(text)


def _drawings(root: Element) -> Iterator[tuple[Element, bool]]:
    """Yields pictures and shapes, and whether each one is for newer programs only. What older programs show in place
    of them is left out."""
    waiting = [(root, False)]
    while waiting:
        node, is_choice = waiting.pop()
        if local(node) in ("pic", "sp", "cxnSp"):
            yield node, is_choice
        elif local(node) != "Fallback":
            waiting.extend((part, is_choice or local(node) == "Choice") for part in reversed(node))


def _boxes(package: Package, name: str) -> Iterator[str]:
    """Yields the boxes to tick of a drawing in the older format, each with its text."""
    with suppress(Unreadable):  # such a drawing need not be XML
        for shape in named(package.tree(name), "shape"):
            data = child(shape, "ClientData")
            if data is not None and attribute(data, "ObjectType") in ("Checkbox", "Radio"):
                ticked = any(local(part) == "Checked" and part.text == "1" for part in data)
                yield f"{box(ticked)} {letters(first(shape, 'textbox'))}"


def _lines(text: str) -> str:
    """Returns a text of several lines as a paragraph."""
    return escaped("\n".join(" ".join(line.split()) for line in text.split("\n")))
