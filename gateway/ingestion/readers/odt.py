"""Texts of LibreOffice and its like (.odt): headings, lists, tables, footnotes and comments, as HTML for our own reader
of HTML."""

from __future__ import annotations

from gateway.ingestion.readers.shared.opendocument.flow import Flow
from gateway.ingestion.readers.shared.opendocument.pieces import opened_package
from gateway.ingestion.readers.shared.opendocument.text_styles import DocumentStyles, TextLook
from gateway.ingestion.readers.shared.review_comments import with_comments
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text as Markdown, without pictures and tables of contents. Raises `Unreadable`."""
    package = opened_package(data, "a text document (.odt)")
    root = package.tree("content.xml")
    body = next((node for node in root.iter() if local(node) == "text" and "office:" in node.tag), None)
    if body is None:
        raise Unreadable("is an OpenDocument file, but not a text; save it as PDF or in the format of Office.")
    styles = DocumentStyles(root, package.tree("styles.xml"))
    flow = Flow(package, styles, omissions)
    flow.fields.add(body)
    flow.ends = {attribute(node, "name") for node in body.iter() if local(node) == "annotation-end"}
    try:
        html = "".join(flow.blocks(body, TextLook(shaded=styles.coloured_page)))
    except RecursionError:
        raise package.damaged() from None
    found = read_html(f"<body>{html}</body>", omissions)
    text = with_comments(found.text, flow.comments, omissions, flow.notes)
    title = package.first_words("meta.xml", "title")
    return Content(title if telling(title, text) else found.title, text, origin=package.origin())
