"""Presentations (.pptx): slide by slide titles, text, tables, charts, diagrams, the speaker's notes and comments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.presentations.body_text import BodyText
from gateway.ingestion.readers.shared.presentations.slide_comments import SlideComments
from gateway.ingestion.readers.shared.presentations.slide_shapes import filled_boxes, overlap, shapes
from gateway.ingestion.readers.shared.presentations.slides import Slide, checked_count, slides_as_content
from gateway.ingestion.readers.shared.presentations.themes import Theme
from gateway.ingestion.readers.shared.word.drawings import chart_html, diagram_html
from gateway.ingestion.readers.shared.xml_trees import attribute, local, whole_number
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
    listed = [found for node in main.iter() if local(node) == "sldId" and (found := related.get(_relation(node)))]
    names = [name for kind, name in listed if kind == "slide" and name in package]
    checked_count(len(names))
    comments = SlideComments(package, package.main)
    extent = next((node for node in main.iter() if local(node) == "sldSz"), Element(""))
    size = _length(extent, "cx"), _length(extent, "cy")
    reader = _SlideReader(package, size, omissions)
    slides = []
    for number, name in enumerate(names, 1):
        tree = package.tree(name)
        if attribute(tree, "show") not in _FALSE or not omissions.hides("hidden_slide", str(number)):
            slides.append(Slide(number, *reader.read(name, tree), comments.of(reader.related)))
    content = slides_as_content(slides, package.first_words("docProps/core.xml", "title"), omissions)
    return replace(content, origin=package.origin())


def _relation(node: Element) -> str:
    """Returns the id of a related part, which stands beside the slide's own number, also called `id`."""
    return next((value for key, value in node.attrib.items() if key.endswith("relationships}id")), "")


def _first(related: dict[str, tuple[str, str]], kind: str) -> str:
    """Returns the name of the first related part of a kind; empty without one."""
    return next((name for found, name in related.values() if found == kind), "")


def _length(node: Element, name: str) -> int:
    value = attribute(node, name)
    return int(value[:12]) if value.isdecimal() else 0


class _SlideReader:
    """Reads slides of one size; layouts and masters are read once."""

    def __init__(self, package: Package, size: tuple[int, int], omissions: Omissions) -> None:
        self._package, self._size, self._omissions = package, size, omissions
        self.related: dict[str, tuple[str, str]] = {}
        """The parts that the latest slide names."""
        self._styles: dict[tuple[int, str, str], list[Element]] = {}
        self._layouts: dict[str, tuple[Element, Element, Theme]] = {}

    def read(self, name: str, slide: Element) -> tuple[str, str, str]:
        """Returns the title of a slide on one line, everything else, and the speaker's notes."""
        self.related = self._package.related(name)
        layout, master, theme = self._around(_first(self.related, "slideLayout"))
        self._text = BodyText(self._omissions, theme)
        is_white = theme.has_white_text(slide) and theme.has_white_background(slide)
        behind = [*theme.filled, *filled_boxes(slide, theme)] if is_white else []
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
                styles = [] if placeholder is None else self._inherited(placeholder, layout, master)
                is_list = kind is not None and kind in _LISTED
                blocks.append(self._text.blocks(shape, styles, is_list=is_list, shaded=shaded))
        title = unescape(" ".join(titles).replace("<br>", " "))
        return " ".join(title.split()), self._markdown(blocks), self._notes()

    def _inherited(self, placeholder: Element, layout: Element, master: Element) -> list[Element]:
        key = id(layout), attribute(placeholder, "type"), attribute(placeholder, "idx")  # layouts stay in `_layouts`
        if key not in self._styles:
            self._styles[key] = _styles(placeholder, (layout, master))
        return self._styles[key]

    def _around(self, layout: str) -> tuple[Element, Element, Theme]:
        """Returns a layout, its master and their theme."""
        if layout not in self._layouts:
            master = _first(self._package.related(layout), "slideMaster")
            theme = _first(self._package.related(master), "theme")
            trees = self._package.tree(layout), self._package.tree(master)
            self._layouts[layout] = *trees, Theme(self._package.tree(theme), *trees)
        return self._layouts[layout]

    def _markdown(self, blocks: Iterable[str]) -> str:
        return read_html(f"<body>{''.join(blocks)}</body>", self._omissions).text

    def _notes(self) -> str:
        """Returns the speaker's notes on a slide."""
        tree = self._package.tree(_first(self.related, "notesSlide"))
        found = (shape for shape, _ in shapes(tree, (0, 0), self._omissions) if local(shape) == "sp")
        bodies = (
            shape
            for shape in found
            if (placeholder := _place(shape)) is not None and attribute(placeholder, "type") == "body"
        )
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
                html = chart_html(self._package.tree(self.related.get(_relation(node), ("", ""))[1]))
                if not html:
                    self._omissions.lost("chart")
                return html
            if name == "relIds":
                data = next((value for key, value in node.attrib.items() if key.endswith("}dm")), "")
                return diagram_html(self._package.tree(self.related.get(data, ("", ""))[1]))
        self._omissions.lost("object")
        return ""

    def _table(self, table: Element) -> str:
        """Returns a table; a cell that is merged with the one before or above is part of it."""
        rows = []
        for row in (node for node in table if local(node) == "tr"):
            cells = []
            for cell in (node for node in row if local(node) == "tc"):
                if attribute(cell, "hMerge") in _TRUE or attribute(cell, "vMerge") in _TRUE:
                    continue
                spans = f' colspan="{whole_number(cell, "gridSpan")}" rowspan="{whole_number(cell, "rowSpan")}"'
                cells.append(f"<td{spans}>{'<br>'.join(self._text.lines(cell, shaded=True))}</td>")
            rows.append(f"<tr>{''.join(cells)}</tr>")
        return f"<table>{''.join(rows)}</table>"


def _place(shape: Element) -> Element | None:
    """Returns the placeholder on the layout that a shape fills; None for one that stands for itself."""
    named = shape[0] if len(shape) else shape
    return next((node for node in named.iter() if local(node) == "ph"), None)


def _styles(placeholder: Element, parts: Iterable[Element]) -> list[Element]:
    """Returns the list styles of the same placeholder on the layout and the master, and of all points of the master."""
    kind, index = attribute(placeholder, "type"), attribute(placeholder, "idx")
    found: list[Element] = []
    for part in parts:
        for shape in part.iter():
            if local(shape) == "sp" and (other := _place(shape)) is not None:
                same = attribute(other, "idx") == index if index else attribute(other, "type") == kind
                if same or (attribute(other, "type") == (kind or "body") and local(part) == "sldMaster"):
                    found += (node for node in shape.iter() if local(node) == "lstStyle")
    return found
