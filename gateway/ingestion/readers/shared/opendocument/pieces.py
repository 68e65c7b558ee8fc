"""Parts of OpenDocument that every reader of it looks for: the package, rows and cells, labels, sections, places of
shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.html_blocks import open_item
from gateway.ingestion.readers.shared.packages import Package
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.extraction import Unreadable

_LENGTH = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)(cm|mm|in|pt|pc|px)")
_POINTS = {"cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72, "pt": 1, "pc": 12, "px": 0.75}
CONTENT, MANIFEST = "content.xml", "META-INF/manifest.xml"


def opened_package(data: bytes, called: str) -> Package:
    """Opens a file of OpenDocument. Raises `Unreadable`."""
    package = Package(data, called, CONTENT)
    if any(local(node) == "encryption-data" for node in package.tree(MANIFEST).iter()):
        raise Unreadable("is encrypted; save it without a password and send it again.")
    return package


def is_hidden_section(node: Element) -> bool:
    return attribute(node, "display") == "none" or attribute(node, "is-hidden") == "true"


def stated_label(node: Element) -> str:
    """Returns the number that the program wrote next to an item or heading; empty without one."""
    return next(("".join(part.itertext()).strip() for part in node if local(part) == "number"), "")


def item_of(label: str, html: str, *, is_heading: bool) -> str:
    """Returns an item of a list. A heading, and text without a label, is a block of its own."""
    if is_heading or not (label or html.startswith("<ul>")):
        return html
    return f"{open_item(label)}{html}</li>"


def rows_of(table: Element) -> Iterator[Element]:
    for child in table:
        if local(child) == "table-row":
            yield child
        elif local(child) in ("table-header-rows", "table-rows", "table-row-group"):
            yield from rows_of(child)


def cells_of(row: Element) -> Iterator[Element]:
    return (child for child in row if local(child) == "table-cell")


def points(node: Element, name: str) -> float | None:
    """Returns an attribute that is a length, in points; None without one."""
    match = _LENGTH.fullmatch(attribute(node, name))
    return float(match[1]) * _POINTS[match[2]] if match else None


def page_size(layout: Element) -> tuple[float, float] | None:
    """Returns width and height of a page in points, from its layout; None if it does not state them."""
    for properties in layout:
        width, height = points(properties, "page-width"), points(properties, "page-height")
        if width and height:
            return width, height
    return None


def is_outside(shape: Element, size: tuple[float, float]) -> bool:
    """Tells whether a shape is entirely outside a page of this size."""
    if attribute(shape, "transform"):
        return False
    for side, extent, most in zip("xy", ("width", "height"), size, strict=True):
        at, length = points(shape, side), points(shape, extent)
        if at is not None and length is not None and (at + length <= 0 or at >= most):
            return True
    return False
