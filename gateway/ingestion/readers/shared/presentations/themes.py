"""Colours of PowerPoint: which text is white, and whether the slide behind it is."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.presentations.slide_shapes import filled_boxes
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
        self.filled = [box for part in self._behind for box in filled_boxes(part, self)]
        """The places of what is filled on the layout and the master."""

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

    def has_white_text(self, slide: Element) -> bool:
        return any(node.tag.endswith("}rPr") and self.is_white(node) for node in slide.iter())

    def has_white_background(self, slide: Element) -> bool:
        """Tells whether the background of a slide is white; it may be that of its layout or master."""
        for part in (slide, *self._behind):
            background = next((node for node in part.iter() if local(node) == "bg"), None)
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
