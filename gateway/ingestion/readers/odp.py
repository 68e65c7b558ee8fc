"""Presentations of LibreOffice and its like (.odp): slide by slide titles, text, tables, the speaker's notes and
comments."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.opendocument.flow import Flow
from gateway.ingestion.readers.shared.opendocument.pieces import opened_package, page_size
from gateway.ingestion.readers.shared.opendocument.text_styles import DocumentStyles, TextLook
from gateway.ingestion.readers.shared.presentations.slides import Slide, checked_count, slides_as_content
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html

_FRAME = {"date-time", "footer", "header", "page-number", "page", "handout"}
"""What stands on every slide: date, foot, number."""


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the slides as Markdown. Raises `Unreadable`."""
    package = opened_package(data, "a presentation (.odp)")
    root, named = package.tree("content.xml"), package.tree("styles.xml")
    body = next((node for node in root.iter() if local(node) == "presentation" and "office:" in node.tag), None)
    if body is None:
        raise Unreadable("is an OpenDocument file, but not a presentation; save it as PDF.")
    pages = [node for node in body if local(node) == "page"]
    checked_count(len(pages))
    styles = DocumentStyles(root, named)
    flow = Flow(package, styles, omissions, joins=True)
    masters = {attribute(node, "name"): node for node in named.iter() if local(node) == "master-page"}
    sizes = {attribute(node, "name"): page_size(node) for node in named.iter() if local(node) == "page-layout"}
    slides = []
    for number, page in enumerate(pages, 1):
        style = attribute(page, "style-name")
        visibility = styles.value("drawing-page", style, "drawing-page-properties", "visibility")
        if visibility == "hidden" and omissions.hides("hidden_slide", str(number)):
            continue
        master = masters.get(attribute(page, "master-page-name"), Element(""))
        flow.bounds = sizes.get(attribute(master, "page-layout-name"))
        flow.fields.add(page)
        try:
            slides.append(_slide(number, page, flow, TextLook(shaded=_is_shaded(styles, page, master)), omissions))
        except RecursionError:
            raise package.damaged() from None
    content = slides_as_content(slides, package.first_words("meta.xml", "title"), omissions)
    return replace(content, origin=package.origin())


def _slide(number: int, page: Element, flow: Flow, look: TextLook, omissions: Omissions) -> Slide:
    flow.comments = []
    titles: list[str] = []
    shapes, noted = [], []
    for child in page:
        kind = attribute(child, "class")
        if local(child) == "notes":
            noted += [part for part in child if attribute(part, "class") == "notes"]
        elif kind == "title":
            titles += (flow.plain(part, look) for part in child.iter() if local(part) in ("p", "h"))
        elif kind not in _FRAME:
            shapes.append(child)
    bounds = flow.bounds
    text = read_html(f"<body>{''.join(flow.blocks(shapes, look))}</body>", omissions).text
    flow.bounds = None
    notes = read_html(f"<body>{''.join(flow.blocks(noted, TextLook(shaded=True)))}</body>", omissions).text
    flow.bounds = bounds
    return Slide(number, " ".join(unescape(" ".join(titles)).split()), text, notes, flow.comments)


def _is_shaded(styles: DocumentStyles, page: Element, master: Element) -> bool:
    """Tells whether a slide has a background, a picture or a filled shape, on which white text can be seen."""
    if any(styles.look(TextLook(), "drawing-page", attribute(node, "style-name")).shaded for node in (page, master)):
        return True
    shapes = (node for parent in (page, master) for node in parent.iter() if "drawing:" in node.tag)
    return any(local(node) == "image" or styles.is_filled(attribute(node, "style-name")) for node in shapes)
