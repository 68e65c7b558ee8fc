"""What lies on a sheet besides its cells: comments, text boxes, charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.ingestion.readers.workbooks.sheet_strings import TextRuns
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html_parts.block_writer import escaped
from gateway.knowledge.formats.inline_marks import box

MOST_REMARKS = 10_000
"""Comments and drawings of a sheet."""
_HEADING, _NOBODY = "## Comment by {}", "a reviewer"
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
    for kind, name in package.related(sheet).values():
        root = package.tree(name) if kind in ("comments", "threadedComment") else Element("")
        nodes = list(root.iter())
        authors = ["".join(node.itertext()).strip() for node in nodes if local(node) == "author"]
        for node in nodes:
            if local(node) == "comment":
                number = attribute(node, "authorId")
                author = authors[int(number)] if number.isdecimal() and int(number[:9]) < len(authors) else ""
                text = _runs(node).strip()
                if not author.startswith(_THREAD):
                    text = text.removeprefix(f"{author}:").strip() if author else text
                    found.append(CellComment(attribute(node, "ref"), author, text))
            elif local(node) == "threadedComment":
                author = persons.get(attribute(node, "personId"), "")
                text = next(("".join(part.itertext()) for part in node if local(part) == "text"), "")
                found.append(CellComment(attribute(node, "ref"), author, text.strip()))
    return [comment for comment in found if comment.text][:MOST_REMARKS]


def persons_of(package: Package, workbook: str) -> dict[str, str]:
    """Returns the names of those who wrote threads, by their id."""
    return {
        attribute(node, "id"): attribute(node, "displayName")
        for kind, name in package.related(workbook).values()
        if kind == "person"
        for node in package.tree(name).iter()
        if local(node) == "person"
    }


def written_comment(comment: CellComment, value: str) -> str:
    """Returns a comment as Markdown: its author, its cell, its text."""
    about = f"{comment.cell}: {value}" if value else comment.cell
    author = " ".join(comment.author.split()) or _NOBODY
    return f"{_HEADING.format(author)}\n\n> {about}\n\n{_lines(comment.text)}"


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
        text = "\n\n".join(filter(None, map(_paragraph, _named(node, "p"))))
        # Boxes to tick are hidden shapes for newer programs, beside those of the older ones.
        if text and not (_is_hidden(node) and (is_choice or omissions.hides("hidden_shape"))):
            yield _lines(text)
    for kind, chart in package.related(name).values():
        if kind in ("chart", "chartEx"):
            omissions.lost("chart")
            titles = (_paragraph(p) for title in _named(package.tree(chart), "title") for p in _named(title, "p"))
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
        for shape in _named(package.tree(name), "shape"):
            data = next((part for part in shape if local(part) == "ClientData"), Element(""))
            if attribute(data, "ObjectType") in ("Checkbox", "Radio"):
                ticked = any(local(part) == "Checked" and part.text == "1" for part in data)
                text = " ".join("".join("".join(part.itertext()) for part in _named(shape, "textbox")).split())
                yield f"{box(ticked)} {text}"


def _runs(comment: Element) -> str:
    """Returns the text of a comment with its raised and struck-out words."""
    runs = TextRuns()
    _walk(comment, runs.start, runs.end, runs.letters)
    return runs.taken()


def _walk(
    node: Element,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    letters: Callable[[str], None],
) -> None:
    for part in node:
        start(local(part), part.attrib)
        letters(part.text or "")
        _walk(part, start, end, letters)
        end(local(part))


def _named(node: Element, name: str) -> Iterator[Element]:
    return (part for part in node.iter() if local(part) == name)


def _paragraph(node: Element) -> str:
    parts = (("\n" if local(part) == "br" else part.text or "") for part in node.iter() if local(part) in ("t", "br"))
    return "".join(parts).strip()


def _is_hidden(shape: Element) -> bool:
    return any(attribute(node, "hidden") in ("1", "true") for node in _named(shape, "cNvPr"))


def _lines(text: str) -> str:
    """Returns a text of several lines as a paragraph."""
    return escaped("\n".join(" ".join(line.split()) for line in text.split("\n")))
