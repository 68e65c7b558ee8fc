"""Text of SmartArt: the points of a diagram, as a list."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.marked_lists import BULLET, MarkedItem, as_lists
from gateway.ingestion.readers.shared.powerpoint.body_text import BodyText
from gateway.ingestion.readers.shared.xml_trees import attribute, local

_OF_TEXT = ("", "node", "asst")


def diagram_html(tree: Element, text: BodyText) -> str:
    """Returns the points of a diagram in their order, each below the one that it belongs to."""
    points = {attribute(node, "modelId"): node for node in tree.iter() if local(node) == "pt"}
    below: dict[str, list[tuple[int, str]]] = {}
    for node in tree.iter():
        if local(node) == "cxn" and attribute(node, "type") in ("", "parOf"):
            order = attribute(node, "srcOrd")
            at = int(order[:6]) if order.isdecimal() else 0
            below.setdefault(attribute(node, "srcId"), []).append((at, attribute(node, "destId")))
    items: list[MarkedItem] = []
    waiting = [(name, 0) for name, node in reversed(points.items()) if attribute(node, "type") == "doc"]
    waiting = waiting or [(name, 0) for name in reversed(points)]
    while waiting:
        name, depth = waiting.pop()
        point = points.pop(name, None)
        if point is None:
            continue
        lines = text.lines(point, shaded=True) if attribute(point, "type") in _OF_TEXT else []
        if lines:
            items.append(MarkedItem(depth, BULLET, "<br>".join(lines)))
        inner = depth + 1 if lines else depth
        waiting += [(child, inner) for _, child in sorted(below.get(name, ()), reverse=True)]
    return as_lists(items)
