"""The shapes of a slide of PowerPoint in their order, with their places and colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute, child, first, local, named
from gateway.knowledge.documents.omissions import Omissions

_WHITE = "ffffff"
_LIGHT = {"bg1": "lt1", "bg2": "lt2", "tx1": "dk1", "tx2": "dk2"}
_FILLS = {"solidFill", "gradFill", "blipFill", "pattFill", "grpFill"}
_PLAIN_BACKGROUND = "1001"
"""The background of a theme in the colour that it is given, without a gradient."""
_SHAPES = ("sp", "graphicFrame", "pic", "cxnSp", "contentPart", "grpSp")
_PARTS = ("cSld", "spTree", "Choice", "Fallback")
_CONTENTS = ("t", "chart", "relIds")
_TRUE = ("1", "true")
_READABLE = {"sp", "graphicFrame", "grpSp", "pic", "cxnSp", "r", "fld", "m"}

Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""


def shapes(
    node: Element, size: tuple[int, int], omissions: Omissions, *, in_group: bool = False
) -> Iterator[tuple[Element, Box | None]]:
    """Yields the visible shapes with text, tables and pictures, those of groups too, with their places. The place of
    a shape in a group is unknown.

    size: width and height of the slide; (0, 0) if they are unknown.
    """
    for shape in _children(node):
        box = None if in_group else _box(shape)
        kind = _hidden_as(shape, box, size)
        if kind and not omissions.read_hidden:
            if any(local(part) in _CONTENTS for part in shape.iter()):
                omissions.hides(kind)
        elif local(shape) == "grpSp":
            yield from shapes(shape, size, omissions, in_group=True)
        else:
            yield shape, box


def chosen(node: Element) -> Element:
    """Returns the one alternative that is read: the first, unless nothing in it can be read."""
    forms = (form for form in node if local(form) in ("Choice", "Fallback"))
    return next((form for form in forms if any(local(part) in _READABLE for part in form)), Element(""))


def filled_boxes(
    node: Element, is_filled: Callable[[Element], bool], *, in_group: bool = False
) -> Iterator[Box | None]:
    """Yields the places of all shapes that are filled; None for an unknown one."""
    for shape in _children(node):
        if is_filled(shape):
            yield None if in_group else _box(shape)
        if local(shape) == "grpSp":
            yield from filled_boxes(shape, is_filled, in_group=True)


def overlap(box: Box | None, other: Box | None) -> bool:
    """Tells whether two shapes may overlap."""
    if box is None or other is None:
        return True
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def length(node: Element | None, name: str) -> int:
    """Returns an attribute that is a length; 0 where there is none."""
    text = attribute(node, name)
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) < 16 else 0


def _children(node: Element) -> Iterator[Element]:
    """Yields the shapes and groups in an element."""
    for part in node:
        name = local(part)
        if name == "AlternateContent":
            yield from _children(chosen(part))
        elif name in _PARTS:
            yield from _children(part)
        elif name in _SHAPES:
            yield part


def _hidden_as(shape: Element, box: Box | None, size: tuple[int, int]) -> str:
    """Returns the kind of a hidden shape, empty for a visible one."""
    described = next((found for part in shape if (found := child(part, "cNvPr")) is not None), None)
    if attribute(described, "hidden") in _TRUE:
        return "hidden_shape"
    is_outside = box and all(size) and (box[2] <= 0 or box[3] <= 0 or box[0] >= size[0] or box[1] >= size[1])
    return "off_slide_shape" if is_outside else ""


def _box(shape: Element) -> Box | None:
    """Returns left, top, right and bottom of a shape on the slide; None for one that is turned, or whose layout has its
    place."""
    holders = (shape, child(shape, "spPr"), child(shape, "grpSpPr"))
    transform = next((found for holder in holders if (found := child(holder, "xfrm")) is not None), None)
    if transform is None or attribute(transform, "rot") not in ("", "0"):
        return None
    corner, extent = first(transform, "off"), first(transform, "ext")
    x, y = length(corner, "x"), length(corner, "y")
    return x, y, x + length(extent, "cx"), y + length(extent, "cy")


class Theme:
    """The colours of the slides of one layout, by the part with their theme and the map of their master."""

    def __init__(self, theme: Element, layout: Element, master: Element) -> None:
        self._behind = layout, master
        self._colours: dict[str, str] = {}
        for node in first(theme, "clrScheme"):
            self._colours[local(node)] = _value(node)
        mapped = first(master, "clrMap").attrib
        self._map = _LIGHT | {key.rpartition("}")[2]: value for key, value in mapped.items()}
        self.filled = [box for part in self._behind for box in filled_boxes(part, self.is_filled)]
        """The places of what is filled on the layout and the master."""

    def is_white(self, node: Element | None) -> bool:
        """Tells whether a look, a shape or a background is filled with plain white."""
        fill = child(node, "solidFill")
        return fill is not None and self.is_white_colour(fill)

    def is_white_colour(self, node: Element) -> bool:
        """Tells whether the colour in an element is white, without changes such as a tint."""
        value = _value(node)
        for colour in node:
            if len(colour):
                return False
            if local(colour) == "schemeClr":
                value = self._colours.get(self._map.get(value, value), "")
        return value.lower() == _WHITE

    def has_white_text(self, slide: Element) -> bool:
        return any(node.tag.endswith("}rPr") and self.is_white(node) for node in slide.iter())

    def has_white_background(self, slide: Element) -> bool:
        """Tells whether the background of a slide is white; it may be that of its layout or master."""
        for part in (slide, *self._behind):
            background = next(named(part, "bg"), None)
            if background is not None:
                return self._is_white_background(background)
        return True

    def is_filled(self, shape: Element) -> bool:
        """Tells whether a shape is filled with something that is not white, or has a picture or a table."""
        if local(shape) in ("pic", "graphicFrame", "contentPart"):
            return True
        properties = next((node for node in shape if local(node) in ("spPr", "grpSpPr")), Element(""))
        kinds = {local(node) for node in properties}
        if kinds & _FILLS or "noFill" in kinds:
            return "noFill" not in kinds and not self.is_white(properties)
        styles = (part for node in shape if local(node) == "style" for part in node if local(part) == "fillRef")
        return any(attribute(node, "idx") not in ("", "0") for node in styles)

    def _is_white_background(self, background: Element) -> bool:
        for node in background:
            if local(node) == "bgPr":
                return self.is_white(node)
            if local(node) == "bgRef":
                return attribute(node, "idx") == _PLAIN_BACKGROUND and self.is_white_colour(node)
        return False


def _value(node: Element) -> str:
    """Returns the value of the colour in an element: its digits, or its name in a scheme."""
    colour = node[0] if len(node) else None
    return attribute(colour, "lastClr") or attribute(colour, "val")
