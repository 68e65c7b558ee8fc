"""Presentations (.pptx): slide by slide titles, text, tables, charts, diagrams, the speaker's notes and comments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from html import unescape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.html_blocks import HtmlCell, table_html
from gateway.ingestion.readers.shared.packages import Package, relation
from gateway.ingestion.readers.shared.presentations.body_text import BodyText
from gateway.ingestion.readers.shared.presentations.slide_shapes import Theme, filled_boxes, length, overlap, shapes
from gateway.ingestion.readers.shared.presentations.slides import Slide, checked_count, slides_as_content
from gateway.ingestion.readers.shared.review_comments import ReviewComment, authors_of, paragraphs
from gateway.ingestion.readers.shared.word.drawings import chart_html, diagram_html, drawn_paragraphs
from gateway.ingestion.readers.shared.xml_trees import attribute, child, first, local, named, whole_number
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.html import read_html

_TITLES = {"title", "ctrTitle"}
_FRAME = {"dt", "ftr", "sldNum", "hdr", "sldImg"}
"""What stands on every slide: date, foot, number."""
_LISTED = {"", "body", "obj"}
"""Kinds of places whose paragraphs are points of a list."""
_MEDIA = {"videoFile", "audioFile", "media", "quickTimeFile", "wavAudioFile"}
_FALSE, _TRUE = ("0", "false"), ("1", "true")


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the slides as Markdown. Raises `Unreadable`."""
    package = Package(data, "a presentation (.pptx)", "ppt/presentation.xml")
    main = package.tree(package.main)
    related = package.related(package.main)
    listed = (related.get(relation(node), ("", "")) for node in named(main, "sldId"))
    names = [name for kind, name in listed if kind == "slide" and name in package]
    checked_count(len(names))
    authors = authors_of(package)
    extent = first(main, "sldSz")
    size = length(extent, "cx"), length(extent, "cy")
    reader = _SlideReader(package, size, omissions)
    slides = []
    for number, name in enumerate(names, 1):
        tree = package.tree(name)
        if attribute(tree, "show") not in _FALSE or not omissions.hides("hidden_slide", str(number)):
            slides.append(Slide(number, *reader.read(name, tree), _comments(package, name, authors)))
    content = slides_as_content(slides, package.first_words("docProps/core.xml", "title"), omissions)
    return replace(content, origin=package.origin())


def _first(package: Package, name: str, kind: str) -> str:
    """Returns the name of the first part of a kind that a part names; empty without one."""
    return next(iter(package.parts(name, kind)), "")


def _comments(package: Package, slide: str, authors: dict[str, str]) -> list[ReviewComment]:
    """Returns the comments on a slide: those of older files, and modern ones with replies."""
    parts = map(package.tree, package.parts(slide, "comments"))
    nodes = (node for part in parts for node in part.iter() if local(node) in ("cm", "reply"))
    return [ReviewComment(authors.get(attribute(node, "authorId"), ""), paragraphs(_text(node))) for node in nodes]


def _text(comment: Element) -> str:
    """Returns the text of a comment, without that of its replies."""
    body = child(comment, "txBody")
    return first(comment, "text").text or "" if body is None else "\n".join(drawn_paragraphs(body))


