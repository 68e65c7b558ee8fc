"""The shapes of a slide of PowerPoint in their order, with the group around them resolved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.documents.omissions import Omissions

_SHAPES = ("sp", "graphicFrame", "pic", "cxnSp", "contentPart")
_PARTS = ("cSld", "spTree", "Choice", "Fallback")
_CONTENTS = ("t", "chart", "relIds")
_TRUE = ("1", "true")

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Frame(NamedTuple):
    """How the coordinates of a group become those of the slide: scale and offset in x and y."""

    scale_x: float = 1
    scale_y: float = 1
    x: float = 0
    y: float = 0


class Fills(Protocol):
    """Knows the fill of a shape."""

    def is_filled(self, shape: Element) -> bool: ...


_SLIDE = Frame()


def shapes(
    node: Element, size: tuple[int, int], omissions: Omissions, frame: Frame = _SLIDE
) -> Iterator[tuple[Element, Box | None]]:
    """Yields the visible shapes with text, tables and pictures, those of groups too, with their places.

    size: width and height of the slide; (0, 0) if they are unknown.
    """
    for child, inner in _children(node, frame):
        box = _box(child, frame)
        kind = _hidden_as(child, box, size)
        if kind and not omissions.read_hidden:
            if any(local(part) in _CONTENTS for part in child.iter()):
                omissions.hides(kind)
            continue
        if inner is not None:
            yield from shapes(child, size, omissions, inner)
        else:
            yield child, box


def chosen(node: Element) -> Element:
    """Returns the one alternative that is read: the first, unless nothing in it can be read."""
    readable = {"sp", "graphicFrame", "grpSp", "pic", "cxnSp", "r", "fld", "m"}
    for child in node:
        if local(child) in ("Choice", "Fallback") and any(local(part) in readable for part in child):
            return child
    return Element("")


def filled_boxes(node: Element, fills: Fills, frame: Frame = _SLIDE) -> Iterator[Box | None]:
    """Yields the places of all shapes that are filled; None for an unknown one."""
    for child, inner in _children(node, frame):
        if fills.is_filled(child):
            yield _box(child, frame)
        if inner is not None:
            yield from filled_boxes(child, fills, inner)


def overlap(box: Box | None, other: Box | None) -> bool:
    """Tells whether two shapes may overlap."""
    if box is None or other is None:
        return True
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _children(node: Element, frame: Frame) -> Iterator[tuple[Element, Frame | None]]:
    """Yields the shapes and groups in an element; groups with the frame of their contents."""
    for child in node:
        name = local(child)
        if name == "AlternateContent":
            yield from _children(chosen(child), frame)
        elif name in _PARTS:
            yield from _children(child, frame)
        elif name == "grpSp":
            yield child, _inner(child, frame)
        elif name in _SHAPES:
            yield child, None


def _hidden_as(shape: Element, box: Box | None, size: tuple[int, int]) -> str:
    """Returns the kind of a hidden shape, empty for a visible one."""
    named = next((node for part in shape for node in part if local(node) == "cNvPr"), None)
    if named is not None and attribute(named, "hidden") in _TRUE:
        return "hidden_shape"
    if local(shape) == "grpSp" or box is None or not all(size):
        return ""
    is_outside = box[2] <= 0 or box[3] <= 0 or box[0] >= size[0] or box[1] >= size[1]
    return "off_slide_shape" if is_outside else ""


def _box(shape: Element, frame: Frame) -> Box | None:
    """Returns left, top, right and bottom of a shape on the slide; None for one that is turned, or whose layout has its
    place."""
    transform = _transform(shape)
    if transform is None or attribute(transform, "rot") not in ("", "0"):
        return None
    x, y = _pair(transform, "off", "x", "y")
    width, height = _pair(transform, "ext", "cx", "cy")
    left, top = frame.x + frame.scale_x * x, frame.y + frame.scale_y * y
    return left, top, left + frame.scale_x * width, top + frame.scale_y * height


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
