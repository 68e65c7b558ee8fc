"""Fields of forms of OpenDocument: boxes with their ticks, lists with their choice."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute, local
from gateway.knowledge.formats.inline_marks import box

_BOXES = {"checkbox": "current-state", "radio": "current-selected"}
"""Fields with a tick, and the attribute that has it; one without it has the tick of `state` or `selected`."""
_TICKED = ("checked", "true")
_CHOICES = ("current-selected", "selected")


class FormFields:
    """The fields of a file by their ids."""

    def __init__(self) -> None:
        self._fields: dict[str, Element] = {}

    def add(self, root: Element) -> None:
        """Adds the fields of all forms in an element."""
        for forms in root.iter():
            if local(forms) == "forms":
                self._fields |= {attribute(node, "id"): node for node in forms.iter() if attribute(node, "id")}

    def written(self, name: str) -> Iterator[str]:
        """Yields the field of a shape as a paragraph: its tick and label, or its value."""
        field = self._fields.get(name)
        if field is None:
            return
        kind, label = local(field), attribute(field, "label")
        if kind in _BOXES:
            state = attribute(field, _BOXES[kind]) or attribute(field, _BOXES[kind].removeprefix("current-"))
            text = f"{box(state in _TICKED)} {label}"
        else:
            chosen = [attribute(node, "label") for node in field if any(attribute(node, key) for key in _CHOICES)]
            text = attribute(field, "current-value") or attribute(field, "value") or ", ".join(chosen) or label
        if kind not in ("button", "image", "hidden", "password") and text.strip():
            yield f"<p>{escape(text.strip())}</p>"

    def shown(self, node: Element) -> str | None:
        """Returns the text of a field in the running text; None if it is the text inside the element."""
        values: dict[str, list[str]] = {}
        for part in node:
            if local(part) == "param":
                values.setdefault(attribute(part, "name").lower(), []).append(attribute(part, "value"))
        kind = attribute(node, "type").lower()
        if kind.endswith("formcheckbox"):
            return box(values.get("checkbox_checked", [""])[0] in _TICKED)
        if kind.endswith("formdropdown"):
            entries = values.get("dropdown_listentry", [])
            at = values.get("dropdown_selected", [""])[0]
            return entries[int(at)] if at.isdecimal() and int(at[:6]) < len(entries) else ""
        if local(node) == "content-control" and attribute(node, "checkbox") == "true":
            return box(attribute(node, "checked") == "true")
        if local(node) == "drop-down":
            return "".join([node.text or "", *(part.tail or "" for part in node)]).strip()
        return None
