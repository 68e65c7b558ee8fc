"""DocumentStyles of OpenDocument: how a piece of text looks, by its automatic and named styles and their parents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.styled_runs import shift_of
from gateway.ingestion.readers.shared.xml_trees import attribute, local

_MOST_PARENTS = 20
_SHADED = [f"{kind}-properties" for kind in ("text", "paragraph", "table-cell", "graphic", "section")]
_WHITE, _NO_COLOUR = "#ffffff", ("", "transparent", "none")


class TextLook(NamedTuple):
    """What of the look of a text matters. `shift`: above 0 for a superscript, below 0 for a subscript."""

    shift: int = 0
    struck: bool = False
    hidden: bool = False
    white: bool = False
    shaded: bool = False
    """Whether something that is not white is behind the text."""

    @property
    def concealed(self) -> str:
        """The kind of hidden text, empty for visible text."""
        return "hidden_text" if self.hidden else "white_text" if self.white and not self.shaded else ""


class DocumentStyles:
    """The styles of one file, from its parts `content.xml` and `styles.xml`, in this order."""

    def __init__(self, *parts: Element) -> None:
        self._styles: dict[tuple[str, str], Element] = {}
        self._changes = cache(self._read)
        self.lists: dict[str, Element] = {}
        """List styles by name; `Outline` numbers the headings."""
        self.coloured_page = False
        for part in parts:
            self.add(part)

    def add(self, part: Element) -> None:
        """Adds the styles of a part, or of its element with automatic styles; known names stay."""
        for node in part.iter():
            name = local(node)
            if name in ("style", "default-style"):
                self._styles.setdefault((attribute(node, "family"), attribute(node, "name")), node)
            elif name in ("list-style", "outline-style"):
                self.lists.setdefault(attribute(node, "name") or "Outline", node)
            elif name == "page-layout-properties":
                self.coloured_page |= attribute(node, "background-color") not in (*_NO_COLOUR, _WHITE)

    def value(self, family: str, name: str, group: str, key: str) -> str:
        """Returns a property of a style, or of the nearest parent that has it; empty without one."""
        for style in self._chain(family, name):
            for properties in style:
                if local(properties) == group and (found := attribute(properties, key)):
                    return found
        return ""

    def stated(self, family: str, name: str, key: str) -> str | None:
        """Returns an attribute of a style or of the nearest parent that has it, even if it is empty."""
        for style in self._chain(family, name):
            for full, value in style.attrib.items():
                if full.rpartition("}")[2] == key:
                    return value
        return None

    def look(self, above: TextLook, family: str, name: str) -> TextLook:
        """Returns the look of an element with this style inside another one."""
        changes = self._changes(family, name)
        return above._replace(**changes) if changes else above

    def shape_family(self, name: str) -> str:
        """Returns the family of a shape's style: places of a slide have a separate one."""
        return "presentation" if ("presentation", name) in self._styles else "graphic"

    def is_filled(self, name: str) -> bool:
        """Tells whether a shape of this style is filled with something that is not white."""
        return bool(name) and self.look(TextLook(), self.shape_family(name), name).shaded

    def _chain(self, family: str, name: str) -> Iterator[Element]:
        for _ in range(_MOST_PARENTS):
            style = self._styles.get((family, name))
            if style is None:
                break
            yield style
            if not name:
                return
            name = attribute(style, "parent-style-name")
        if family != "text" and (default := self._styles.get((family, ""))) is not None:
            yield default

    def _read(self, family: str, name: str) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        if position := self.value(family, name, "text-properties", "text-position"):
            first = position.partition(" ")[0]
            changes["shift"] = {"super": 1, "sub": -1}.get(first) or shift_of(first)
        lines = [self.value(family, name, "text-properties", f"text-line-through-{kind}") for kind in ("style", "type")]
        if any(lines):
            changes["struck"] = "none" not in lines
        if display := self.value(family, name, "text-properties", "display"):
            changes["hidden"] = display == "none"
        automatic = self.value(family, name, "text-properties", "use-window-font-color")
        if colour := self.value(family, name, "text-properties", "color"):
            changes["white"] = colour.lower() == _WHITE and automatic != "true"
        for group in _SHADED:
            if (colour := self.value(family, name, group, "background-color")) not in _NO_COLOUR:
                changes["shaded"] = colour.lower() != _WHITE
        for group in ("graphic-properties", "drawing-page-properties"):
            if (fill := self.value(family, name, group, "fill")) not in _NO_COLOUR:
                changes["shaded"] = fill != "solid" or self.value(family, name, group, "fill-color").lower() != _WHITE
        return changes
