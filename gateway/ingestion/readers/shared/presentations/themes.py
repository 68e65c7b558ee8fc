"""Colours of PowerPoint: which text is white, and whether the slide behind it is."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute, local

_WHITE = "ffffff"
_LIGHT = {"bg1": "lt1", "bg2": "lt2", "tx1": "dk1", "tx2": "dk2"}
_FILLS = {"solidFill", "gradFill", "blipFill", "pattFill", "grpFill"}
_PLAIN_BACKGROUND = "1001"
"""The background of a theme in the colour that it is given, without a gradient."""


class Theme:
    """The colours of the slides of one layout, by the part with their theme and the map of their master."""

    def __init__(self, theme: Element, layout: Element, master: Element) -> None:
        self._behind = layout, master
        self._colours: dict[str, str] = {}
        for scheme in theme.iter():
            if local(scheme) == "clrScheme":
                for node in scheme:
                    colour = node[0] if len(node) else Element("")
                    self._colours[local(node)] = (attribute(colour, "lastClr") or attribute(colour, "val")).lower()
        mapped = next((node for node in master.iter() if local(node) == "clrMap"), Element(""))
        self._map = _LIGHT | {key.rpartition("}")[2]: value for key, value in mapped.attrib.items()}
        self._has_no_fill = all(map(self._is_empty, self._behind))

    def is_white(self, node: Element) -> bool:
        """Tells whether a look, a shape or a background is filled with plain white."""
        fill = next((part for part in node if local(part) == "solidFill"), None)
        return fill is not None and self.is_white_colour(fill)

    def is_white_colour(self, node: Element) -> bool:
        """Tells whether the colour in an element is white, without changes such as a tint."""
        colour = node[0] if len(node) else Element("")
        value = attribute(colour, "lastClr") or attribute(colour, "val")
        if local(colour) == "schemeClr":
            value = self._colours.get(self._map.get(value, value), "")
        return value.lower() == _WHITE and not len(colour)

    def is_plain(self, slide: Element) -> bool:
        """Tells whether a slide has a white background, and nothing on it or on its layout that is filled."""
        for part in (slide, *self._behind):
            background = next((node for node in part.iter() if local(node) == "bg"), None)
            if background is not None:
                return self._is_white_background(background) and self._has_no_fill and self._is_empty(slide)
        return self._has_no_fill and self._is_empty(slide)

    def _is_empty(self, part: Element) -> bool:
        return not any(map(self._is_filled, part.iter()))

    def _is_white_background(self, background: Element) -> bool:
        for node in background:
            if local(node) == "bgPr":
                return self.is_white(node)
            if local(node) == "bgRef":
                return attribute(node, "idx") == _PLAIN_BACKGROUND and self.is_white_colour(node)
        return False

    def _is_filled(self, node: Element) -> bool:
        name = local(node)
        if name in ("pic", "graphicFrame"):
            return True
        if name in ("spPr", "grpSpPr"):
            return any(local(part) in _FILLS for part in node) and not self.is_white(node)
        return name == "fillRef" and attribute(node, "idx") not in ("", "0")
