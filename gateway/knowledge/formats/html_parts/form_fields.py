"""The values of forms: boxes, choices, texts and measures, as a browser shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from selectolax.lexbor import LexborNode

from gateway.knowledge.formats.html_parts.styles.style_sheets import Attributes
from gateway.knowledge.formats.inline_marks import box
from gateway.words.languages.tables import listed

_WRITTEN = listed("text number date email tel url time month week datetime-local range")
_SEARCHES = listed("q s query search keyword keywords searchword")
_BOXES = listed("checkbox radio switch menuitemcheckbox menuitemradio")
_STATES = {"true": True, "checked": True, "false": False, "unchecked": False}
"""What editors write at the items of lists of tasks."""
_MEASURES = listed("progressbar meter slider spinbutton")


def value_of(node: LexborNode, attributes: Attributes) -> str:
    """Returns the value of a form field; empty without one."""
    return _FIELDS[node.tag or ""](node, attributes)


def state_of(node: LexborNode, attributes: Attributes) -> str:
    """Returns the state of an element that acts as a form field, and of a task in a list; empty for any other."""
    role = attributes.get("role")
    if node.tag == "input":
        return ""
    if role in _BOXES:
        return box(attributes.get("aria-checked") == "true")
    if role in _MEASURES and not node.text().strip():
        return attributes.get("aria-valuetext") or _measure(
            attributes.get("aria-valuenow"), attributes.get("aria-valuemax") or "100"
        )
    names = (attributes.get("class") or "").split()
    if "checkbox-on" in names or "checkbox-off" in names:
        return box("checkbox-on" in names)
    state = attributes.get("data-checked") or attributes.get("data-list") or ""
    if node.tag == "li" and state in _STATES:
        return box(_STATES[state])
    if node.tag == "li" and "data-inline-task-id" in attributes:
        return box("checked" in names)
    return ""


def _input(node: LexborNode, attributes: Attributes) -> str:
    kind = (attributes.get("type") or "text").lower()
    if kind in ("checkbox", "radio"):
        names = " ".join(attributes.get(name) or "" for name in ("class", "id", "name")).lower()
        # Boxes of tabs and menus without scripts are controls of the page, not answers.
        return "" if "tab" in names.replace("table", "") or "toggle" in names else box("checked" in attributes)
    if kind not in _WRITTEN or (attributes.get("name") or "").lower() in _SEARCHES:
        return ""
    return " ".join((attributes.get("value") or "").split())


def _textarea(node: LexborNode, attributes: Attributes) -> str:
    return node.text().strip()


def _select(node: LexborNode, attributes: Attributes) -> str:
    options = node.css("option")
    chosen = [option for option in options if "selected" in option.attributes]
    if not chosen and "multiple" not in attributes:
        chosen = options[:1]
    labels = (option.attributes.get("label") or option.text() for option in chosen)
    return ", ".join(filter(None, (" ".join(label.split()) for label in labels)))


def _bar(node: LexborNode, attributes: Attributes) -> str:
    return " ".join(node.text().split()) or _measure(attributes.get("value"), attributes.get("max") or "1")


def _measure(value: str | None, most: str) -> str:
    """Returns a value with the most that it can be: `7/10`, or a share of 1 or 100 as a percentage."""
    if not value:
        return ""
    try:
        number, whole = float(value), float(most)
    except ValueError:
        return value
    if whole in (1, 100):
        return f"{number * 100 / whole:.4g}%"
    return f"{value}/{most}"


_FIELDS: Mapping[str, Callable[[LexborNode, Attributes], str]] = {
    "input": _input,
    "textarea": _textarea,
    "select": _select,
    "progress": _bar,
    "meter": _bar,
}
TAGS = frozenset(_FIELDS)
