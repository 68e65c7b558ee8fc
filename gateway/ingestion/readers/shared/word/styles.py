"""What applies to the paragraphs and runs of a Word file: their own properties, and those of their styles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from xml.etree.ElementTree import Element

from gateway.ingestion.readers.shared.xml_trees import attribute, child, local

_HEADING = re.compile(
    "(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek|заголовок|标题|標題|見出し|제목|عنوان) ?([1-9])|heading"
)
"""Names of styles: Word writes `heading 1` in every language, other programs write the name that they show."""
_OFF = {"0", "false", "off", "none"}
_SWITCHES = ("vanish", "strike")
"""Properties that a style of characters turns off again if the style of the paragraph turns them on."""
_STATED = {"vanish", "strike", "dstrike", "vertAlign", "position", "color", "sz", "highlight", "rStyle"}
_STATED |= {"pStyle", "outlineLvl", "ilvl", "numId"}
_DEEPEST = 30
"""Styles that are based on each other."""
Properties = Mapping[str, str]


def is_on(value: str) -> bool:
    return bool(value) and value not in _OFF


def properties_of(node: Element | None) -> dict[str, str]:
    """Returns the properties of a run or a paragraph that change what is read; `on` is the value of a switch without
    one. A paragraph that is only a large first letter `continues` in the next one."""
    found: dict[str, str] = {}
    for part in () if node is None else node:
        name = local(part)
        if name in _STATED:
            found[name] = attribute(part, "val") or "on"
        elif name == "shd":
            found[name] = fill(part)
        elif name == "rFonts":
            font = attribute(part, "ascii") or attribute(part, "hAnsi")
            if font or attribute(part, "asciiTheme"):
                found["font"] = font
        elif name in ("del", "moveFrom"):
            found["deleted"] = "on"
        elif name == "framePr" and attribute(part, "dropCap") in ("drop", "margin"):
            found["continues"] = "on"
        elif name == "numPr":
            found |= properties_of(part)
    return found


def fill(shading: Element) -> str:
    """Returns the colour of a background: `auto` for that of the surroundings, `?` for a pattern."""
    pattern = attribute(shading, "val")
    if pattern in ("", "clear", "nil", "none"):
        return attribute(shading, "fill") or "auto"
    return attribute(shading, "color") if pattern == "solid" else "?"


class Styles:
    """The styles of a file. An id without a style has no properties."""

    def __init__(self, root: Element) -> None:
        self._nodes = {attribute(node, "styleId"): node for node in root if local(node) == "style"}
        defaults = child(child(root, "docDefaults"), "rPrDefault")
        self._defaults = properties_of(child(defaults, "rPr"))
        self._usual = next((name for name, node in self._nodes.items() if _is_usual(node)), "")
        self._merged = cache(self._read)
        self._of_runs = cache(self._both)

    def paragraph(self, name: str) -> Properties:
        """Returns the properties of paragraphs of a style. `styles` lists it and those that it is based on."""
        return self._merged(name or self._usual, "pPr")

    def run(self, paragraph: str, character: str, own: Properties) -> Properties:
        """Returns the properties of a run in a paragraph of a style, with a style of characters and with its own."""
        of_styles = self._of_runs(paragraph, character)
        return {**of_styles, **own} if own else of_styles

    def heading(self, name: str, outline: str) -> int:
        """Returns the level of the heading that a paragraph is; 0 for another text."""
        node = self._nodes.get(name)
        called = name if node is None else attribute(child(node, "name"), "val")
        called = called.lower()
        if called == "title":
            return 1
        found = _HEADING.fullmatch(called)
        if found and not outline:
            return min(int(found[1] or 1), 6)
        level = int(outline) if outline.isdecimal() and len(outline) < 3 else 9
        return min(level + 1, 6) if level < 9 else 0

    def is_shaded(self, name: str) -> bool:
        """Says whether a style of tables gives cells a background."""
        nodes = (self._nodes[style] for style in self._chain(name))
        return any(local(part) == "shd" and fill(part) != "auto" for node in nodes for part in node.iter())

    def _chain(self, name: str) -> list[str]:
        """Returns a style and those that it is based on, nearest first."""
        chain: list[str] = []
        while name in self._nodes and name not in chain and len(chain) < _DEEPEST:
            chain.append(name)
            name = attribute(child(self._nodes[name], "basedOn"), "val")
        return chain

    def _read(self, name: str, kind: str) -> Properties:
        """Returns the properties of a style and those that it is based on, of paragraphs (`pPr`) or runs (`rPr`)."""
        chain = self._chain(name)
        found: dict[str, str] = {"styles": "\n".join(chain)}
        for style in reversed(chain):
            found |= properties_of(child(self._nodes[style], kind))
        return found

    def _both(self, paragraph: str, character: str) -> Properties:
        below, above = self._merged(paragraph or self._usual, "rPr"), self._merged(character, "rPr")
        both = {**self._defaults, **below, **above}
        for switch in _SWITCHES:
            if switch in below and switch in above:
                both[switch] = "on" if is_on(below[switch]) != is_on(above[switch]) else "0"
        return both


def _is_usual(node: Element) -> bool:
    return is_on(attribute(node, "default")) and attribute(node, "type") == "paragraph"
