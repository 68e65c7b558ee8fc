"""The shapes of a slide of PowerPoint in their order, with the group around them resolved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.presentations.body_text import chosen
from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.documents.omissions import Omissions

_SHAPES = ("sp", "graphicFrame", "pic", "cxnSp", "contentPart")
_GROUPS = ("cSld", "spTree", "Choice", "Fallback")
_TRUE = ("1", "true")


class Frame(NamedTuple):
    """How the coordinates of a group become those of the slide: scale and offset in x and y."""

    scale_x: float = 1
    scale_y: float = 1
    x: float = 0
    y: float = 0


_SLIDE = Frame()


def shapes(node: Element, size: tuple[int, int], omissions: Omissions, frame: Frame = _SLIDE) -> Iterator[Element]:
    """Yields the visible shapes with text, tables and pictures, those of groups too.

    size: width and height of the slide; (0, 0) if they are unknown.
    """
    for child in node:
        name = local(child)
        if name == "AlternateContent":
            yield from shapes(chosen(child), size, omissions, frame)
        elif name in _GROUPS:
            yield from shapes(child, size, omissions, frame)
        elif name == "grpSp" or name in _SHAPES:
            has_text = any(local(part) == "t" and (part.text or "").strip() for part in child.iter())
            has_text |= any(local(part) in ("chart", "relIds") for part in child.iter())
            kind = _hidden_as(child, size, frame)
            if kind and (not has_text or omissions.hides(kind)) and not omissions.read_hidden:
                continue
            if name == "grpSp":
                yield from shapes(child, size, omissions, _inner(child, frame))
            else:
                yield child


def _hidden_as(shape: Element, size: tuple[int, int], frame: Frame) -> str:
    """Returns the kind of a hidden shape, empty for a visible one."""
    named = next((node for part in shape for node in part if local(node) == "cNvPr"), None)
    if named is not None and attribute(named, "hidden") in _TRUE:
        return "hidden_shape"
    transform = _transform(shape)
    if local(shape) == "grpSp" or transform is None or not all(size) or attribute(transform, "rot") not in ("", "0"):
        return ""
    x, y = _pair(transform, "off", "x", "y")
    width, height = _pair(transform, "ext", "cx", "cy")
    left, top = frame.x + frame.scale_x * x, frame.y + frame.scale_y * y
    right, bottom = left + frame.scale_x * width, top + frame.scale_y * height
    is_outside = right <= 0 or bottom <= 0 or left >= size[0] or top >= size[1]
    return "off_slide_shape" if is_outside else ""


def _inner(group: Element, frame: Frame) -> Frame:
    transform = _transform(group)
    if transform is None:
        return frame
    x, y = _pair(transform, "off", "x", "y")
    width, height = _pair(transform, "ext", "cx", "cy")
    inner_x, inner_y = _pair(transform, "chOff", "x", "y")
    inner_width, inner_height = _pair(transform, "chExt", "cx", "cy")
    scale_x = width / inner_width if inner_width else 1
    scale_y = height / inner_height if inner_height else 1
    return Frame(
        frame.scale_x * scale_x,
        frame.scale_y * scale_y,
        frame.x + frame.scale_x * (x - scale_x * inner_x),
        frame.y + frame.scale_y * (y - scale_y * inner_y),
    )


def _transform(shape: Element) -> Element | None:
    """Returns the transform of a shape; None for one that has that of its layout."""
    for child in shape:
        if local(child) == "xfrm":
            return child
        if local(child) in ("spPr", "grpSpPr"):
            return next((node for node in child if local(node) == "xfrm"), None)
    return None


def _pair(transform: Element, name: str, first: str, second: str) -> tuple[int, int]:
    node = next((part for part in transform if local(part) == name), Element(""))
    return _number(attribute(node, first)), _number(attribute(node, second))


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) < 16 else 0
