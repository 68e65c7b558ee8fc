"""Which text of a Word file nobody sees on its pages: marked as hidden, in the colour of its background, or tiny."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.word.styles import Properties, is_on
from gateway.ingestion.readers.shared.xml_trees import attribute, child, local
from gateway.knowledge.documents.omissions import Omissions

_WHITE, _UNKNOWN = "FFFFFF", "?"
_NAMED = {"none": "auto", "white": _WHITE, "black": "000000"}
_LENGTH = re.compile(r"-?\d{1,12}")
_FURTHEST, _WIDEST_MARGIN = 22 * 914_400, 2 * 914_400
"""Where the largest page ends, and how far its text may be from its edge. Office counts 914,400 units in an inch."""
_NEARLY = 5
"""Steps of 256 by which two colours may differ that look the same."""


class Hiding:
    """Knows the background of the text that is being read, and asks about text that is hidden on it.

    has_background: whether pages have a colour or a picture of their own.
    """

    def __init__(self, omissions: Omissions, *, has_background: bool) -> None:
        self._omissions = omissions
        self._ground = _UNKNOWN if has_background else _WHITE
        self._is_covered = has_background
        self.kind = ""
        """The kind of hidden text that is being read; empty for visible text."""

    @contextmanager
    def background(self, colour: str) -> Iterator[None]:
        """Sets the background of what is read within; an empty one or `auto` is that of the surroundings."""
        outer = self._ground
        if colour not in ("", "auto"):
            self._ground = colour
        yield
        self._ground = outer

    @contextmanager
    def text(self, properties: Properties) -> Iterator[None]:
        """Sets the properties of the text that is read within."""
        outer = self.kind
        self.kind = outer or self._hidden(properties)
        yield
        self.kind = outer

    def is_hidden_shape(self, node: Element) -> bool:
        """Tells whether a shape is left out. A picture behind the text may be the background of everything."""
        style = attribute(node, "style").replace(" ", "").lower()
        if is_on(attribute(node, "behindDoc")) or "z-index:-" in style:
            self._is_covered = True
        if local(node) == "anchor" and _is_off_page(node):
            return self._omissions.hides("off_page_text")
        is_hidden = is_on(attribute(child(node, "docPr"), "hidden")) or "visibility:hidden" in style
        return is_hidden and self._omissions.hides("hidden_shape")

    def _hidden(self, properties: Properties) -> str:
        """Returns the kind of hidden text that these properties make; empty for visible text."""
        if is_on(properties.get("vanish", "")):
            return "hidden_text"
        if properties.get("sz") in ("0", "1"):
            return "tiny_text"
        colour = properties.get("color", "auto")
        if colour != "auto" and _look_the_same(colour, self._behind(properties)):
            return "white_text"
        return ""

    def _behind(self, properties: Properties) -> str:
        marked = properties.get("highlight", "none")
        colours = (_NAMED.get(marked, _UNKNOWN), properties.get("shd", "auto"), self._ground)
        ground = next(colour for colour in colours if colour != "auto")
        return _UNKNOWN if self._is_covered and ground == _WHITE else ground


def _is_off_page(anchor: Element) -> bool:
    """Tells whether a shape with text is completely outside its page, however wide the margins are."""
    extent = child(anchor, "extent")
    for name, size in (("positionH", "cx"), ("positionV", "cy")):
        offset = child(child(anchor, name), "posOffset")
        stated = "" if offset is None else (offset.text or "").strip()
        length = attribute(extent, size) or "0"
        if _LENGTH.fullmatch(stated) and _LENGTH.fullmatch(length):
            is_outside = int(stated) > _FURTHEST or int(stated) + int(length) < -_WIDEST_MARGIN
            if is_outside and any(local(part) == "t" for part in anchor.iter()):
                return True
    return False


def _look_the_same(colour: str, ground: str) -> bool:
    try:
        pairs = zip(bytes.fromhex(colour), bytes.fromhex(ground), strict=True)
        return all(abs(channel - other) <= _NEARLY for channel, other in pairs)
    except ValueError:
        return False
