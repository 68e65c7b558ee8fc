"""Presentations (.pptx): slide by slide titles, text, tables and the speaker's notes. The number of a slide is that of
its passages' page.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.xml_trees import attribute, local, whole_number
from gateway.knowledge.documents.corpus import Content, LayoutLine
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable, clean_text
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling
from gateway.knowledge.splitting.prose import language_of
from gateway.words.languages.subjects.file_parts import FilePartWords, file_parts

MOST_SLIDES = 3000
_PRESENTATION = "ppt/presentation.xml"
_TITLES = {"title", "ctrTitle"}
_FRAME = {"dt", "ftr", "sldNum", "hdr", "sldImg"}
"""What stands on every slide: date, foot, number."""
_LISTED = {"", "body", "obj"}
"""Kinds of places whose paragraphs are points of a list."""


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the slides as Markdown. Raises `Unreadable`."""
    package = Package(data, "a presentation (.pptx)", _PRESENTATION)
    names = _slides(package)
    if len(names) > MOST_SLIDES:
        raise Unreadable(f"has {len(names)} slides; split it into files of at most {MOST_SLIDES}.")
    slides = []
    for number, name in enumerate(names, 1):
        slide = package.tree(name)
        if attribute(slide, "show") not in ("0", "false") or not omissions.hides("hidden_slide", str(number)):
            slides.append((number, *_slide(slide, omissions), _notes(package, name, omissions)))
    if not any(title or text or notes for _, title, text, notes in slides):
        raise Unreadable("holds no text, only pictures; export it as PDF and let text recognition (OCR) read that.")
    words = file_parts(language_of("\n\n".join(f"{title}\n\n{text}\n\n{notes}" for _, title, text, notes in slides)))
    text, lines = _joined((number, _written(words, number, *found)) for number, *found in slides)
    stated = package.first_words("docProps/core.xml", "title")
    first = next((title for _, title, _, _ in slides if title), None)
    return Content(stated if telling(stated, text) else first, text, lines=lines)


def _slides(package: Package) -> list[str]:
    """Returns the names of the slides' parts in the order of the show."""
    related = package.related(_PRESENTATION)
    listed = (node for node in package.tree(_PRESENTATION).iter() if local(node) == "sldId")
    return [
        found[1]
        for node in listed
        if (found := related.get(_relation(node))) and found[0] == "slide" and found[1] in package
    ]


def _relation(node: Element) -> str:
    """Returns the id of a related part, which stands beside the slide's own number, also called `id`."""
    return next((value for key, value in node.attrib.items() if key.endswith("relationships}id")), "")


def _written(words: FilePartWords, number: int, title: str, text: str, notes: str) -> str:
    """Writes a slide below a heading with its number; one that says nothing is empty."""
    if not (title or text or notes):
        return ""
    heading = f"# {words.slide.format(number)}" + f": {title}" * bool(title)
    spoken = f"## {words.notes}\n\n{notes}" if notes else ""
    return "\n\n".join(filter(None, [heading, text, spoken]))


def _joined(slides: Iterator[tuple[int, str]]) -> tuple[str, tuple[LayoutLine, ...]]:
    """Returns one text, and which slide each part of it stands on."""
    parts, lines, at = [], [], 0
    for number, written in slides:
        if cleaned := clean_text(written):
            parts.append(cleaned)
            lines.append(LayoutLine(at, at + len(cleaned), number, 0, 0, 0, 0))
            at += len(cleaned) + 2
    return "\n\n".join(parts), tuple(lines)


def _slide(slide: Element, omissions: Omissions) -> tuple[str, str]:
    """Returns the title of a slide on one line, and everything else."""
    titles, blocks = [], []
    for shape in _shapes(slide):
        if local(shape) == "graphicFrame":
            blocks += [_table(table) for table in shape.iter() if local(table) == "tbl"]
            continue
        kind = _place(shape)
        if kind in _TITLES:
            titles += [text for _, text in _paragraphs(shape)]
        elif kind not in _FRAME:
            blocks.append(_text(shape, is_list=kind is not None and kind in _LISTED))
    return " ".join(" ".join(titles).split()), read_html(f"<body>{''.join(blocks)}</body>", omissions).text


def _notes(package: Package, slide: str, omissions: Omissions) -> str:
    """Returns what the speaker notes on a slide."""
    names = [name for kind, name in package.related(slide).values() if kind == "notesSlide"]
    shapes = (shape for name in names[:1] for shape in _shapes(package.tree(name)) if _place(shape) == "body")
    return read_html(f"<body>{''.join(_text(shape, is_list=False) for shape in shapes)}</body>", omissions).text


def _shapes(node: Element) -> Iterator[Element]:
    """Yields shapes with text and tables in their order, those of groups too."""
    for child in node:
        name = local(child)
        if name in ("sp", "graphicFrame"):
            yield child
        elif name == "AlternateContent":
            yield from _shapes(child[0] if len(child) else child)
        elif name in ("cSld", "spTree", "grpSp", "Choice"):
            yield from _shapes(child)


def _place(shape: Element) -> str | None:
    """Returns the kind of place on the layout that a shape fills; None for one that stands for itself."""
    found = next((node for node in shape.iter() if local(node) == "ph"), None)
    return None if found is None else attribute(found, "type")


def _paragraphs(shape: Element) -> Iterator[tuple[int, str]]:
    """Yields the paragraphs of a shape with text, and how deep each stands."""
    for node in shape.iter():
        if local(node) == "p" and (text := _line(node)).strip():
            level = next((attribute(part, "lvl") for part in node if local(part) == "pPr"), "")
            yield min(int(level), 8) if level.isdecimal() else 0, text


def _line(paragraph: Element) -> str:
    parts = []
    for node in paragraph.iter():
        if local(node) == "t":
            parts.append(node.text or "")
        elif local(node) == "br":
            parts.append("\n")
    return "".join(parts)


def _text(shape: Element, *, is_list: bool) -> str:
    """Writes the text of a shape as HTML: several paragraphs of a place for points as a list."""
    found = list(_paragraphs(shape))
    if not is_list or len(found) < 2:
        return "".join(f"<p>{_inline(text)}</p>" for _, text in found)
    parts, depth = [], 0
    for level, text in found:
        wanted = min(level, depth) + 1  # a level is at most one below the point above it
        parts.append("</li></ul>" * (depth - wanted) + ("<ul>" if wanted > depth else "</li>"))
        parts.append(f"<li>{_inline(text)}")
        depth = wanted
    return "".join(parts) + "</li></ul>" * depth


def _table(table: Element) -> str:
    """Writes a table as HTML; a cell that is merged with the one before or above is part of it."""
    rows = []
    for row in (node for node in table if local(node) == "tr"):
        cells = []
        for cell in (node for node in row if local(node) == "tc"):
            if attribute(cell, "hMerge") in ("1", "true") or attribute(cell, "vMerge") in ("1", "true"):
                continue
            spans = f' colspan="{whole_number(cell, "gridSpan")}" rowspan="{whole_number(cell, "rowSpan")}"'
            words = "<br>".join(_inline(text) for _, text in _paragraphs(cell))
            cells.append(f"<td{spans}>{words}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _inline(text: str) -> str:
    return "<br>".join(map(escape, text.strip().split("\n")))