class _SlideReader:
    """Reads slides of one size; layouts and masters are read once."""

    def __init__(self, package: Package, size: tuple[int, int], omissions: Omissions) -> None:
        self._package, self._size, self._omissions = package, size, omissions
        self._around, self._inherited = cache(self._surroundings), cache(_styles)

    def read(self, name: str, slide: Element) -> tuple[str, str, str]:
        """Returns the title of a slide on one line, everything else, and the speaker's notes."""
        self._related = self._package.related(name)
        layout, master, theme = self._around(_first(self._package, name, "slideLayout"))
        self._text = BodyText(self._omissions, theme)
        is_white = theme.has_white_text(slide) and theme.has_white_background(slide)
        behind = [*theme.filled, *filled_boxes(slide, theme.is_filled)] if is_white else []
        titles: list[str] = []
        blocks = []
        for shape, box in shapes(slide, self._size, self._omissions):
            shaded = not is_white or any(overlap(box, other) for other in behind)
            placeholder = _place(shape)
            kind = None if placeholder is None else attribute(placeholder, "type")
            if local(shape) == "graphicFrame":
                blocks.append(self._graphic(shape))
            elif local(shape) in ("pic", "contentPart"):
                self._picture(shape)
            elif kind in _TITLES:
                titles += self._text.lines(shape, shaded=shaded)
            elif kind not in _FRAME:
                styles = (
                    []
                    if placeholder is None
                    else self._inherited(kind or "", attribute(placeholder, "idx"), layout, master)
                )
                is_list = kind is not None and kind in _LISTED
                blocks.append(self._text.blocks(shape, styles, is_list=is_list, shaded=shaded))
        title = unescape(" ".join(titles).replace("<br>", " "))
        return " ".join(title.split()), self._markdown(blocks), self._notes(name)

    def _surroundings(self, layout: str) -> tuple[Element, Element, Theme]:
        """Returns a layout, its master and their theme."""
        master = _first(self._package, layout, "slideMaster")
        theme = _first(self._package, master, "theme")
        trees = self._package.tree(layout), self._package.tree(master)
        return *trees, Theme(self._package.tree(theme), *trees)

    def _markdown(self, blocks: Iterable[str]) -> str:
        return read_html(f"<body>{''.join(blocks)}</body>", self._omissions).text

    def _notes(self, name: str) -> str:
        """Returns the speaker's notes on a slide."""
        tree = self._package.tree(_first(self._package, name, "notesSlide"))
        found = (shape for shape, _ in shapes(tree, (0, 0), self._omissions) if local(shape) == "sp")
        bodies = (shape for shape in found if attribute(_place(shape), "type") == "body")
        return self._markdown(self._text.blocks(shape, (), is_list=False, shaded=True) for shape in bodies)

    def _picture(self, shape: Element) -> None:
        kinds = {local(node) for node in shape.iter()}
        lost = "media" if kinds & _MEDIA else "picture" if local(shape) == "pic" else "object"
        self._omissions.lost(lost)

    def _graphic(self, shape: Element) -> str:
        """Returns a table, a chart or a diagram; counts another object."""
        for node in shape.iter():
            name = local(node)
            if name == "tbl":
                return self._table(node)
            if name == "chart":
                html = chart_html(self._related_tree(node, "id"))
                if not html:
                    self._omissions.lost("chart")
                return html
            if name == "relIds":
                return diagram_html(self._related_tree(node, "dm"))
        self._omissions.lost("object")
        return ""

    def _related_tree(self, node: Element, name: str) -> Element:
        return self._package.tree(self._related.get(relation(node, name), ("", ""))[1])

    def _table(self, table: Element) -> str:
        """Returns a table; a cell that is merged with the one before or above is part of it."""
        rows = []
        for row in (node for node in table if local(node) == "tr"):
            cells = (cell for cell in row if local(cell) == "tc" and not _is_merged(cell))
            rows.append([self._cell(cell) for cell in cells])
        return table_html(rows)

    def _cell(self, node: Element) -> HtmlCell:
        html = "<br>".join(self._text.lines(node, shaded=True))
        return HtmlCell(html, whole_number(node, "gridSpan"), whole_number(node, "rowSpan"))


def _is_merged(cell: Element) -> bool:
    return attribute(cell, "hMerge") in _TRUE or attribute(cell, "vMerge") in _TRUE


def _place(shape: Element) -> Element | None:
    """Returns the placeholder on the layout that a shape fills; None for one that stands for itself."""
    described = shape[0] if len(shape) else shape
    return next(named(described, "ph"), None)


def _styles(kind: str, index: str, *parts: Element) -> list[Element]:
    """Returns the list styles of the same placeholder on the layout and the master, and of all points of the master."""
    found: list[Element] = []
    for part in parts:
        for shape in named(part, "sp"):
            if (other := _place(shape)) is not None:
                same = attribute(other, "idx") == index if index else attribute(other, "type") == kind
                if same or (attribute(other, "type") == (kind or "body") and local(part) == "sldMaster"):
                    found += named(shape, "lstStyle")
    return found
