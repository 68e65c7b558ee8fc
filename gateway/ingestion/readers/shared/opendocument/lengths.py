"""Lengths and places of shapes of OpenDocument."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute

_LENGTH = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)(cm|mm|in|pt|pc|px)")
_POINTS = {"cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72, "pt": 1, "pc": 12, "px": 0.75}


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
