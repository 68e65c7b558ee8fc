"""Elements of Word files that only wrap others: content controls, proposed changes, forms for several programs."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.word.styles import is_on
from gateway.ingestion.readers.shared.xml_trees import attribute, child, local
from gateway.knowledge.formats.inline_marks import box

DELETED = frozenset({"del", "moveFrom"})
_WRAPPERS = {"ins", "moveTo", "customXml", "smartTag"}
_SHOWN = {"t", "txbxContent", "pic", "chart", "relIds", "txBody", "sym", "oMath", "fldChar", "OLEObject", "imagedata"}


class Wrappers:
    """Walks through wrappers. Inside a content control that is a box of a form, the first text is the box."""

    def __init__(self) -> None:
        self._box: str | None = None

    def children(self, node: Element) -> Iterator[Element]:
        """Yields the children of an element; those that only wrap others are replaced by what is in them."""
        for part in node:
            yield from self.unwrapped(part)

    def unwrapped(self, node: Element) -> Iterator[Element]:
        name = local(node)
        if name == "sdt":
            outer, ticked = self._box, _checkbox(node)
            self._box = outer if ticked is None else ticked
            for content in node:
                if local(content) == "sdtContent":
                    yield from self.children(content)
            self._box = outer
        elif name in _WRAPPERS:
            yield from self.children(node)
        elif name == "AlternateContent":
            yield from self.children(_chosen(node))
        elif name not in DELETED:
            yield node

    def boxed(self, text: str) -> str:
        """Returns the box instead of the sign that is the content of its control."""
        if self._box is None:
            return text
        text, self._box = self._box, ""
        return text


def _checkbox(node: Element) -> str | None:
    """Returns the box of a content control; None for another control."""
    stated = child(child(node, "sdtPr"), "checkbox")
    if stated is None:
        return None
    checked = child(stated, "checked")
    return box(checked is not None and is_on(attribute(checked, "val") or "on"))


def _chosen(node: Element) -> Element:
    """Returns the first of several forms of one content in which there is text or a picture."""
    forms = [part for part in node if local(part) in ("Choice", "Fallback")]
    return next((form for form in forms if any(local(part) in _SHOWN for part in form.iter())), Element(""))
