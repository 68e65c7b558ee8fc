"""Texts of LibreOffice and its like (.odt): headings, lists, tables and footnotes, as HTML for our own reader of
HTML."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.xml_trees import attribute, local, whole_number
from gateway.knowledge.documents.corpus import Content
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.extraction import Unreadable
from gateway.knowledge.formats.html import read_html
from gateway.knowledge.formats.titles import telling

_TEXT, _STATED, _MANIFEST = "content.xml", "meta.xml", "META-INF/manifest.xml"
_SKIPPED = {
    "annotation",
    "annotation-end",
    "tracked-changes",
    "forms",
    "table-of-content",
    "alphabetical-index",
    "illustration-index",
    "table-index",
    "bibliography",
    "sequence-decls",
    "object",
    "image",
    "title",
    "desc",
}
"""Remarks, what was deleted, pictures, and lists of what stands elsewhere."""
_MOST_BLANKS, _MOST_REPEATED = 100, 200


def read(data: bytes, omissions: Omissions) -> Content:
    """Returns the text as Markdown, without pictures, comments and tables of contents. Raises `Unreadable`."""
    package = Package(data, "a text document (.odt)", _TEXT)
    if any(local(node) == "encryption-data" for node in package.tree(_MANIFEST).iter()):
        raise Unreadable("is encrypted; save it without a password and send it again.")
    root = package.tree(_TEXT)
    body = next((node for node in root.iter() if local(node) == "text" and "office:" in node.tag), None)
    if body is None:
        raise Unreadable("is an OpenDocument file, but not a text; save it as PDF or in the format of Office.")
    writer = _OpenDocumentText()
    html = "".join(writer.blocks(body))
    notes = "".join(f"<li>{note}</li>" for note in writer.notes)
    found = read_html(f"<body>{html}<ol>{notes}</ol></body>", omissions)
    title = package.first_words(_STATED, "title")
    return Content(title if telling(title, found.text) else found.title, found.text)


class _OpenDocumentText:
    """Writes the elements of a text as HTML; footnotes are gathered for the end."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def blocks(self, node: Element) -> Iterator[str]:
        for child in node:
            name = local(child)
            if name in _SKIPPED:
                continue
            if name == "h":
                level = attribute(child, "outline-level")
                level = str(min(6, max(1, int(level[:3])))) if level.isdecimal() else "1"
                yield f"<h{level}>{self.inline(child)}</h{level}>"
            elif name == "p":
                yield f"<p>{self.inline(child)}</p>{''.join(self.boxes(child))}"
            elif name == "list":
                yield f"<ul>{''.join(self.items(child))}</ul>"
            elif name == "table":
                yield f"<table>{''.join(self.rows(child))}</table>"
            else:
                yield from self.blocks(child)

    def items(self, node: Element) -> Iterator[str]:
        for child in node:
            if local(child) in ("list-item", "list-header"):
                yield f"<li>{''.join(self.blocks(child))}</li>"

    def rows(self, node: Element) -> Iterator[str]:
        for child in node:
            if local(child) == "table-row":
                yield f"<tr>{''.join(self.cells(child))}</tr>"
            elif local(child) in ("table-header-rows", "table-rows", "table-row-group"):
                yield from self.rows(child)

    def cells(self, node: Element) -> Iterator[str]:
        for child in node:
            if local(child) == "table-cell":
                spans = (
                    f' colspan="{whole_number(child, "number-columns-spanned")}"'
                    f' rowspan="{whole_number(child, "number-rows-spanned")}"'
                )
                written = f"<td{spans}>{''.join(self.blocks(child))}</td>"
                yield written * min(_MOST_REPEATED, whole_number(child, "number-columns-repeated"))

    def boxes(self, node: Element) -> Iterator[str]:
        """Yields the text of frames that stand in a paragraph."""
        for child in node.iter():
            if local(child) == "text-box":
                yield from self.blocks(child)

    def inline(self, node: Element) -> str:
        parts = [escape(node.text or "")]
        for child in node:
            name = local(child)
            if name == "s":
                parts.append(" " * min(_MOST_BLANKS, whole_number(child, "c")))
            elif name == "tab":
                parts.append(" ")
            elif name == "line-break":
                parts.append("<br>")
            elif name == "note":
                body = next((part for part in child if local(part) == "note-body"), None)
                self.notes.append("" if body is None else " ".join(self.inline(part) for part in body))
                parts.append(f"[{len(self.notes)}]")
            elif name not in _SKIPPED and name not in ("frame", "text-box", "custom-shape"):
                parts.append(self.inline(child))
            parts.append(escape(child.tail or ""))
        return "".join(parts)
